import type { ClientCapabilities, InitialState, SubscriptionObject } from '@loquat/contract'
import { type Channel, type Directory, type User, userSetting } from '../../directory/directory.ts'
import { mayKnow } from '../../directory/permissions.ts'
import { defaultsInSight } from '../channels/default-channels.ts'
import { byName, presentChannel, presentSubscribers, presentSubscription } from '../channels/present.ts'
import type { OwnSubscription } from '../channels/store.ts'
import { groupsInSight } from '../default-channel-groups/present.ts'

interface View {
  viewer: User
  includeSubscribers: boolean
  capabilities: ClientCapabilities
}

/** Fetch type `stream`. */
export function channelState(directory: Directory, view: View): Partial<InitialState> {
  return { streams: knownTo(directory, view).map((channel) => presentChannel(directory, channel)) }
}

/** Fetch type `default_streams`. */
export const defaultChannelState = (directory: Directory, { viewer }: View): Partial<InitialState> => ({
  realm_default_streams: defaultsInSight(directory, viewer),
})

/** Fetch type `default_stream_groups`. */
export const defaultGroupState = (directory: Directory, { viewer }: View): Partial<InitialState> => ({
  realm_default_stream_groups: groupsInSight(directory, viewer),
})

/** Fetch type `subscription`: every channel the viewer may know of, in exactly one of three lists. */
export function subscriptionState(
  directory: Directory,
  rows: readonly OwnSubscription[],
  view: View,
): Partial<InitialState> {
  const own = new Map(rows.map((row) => [row.channel_id, row]))
  const lists = { subscriptions: [], unsubscribed: [], never_subscribed: [] } as Required<
    Pick<InitialState, 'subscriptions' | 'unsubscribed' | 'never_subscribed'>
  >
  for (const channel of knownTo(directory, view)) {
    const row = own.get(channel.id)
    const shown = presentChannel(directory, channel)
    const subscribers = view.includeSubscribers
      ? { subscribers: presentSubscribers(directory, view.viewer, channel) }
      : {}
    if (row === undefined) {
      lists.never_subscribed.push({ ...shown, ...subscribers })
      continue
    }
    const { channel_id: _, active, ...personal } = row
    const list = active ? lists.subscriptions : lists.unsubscribed
    list.push({ ...fillIn(presentSubscription(shown, personal), view), ...subscribers })
  }
  return lists
}

function knownTo(directory: Directory, { viewer, capabilities }: View): Channel[] {
  return [...directory.channels.values()]
    .filter((channel) => capabilities.archived_channels || !channel.isArchived)
    .filter((channel) => mayKnow(directory, viewer, channel))
    .sort(byName)
}

/** Clients that do not know "as in the settings" are told what the settings say. */
function fillIn(subscription: SubscriptionObject, { viewer, capabilities }: View): SubscriptionObject {
  if (capabilities.notification_settings_null) return subscription
  return {
    ...subscription,
    desktop_notifications:
      subscription.desktop_notifications ?? userSetting(viewer, 'enable_stream_desktop_notifications'),
    email_notifications:
      subscription.email_notifications ?? userSetting(viewer, 'enable_stream_email_notifications'),
    push_notifications:
      subscription.push_notifications ?? userSetting(viewer, 'enable_stream_push_notifications'),
    audible_notifications:
      subscription.audible_notifications ?? userSetting(viewer, 'enable_stream_audible_notifications'),
  }
}
