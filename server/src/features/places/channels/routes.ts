import { apiError, areas, type ParamsOf, propertyChange } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import { canReadChannel, canReadHistory, canSeeChannel } from '../../../directory/permissions.ts'
import { toWire } from '../../../directory/topics.ts'
import { type Call, implement } from '../../../http/implement.ts'
import { heavyRead } from '../../../http/request/heavy-read.ts'
import { findVisible, noSuchUser } from '../../identity/users/find.ts'
import { changeSubscriptions } from './change.ts'
import { addDefaultChannel, removeDefaultChannel } from './default-channels.ts'
import { assertMaySendEmailAs, emailAddressOf, replaceEmailAddress } from './email-address.ts'
import { listChannels } from './list.ts'
import { subscriptionsIn } from './own-subscriptions.ts'
import {
  activeSubscribers,
  byName,
  maySeeSubscribers,
  presentChannel,
  presentSubscribers,
  presentSubscription,
} from './present.ts'
import { changeProperties } from './properties.ts'
import { subscriptionsQuery } from './store.ts'
import { type SubscribeResult, subscribe } from './subscribe.ts'
import type { SubscribeRequest } from './subscribe-request.ts'
import { topicsOf } from './topics-store.ts'
import { unsubscribe } from './unsubscribe.ts'

export const channelRoutes = implement(areas.channels, {
  subscribe: async ({ app, realm, user, params }) => {
    const result = await subscribe(app, realm, user.id, subscribeRequest(app, params, params.subscriptions))
    return presentSubscribed(result, params)
  },

  unsubscribe: async ({ realm, user, params }) => {
    const { subscriptions: names, principals } = params
    const result = await unsubscribe(realm, user.id, { names, principals })
    return { removed: result.removed, not_removed: result.notRemoved }
  },

  changeSubscriptions: async ({ app, realm, user, params }) => {
    const joining = subscribeRequest(app, params, params.add)
    const result = await changeSubscriptions(app, realm, user.id, joining, params.delete)
    return { ...presentSubscribed(result, params), removed: result.removed, not_removed: result.notRemoved }
  },

  updateSubscriptionProperties: async ({ realm, user, params }) => {
    await changeProperties(realm, user, params.subscription_data)
    return {}
  },

  updateSubscriptionProperty: async ({ realm, user, path, params }) => {
    const { success, data } = propertyChange.safeParse({ ...path, ...params })
    if (!success) throw apiError('subscription-property-invalid', { property: params.property })
    await changeProperties(realm, user, [data])
    return {}
  },

  getSubscriptions: async ({ app, realm: { directory }, user, params }) => {
    const { rows } = await subscriptionsQuery(user.id).execute(app.database.db)
    const own = subscriptionsIn(directory, rows[0]?.lines ?? null)
    const subscriptions = [...own].flatMap(([id, { isActive, personal }]) => {
      const channel = directory.channels.get(id)
      if (channel === undefined || !isActive || channel.isArchived) return []
      const shown = presentSubscription(presentChannel(directory, channel), personal)
      if (!params.include_subscribers) return [shown]
      return [{ ...shown, subscribers: presentSubscribers(directory, user, channel) }]
    })
    return { subscriptions: subscriptions.sort(byName) }
  },

  getSubscriptionStatus: async ({ realm, user, path }) => {
    const channel = await findChannel({ realm }, () => visibleChannel(realm.directory, user, path.stream_id))
    const target = await realm.decideFresh(() => {
      const found = findVisible(realm.directory, user, path.user_id)
      if (!found.isActive || isBot(found)) throw noSuchUser()
      return found
    })
    return { is_subscribed: channel.subscribers.has(target.id) }
  },

  getChannels: ({ realm: { directory }, user, params }) => {
    const channels = listChannels(directory, user, {
      public: params.include_public,
      webPublic: params.include_web_public,
      subscribed: params.include_subscribed,
      ownerSubscribed: params.include_owner_subscribed,
      readable: params.include_can_access_content,
      known: params.include_all || params.include_all_active,
      archived: !params.exclude_archived,
    })
    return {
      streams: channels.map((channel) => ({
        ...presentChannel(directory, channel),
        ...(params.include_default ? { is_default: directory.defaultChannels.has(channel.id) } : {}),
      })),
    }
  },

  getChannel: async ({ realm, user, path }) => {
    const channel = await findChannel({ realm }, () => visibleChannel(realm.directory, user, path.stream_id))
    return { stream: presentChannel(realm.directory, channel) }
  },

  getChannelId: async ({ realm, user, params }) => {
    const channel = await findChannel({ realm }, () => {
      const found = realm.directory.channelByName(params.stream)
      const readableChannel =
        found !== undefined && !found.isArchived && canReadChannel(realm.directory, user, found)
      return readableChannel ? found : undefined
    })
    return { stream_id: channel.id }
  },

  getSubscribers: async ({ realm, user, path }) => {
    const channel = await findChannel({ realm }, () => {
      const found = visibleChannel(realm.directory, user, path.stream_id)
      return found?.isArchived ? undefined : found
    })
    return { subscribers: activeSubscribers(realm.directory, channel) }
  },

  getSubscriberCounts: ({ realm: { directory }, user }) => {
    const seen = [...directory.channels.values()].filter(
      (channel) => !channel.isArchived && maySeeSubscribers(directory, user, channel),
    )
    const counts = seen.map((channel) => [channel.id, activeSubscribers(directory, channel).length] as const)
    return { subscriber_counts: Object.fromEntries(counts) }
  },

  getChannelEmail: async ({ app, realm, user, path, params }) => {
    const { sender_id: sender } = params
    const channel = await emailChannel(realm, user, path.stream_id, sender)
    return { email: await emailAddressOf(app, realm, user, channel, sender) }
  },

  replaceChannelEmail: async ({ app, realm, user, path, params }) => {
    const { sender_id: sender } = params
    const channel = await emailChannel(realm, user, path.stream_id, sender)
    return { email: await replaceEmailAddress(app, realm, user, channel, sender) }
  },

  getTopics: heavyRead(async ({ realm, user, path, params, arrivedAt }) => {
    const { directory } = realm
    const channel = await findChannel({ realm }, () => open(directory, user, path.stream_id))
    const topics = await realm.read(
      (db) => topicsOf(db, channel, user.id, canReadHistory(directory, user, channel)),
      { arrivedAt },
    )
    return {
      topics: topics.map(({ name, max_id }) => ({
        name: toWire(name, params.allow_empty_topic_name),
        max_id,
      })),
    }
  }),

  addDefaultChannel: async ({ realm, user, params }) => {
    await addDefaultChannel(realm, user.id, params.stream_id)
    return {}
  },

  removeDefaultChannel: async ({ realm, user, params }) => {
    await removeDefaultChannel(realm, user.id, params.stream_id)
    return {}
  },
})

