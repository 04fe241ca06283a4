import { z } from 'zod'
import { subscriptionSwitches } from '../endpoints/channels.ts'
import { event } from '../event.ts'
import { channelObject, defaultChannelGroupObject, subscriptionObject } from '../objects/channels.ts'
import { groupSettingValue } from '../objects/groups.ts'

export const channelCreated = event(
  'stream',
  'create',
  'Channels came into being or into sight; always before a subscription to them.',
  { streams: z.array(channelObject) },
)

export const channelDeleted = event('stream', 'delete', 'Channels went out of sight.', {
  streams: z.array(z.strictObject({ stream_id: z.int() })),
  stream_ids: z.array(z.int()),
})

export const channelUpdated = event('stream', 'update', 'A property of a channel changed.', {
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
  'The receiver was subscribed. Always carries the subscribers.',
  { subscriptions: z.array(subscriptionObject) },
)

export const subscriptionRemoved = event('subscription', 'remove', 'The receiver was unsubscribed.', {
  subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
})

export const subscriptionUpdated = event(
  'subscription',
  'update',
  'The receiver changed something personal about a subscription. Muting comes under both of its names.',
  {
    stream_id: z.int(),
    property: z.enum(['color', ...subscriptionSwitches]),
    value: z.union([z.boolean(), z.string()]),
  },
)

const peers = { stream_ids: z.array(z.int()), user_ids: z.array(z.int()) }
export const peersAdded = event('subscription', 'peer_add', 'Others were subscribed.', peers)
export const peersRemoved = event('subscription', 'peer_remove', 'Others were unsubscribed.', peers)

export const defaultChannelsChanged = event(
  'default_streams',
  null,
  'The channels that new people are subscribed to are now these. Not for guests.',
  { default_streams: z.array(z.int()) },
)

export const defaultChannelGroupsChanged = event(
  'default_stream_groups',
  null,
  'The sets of channels that new people can choose are now these, by name. Not for guests.',
  { default_stream_groups: z.array(defaultChannelGroupObject) },
)
