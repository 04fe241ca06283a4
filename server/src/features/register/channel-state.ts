import type { ClientCapabilities, InitialState } from '@loquat/contract'
import { type Channel, type Directory, type User, userSetting } from '../../directory/directory.ts'
import { mayKnow } from '../../directory/permissions.ts'
import { type PersonalPart, presentPersonal } from '../../directory/personal-part.ts'
import { JsonBytes } from '../../http/json-text.ts'
import { defaultsInSight } from '../channels/default-channels.ts'
import { maySeeSubscribers } from '../channels/present.ts'
import type { OwnSubscription } from '../channels/store.ts'
import { groupsInSight } from '../default-channel-groups/present.ts'
import { channelBytes, channelsByName, channelText, type Subscribers, withFields } from './channel-texts.ts'
import type { ToldState } from './request.ts'

interface View {
  viewer: User
  includeSubscribers: boolean
  capabilities: ClientCapabilities
}

/** Fetch type `stream`. */
export function channelState(directory: Directory, view: View): ToldState {
  const known = knownTo(directory, view)
  return { streams: listOf(known.map((channel) => channelBytes(directory, channel, 'unasked'))) }
}

const [open, comma, close] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]

/** Copying bytes costs a tenth of writing text anew. */
function listOf(items: readonly Buffer[]): JsonBytes {
  const parts = items.flatMap((item, n) => (n === 0 ? [item] : [comma, item]))
  return new JsonBytes(Buffer.concat([open, ...parts, close]))
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
): ToldState {
  const own = new Map(rows.map((row) => [row.channel_id, row]))
  const lists = {
    subscriptions: [] as Buffer[],
    unsubscribed: [] as Buffer[],
    never_subscribed: [] as Buffer[],
  }
  for (const channel of knownTo(directory, view)) {
    const row = own.get(channel.id)
    const subscribers = subscribersFor(directory, channel, view)
    if (row === undefined) {
      lists.never_subscribed.push(channelBytes(directory, channel, subscribers))
      continue
    }
    const shown = channelText(directory, channel, subscribers)
    const { channel_id: _, active, ...personal } = row
    const filled = JSON.stringify(fillIn(presentPersonal(personal), view))
    const list = active ? lists.subscriptions : lists.unsubscribed
    list.push(Buffer.from(withFields(shown, filled.slice(1, -1))))
  }
  return {
    subscriptions: listOf(lists.subscriptions),
    unsubscribed: listOf(lists.unsubscribed),
    never_subscribed: listOf(lists.never_subscribed),
  }
}

function subscribersFor(directory: Directory, channel: Channel, view: View): Subscribers {
  if (!view.includeSubscribers) return 'unasked'
  return maySeeSubscribers(directory, view.viewer, channel) ? 'shown' : 'hidden'
}

function knownTo(directory: Directory, { viewer, capabilities }: View): Channel[] {
  return channelsByName(directory)
    .filter((channel) => capabilities.archived_channels || !channel.isArchived)
    .filter((channel) => mayKnow(directory, viewer, channel))
}

/** Clients that do not know "as in the settings" are told what the settings say. */
function fillIn(subscription: PersonalPart, { viewer, capabilities }: View): PersonalPart {
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
