import type { ClientCapabilities, InitialState } from '@loquat/contract'
import { type Channel, type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'
import { visibleDefaultChannels } from '../../places/channels/default-channels.ts'
import { OwnSubscription, subscriptionsIn } from '../../places/channels/own-subscriptions.ts'
import { maySeeSubscribers } from '../../places/channels/present.ts'
import { visibleDefaultGroups } from '../../places/default-channel-groups/present.ts'
import { ChannelList, channelsByName, type Subscribers } from './channel-texts.ts'
import type { SerializedState } from './request.ts'

interface ChannelView {
  viewer: User
  includeSubscribers: boolean
  capabilities: ClientCapabilities
}

/** Fetch type `stream`. */
export function channelState(directory: Directory, view: ChannelView): SerializedState {
  const streams = new ChannelList(directory)
  for (const [place] of visibleChannels(directory, view)) streams.add(place, 'unasked')
  return { streams: streams.list() }
}

/** Fetch type `default_streams`. */
export const defaultChannelState = (
  directory: Directory,
  { viewer }: ChannelView,
): Partial<InitialState> => ({
  realm_default_streams: visibleDefaultChannels(directory, viewer),
})

/** Fetch type `default_stream_groups`. */
export const defaultGroupState = (directory: Directory, { viewer }: ChannelView): Partial<InitialState> => ({
  realm_default_stream_groups: visibleDefaultGroups(directory, viewer),
})

/** Fetch type `subscription`: every channel the viewer can see, in exactly one of three lists. */
export function subscriptionState(
  directory: Directory,
  lines: string | null,
  view: ChannelView,
): SerializedState {
  const own = subscriptionsIn(directory, lines)
  const [subscriptions, unsubscribed, never] = [1, 2, 3].map(() => new ChannelList(directory)) as ChannelLists
  for (const [place, channel] of visibleChannels(directory, view)) {
    const subscription = own.get(channel.id)
    const subscribers = subscribersFor(directory, channel, view)
    if (subscription === undefined) never.add(place, subscribers)
    else {
      const list = subscription.isActive ? subscriptions : unsubscribed
      list.addWith(place, subscribers, resolveDefaults(subscription, view).json)
    }
  }
  return {
    subscriptions: subscriptions.list(),
    unsubscribed: unsubscribed.list(),
    never_subscribed: never.list(),
  }
}

type ChannelLists = [ChannelList, ChannelList, ChannelList]

function subscribersFor(directory: Directory, channel: Channel, view: ChannelView): Subscribers {
  if (!view.includeSubscribers) return 'unasked'
  return maySeeSubscribers(directory, view.viewer, channel) ? 'shown' : 'hidden'
}

/** Visible channels with their index in the order of names. */
function* visibleChannels(
  directory: Directory,
  { viewer, capabilities }: ChannelView,
): Iterable<[number, Channel]> {
  for (const [place, channel] of channelsByName(directory).entries()) {
    if (channel.isArchived && !capabilities.archived_channels) continue
    if (canSeeChannel(directory, viewer, channel)) yield [place, channel]
  }
}

/** Replaces null ("use the default") with the setting's value, for clients that do not support null. */
function resolveDefaults(
  subscription: OwnSubscription,
  { viewer, capabilities }: ChannelView,
): OwnSubscription {
  if (capabilities.notification_settings_null) return subscription
  const { isActive, personal } = subscription
  return new OwnSubscription(isActive, {
    ...personal,
    desktop_notifications:
      personal.desktop_notifications ?? userSetting(viewer, 'enable_stream_desktop_notifications'),
    email_notifications:
      personal.email_notifications ?? userSetting(viewer, 'enable_stream_email_notifications'),
    push_notifications:
      personal.push_notifications ?? userSetting(viewer, 'enable_stream_push_notifications'),
    audible_notifications:
      personal.audible_notifications ?? userSetting(viewer, 'enable_stream_audible_notifications'),
  })
}