type SubscribeParams = Omit<ParamsOf<typeof areas.channels.subscribe>, 'subscriptions'>

function subscribeRequest(
  app: App,
  params: SubscribeParams,
  channels: SubscribeRequest['channels'],
): SubscribeRequest {
  return {
    channels,
    principals: params.principals,
    authorizationErrorsFatal: params.authorization_errors_fatal,
    inviteOnly: params.invite_only,
    isWebPublic: params.is_web_public,
    isDefault: params.is_default_stream,
    announce: params.announce,
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
  }
}

const presentSubscribed = (result: SubscribeResult, params: SubscribeParams) => ({
  subscribed: result.subscribed,
  already_subscribed: result.alreadySubscribed,
  ...(params.authorization_errors_fatal ? {} : { unauthorized: result.unauthorized }),
})

function visibleChannel(directory: Directory, user: User, id: number): Channel | undefined {
  const channel = directory.channels.get(id)
  return channel !== undefined && canSeeChannel(directory, user, channel) ? channel : undefined
}

/** An unarchived channel that the user may read. */
function open(directory: Directory, user: User, id: number): Channel | undefined {
  const channel = directory.channels.get(id)
  const isReadable = channel !== undefined && !channel.isArchived && canReadChannel(directory, user, channel)
  return isReadable ? channel : undefined
}

async function findChannel(
  { realm }: Pick<Call, 'realm'>,
  find: () => Channel | undefined,
): Promise<Channel> {
  return await realm.decideFresh(() => {
    const channel = find()
    if (channel === undefined) throw apiError('channel-not-found')
    return channel
  })
}

/** The channel of an email address, with a sender that the caller may choose. */
async function emailChannel(
  realm: Call['realm'],
  user: User,
  channelId: number,
  senderId: number | undefined,
): Promise<Channel> {
  const { directory } = realm
  const channel = await findChannel({ realm }, () => open(directory, user, channelId))
  if (senderId !== undefined) {
    await realm.decideFresh(() => assertMaySendEmailAs(directory, user, senderId))
  }
  return channel
}
