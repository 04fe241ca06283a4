import { z } from 'zod'
import { subscriptionSwitches } from '../endpoints/channels.ts'
import { event } from '../event.ts'
import { channelObject, defaultChannelGroupObject, subscriptionObject } from '../objects/channels.ts'
import { groupSettingValue } from '../objects/groups.ts'

export const channelCreated = event(
  'stream',
  'create',
  'Channels were created or became visible. Always sent before a subscription to them.',
  { streams: z.array(channelObject) },
)

export const channelDeleted = event('stream', 'delete', 'Channels were deleted or are no longer visible.', {
  streams: z.array(z.strictObject({ stream_id: z.int() })),
  stream_ids: z.array(z.int()),
})

export const channelUpdated = event('stream', 'update', 'One property of a channel changed.', {
  stream_id: z.int(),
  name: z.string(),
  property: z.string(),
  value: z.union([groupSettingValue, z.boolean(), z.string(), z.null()]),
  rendered_description: z.string().optional(),
  history_public_to_subscribers: z.boolean().optional(),
  is_web_public: z.boolean().optional(),
})

export const subscriptionAdded = event(
  'subscription',
  'add',
  'The recipient was subscribed to channels. Always contains the subscribers.',
  { subscriptions: z.array(subscriptionObject) },
)

export const subscriptionRemoved = event(
  'subscription',
  'remove',
  'The recipient was unsubscribed from channels.',
  {
    subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
  },
)

export const subscriptionUpdated = event(
  'subscription',
  'update',
  'The recipient changed a personal setting of a channel. Muting is sent under both of its names.',
  {
    stream_id: z.int(),
    property: z.enum(['color', ...subscriptionSwitches]),
    value: z.union([z.boolean(), z.string()]),
  },
)

const peers = { stream_ids: z.array(z.int()), user_ids: z.array(z.int()) }
export const peersAdded = event('subscription', 'peer_add', 'Other users were subscribed to channels.', peers)
export const peersRemoved = event(
  'subscription',
  'peer_remove',
  'Other users were unsubscribed from channels.',
  peers,
)

export const defaultChannelsChanged = event(
  'default_streams',
  null,
  'The default channels changed. Contains all of them. Not sent to guests.',
  { default_streams: z.array(z.int()) },
)

export const defaultChannelGroupsChanged = event(
  'default_stream_groups',
  null,
  'The default channel groups changed. Contains all of them, by name. Not sent to guests.',
  { default_stream_groups: z.array(defaultChannelGroupObject) },
)
