import { areas } from '@loquat/contract'
import type { Channel } from '../../directory/directory.ts'
import { mayKnow, mayRead } from '../../directory/permissions.ts'
import { type Call, implement } from '../../http/implement.ts'
import { byName, presentChannel, presentSubscribers, presentSubscription } from './present.ts'
import { noSuchChannel } from './rules.ts'
import { subscriptionsOf } from './store.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

export const channelRoutes = implement(areas.channels, {
  subscribe: async ({ app, realm, user, params }) => {
    const result = await subscribe(realm, user.id, {
      channels: params.subscriptions,
      principals: params.principals,
      authorizationErrorsFatal: params.authorization_errors_fatal,
      inviteOnly: params.invite_only,
      isWebPublic: params.is_web_public,
      historyPublicToSubscribers: params.history_public_to_subscribers,
      messageRetentionDays: params.message_retention_days,
      permissions: {
        can_add_subscribers_group: params.can_add_subscribers_group,
        can_administer_channel_group: params.can_administer_channel_group,
        can_remove_subscribers_group: params.can_remove_subscribers_group,
        can_send_message_group: params.can_send_message_group,
        can_subscribe_group: params.can_subscribe_group,
      },
      webPublicEnabled: app.config.webPublicChannels,
    })
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      ...(params.authorization_errors_fatal ? {} : { unauthorized: result.unauthorized }),
    }
  },

  unsubscribe: async ({ realm, user, params }) => {
    const result = await unsubscribe(realm, user.id, params.subscriptions, params.principals)
    return { removed: result.removed, not_removed: result.notRemoved }
  },

  getSubscriptions: async ({ app, realm: { directory }, user, params }) => {
    const rows = await subscriptionsOf(app.database.db, user.id)
    const subscriptions = rows.flatMap(({ channel_id, active, ...personal }) => {
      const channel = directory.channels.get(channel_id)
      if (channel === undefined || !active || channel.isArchived) return []
      const shown = presentSubscription(presentChannel(directory, channel), personal)
      if (!params.include_subscribers) return [shown]
      return [{ ...shown, subscribers: presentSubscribers(directory, user, channel) }]
    })
    return { subscriptions: subscriptions.sort(byName) }
  },

  getChannel: async ({ realm, user, path }) => {
    const channel = await visible({ realm }, () => {
      const found = realm.directory.channels.get(path.stream_id)
      return found !== undefined && mayKnow(realm.directory, user, found) ? found : undefined
    })
    return { stream: presentChannel(realm.directory, channel) }
  },

  getChannelId: async ({ realm, user, params }) => {
    const channel = await visible({ realm }, () => {
      const found = realm.directory.channelByName(params.stream)
      const open = found !== undefined && !found.isArchived && mayRead(realm.directory, user, found)
      return open ? found : undefined
    })
    return { stream_id: channel.id }
  },
})

async function visible({ realm }: Pick<Call, 'realm'>, find: () => Channel | undefined): Promise<Channel> {
  return await realm.decide(() => {
    const channel = find()
    if (channel === undefined) throw noSuchChannel()
    return channel
  })
}
