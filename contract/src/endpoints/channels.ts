import { z } from 'zod'
import { list, maxObjects, maxPeople, shortText, sizeFirst, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { channelObject, subscriptionObject } from '../objects/channels.ts'
import { groupSettingInput } from '../objects/groups.ts'
import { flag, json, jsonOrText, text } from '../param.ts'
import { permissionReasons } from '../reasons/shared.ts'

export const maxChannelNameLength = 60
export const maxChannelDescriptionLength = 1024

/** Lengths are counted in code points. */
export const channelDescription = string(2 * maxChannelDescriptionLength).refine(
  (value) => [...value].length <= maxChannelDescriptionLength,
  'The description is too long',
)

const principals = json(sizeFirst(z.union([z.array(z.int()), z.array(shortText)]), maxPeople).optional())
const holder = json(groupSettingInput.optional())

/** Channel names by user ID. */
const namesByUser = z.record(z.string(), z.array(z.string()))

const color = string(7).regex(/^#[0-9a-fA-F]{3,6}$/)

/** Maximum number of channels that one request subscribes to or unsubscribes from. */
export const maxChannelsPerRequest = 500
/** Maximum number of channels that one request creates. */
export const maxNewChannels = 100

const newSubscriptions = list(
  z.object({ name: shortText, description: channelDescription.optional(), color: color.optional() }),
  maxChannelsPerRequest,
)
const names = list(shortText, maxChannelsPerRequest)

/** The users to subscribe, and the settings of channels that do not exist yet. */
const subscribeOptions = {
  principals,
  authorization_errors_fatal: flag(true),
  invite_only: flag(),
  is_web_public: flag(),
  is_default_stream: flag(),
  announce: flag(),
  history_public_to_subscribers: json(z.boolean().optional()),
  message_retention_days: jsonOrText(z.union([shortText, z.int()]).optional()),
  can_add_subscribers_group: holder,
  can_administer_channel_group: holder,
  can_remove_subscribers_group: holder,
  can_send_message_group: holder,
  can_subscribe_group: holder,
}

const joinedReply = {
  subscribed: namesByUser,
  already_subscribed: namesByUser,
  unauthorized: z.array(z.string()).optional(),
}
const channelNameReasons = ['channel-name-empty', 'channel-name-too-long', 'channel-name-invalid'] as const
const principalReasons = ['principal-not-found', 'principals-too-many'] as const
const subscribeReasons = [
  ...channelNameReasons,
  ...principalReasons,
  ...permissionReasons,
  'channel-creation-denied',
  'channel-creation-limit-exceeded',
  'new-account-channels-too-many',
  'channel-retention-denied',
  'channel-retention-invalid',
  'web-public-channel-private',
  'web-public-channels-disabled',
  'web-public-channel-creation-denied',
  'default-channel-private',
  'default-channel-creation-denied',
  'subscription-denied',
  'subscription-of-others-denied',
] as const

const leftReply = { removed: z.array(z.string()), not_removed: z.array(z.string()) }

export const subscribe = endpoint({
  route: 'POST /users/me/subscriptions',
  summary: 'Subscribe to channels',
  notes:
    'Use this to subscribe yourself or other users to channels. Channels that do not exist are created; the ' +
    'parameters after `authorization_errors_fatal` are their properties.',
  auth: 'user',
  gate: 'not-guest',
  params: { subscriptions: json(newSubscriptions), ...subscribeOptions },
  example: {
    subscriptions: [{ name: 'orchard' }, { name: 'harvest', description: 'What is ripe, and who picks it' }],
    principals: [sample.user],
  },
  reply: joinedReply,
  reasons: [...subscribeReasons],
})

export const changeSubscriptions = endpoint({
  route: 'PATCH /users/me/subscriptions',
  summary: 'Update subscriptions',
  notes:
    'Use this to subscribe and unsubscribe in one request. First the channels of `add` are subscribed, then those of ' +
    '`delete` are unsubscribed. All changes are applied, or none.',
  auth: 'user',
  gate: 'not-guest',
  params: { delete: json(names.default([])), add: json(newSubscriptions.default([])), ...subscribeOptions },
  example: { add: [{ name: 'harvest' }], delete: ['meadow'] },
  reply: { ...joinedReply, ...leftReply },
  reasons: [
    ...subscribeReasons,
    'subscription-change-empty',
    'channel-not-found',
    'subscription-removal-denied',
  ],
})

export const getSubscriptions = endpoint({
  route: 'GET /users/me/subscriptions',
  summary: 'Get subscribed channels',
  notes: 'Use this to list the channels that you are subscribed to, with your personal settings.',
  auth: 'user',
  params: { include_subscribers: flag() },
  example: { include_subscribers: true },
  reply: { subscriptions: z.array(subscriptionObject) },
})

export const unsubscribe = endpoint({
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe from channels',
  notes: 'Use this to unsubscribe yourself or other users from channels.',
  auth: 'user',
  params: { subscriptions: json(names), principals },
  example: { subscriptions: ['harvest'], principals: [sample.user] },
  reply: leftReply,
  reasons: [...channelNameReasons, ...principalReasons, 'channel-not-found', 'subscription-removal-denied'],
})

/** Boolean properties of a subscription. `in_home_view` is the legacy inverse of `is_muted`. */
export const subscriptionSwitches = [
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

export const propertyChange = z.discriminatedUnion('property', [
  z.object({ stream_id: z.int(), property: z.literal('color'), value: color }),
  z.object({ stream_id: z.int(), property: z.enum(subscriptionSwitches), value: z.boolean() }),
])
export type PropertyChange = z.output<typeof propertyChange>

export const updateSubscriptionProperties = endpoint({
  route: 'POST /users/me/subscriptions/properties',
  summary: 'Update subscription settings',
  notes:
    'Use this to change personal settings of channels: color, muting, pinning, notifications. All entries are ' +
    'checked before any is applied; then they are applied one by one, up to the first that fails.',
  auth: 'user',
  params: { subscription_data: json(list(propertyChange, maxObjects)) },
  example: {
    subscription_data: [
      { stream_id: sample.channel, property: 'pin_to_top', value: true },
      { stream_id: sample.channel, property: 'color', value: '#76ce90' },
    ],
  },
  reply: {},
  reasons: ['channel-not-found', 'subscription-missing'],
})

export const updateSubscriptionProperty = endpoint({
  route: 'PATCH /users/me/subscriptions/{stream_id}',
  summary: 'Update a subscription setting',
  notes: 'Use this to change one personal setting of a channel.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {
    property: text(z.enum(['color', ...subscriptionSwitches])),
    value: jsonOrText(z.union([z.boolean(), shortText])),
  },
  example: { stream_id: sample.channel, property: 'is_muted', value: false },
  reply: {},
  reasons: ['channel-not-found', 'subscription-missing', 'subscription-property-invalid'],
})

export const getSubscriptionStatus = endpoint({
  route: 'GET /users/{user_id}/subscriptions/{stream_id}',
  summary: 'Get subscription status',
  notes: 'Use this to check whether a user is subscribed to a channel.',
  auth: 'user',
  path: { user_id: 'int', stream_id: 'int' },
  params: {},
  example: { user_id: sample.user, stream_id: sample.channel },
  reply: { is_subscribed: z.boolean() },
  reasons: ['channel-not-found', 'user-not-found'],
})

export const getChannels = endpoint({
  route: 'GET /streams',
  summary: 'Get all channels',
  notes:
    'Use this to list channels, by name. The result is the union of the filters. `include_can_access_content` covers ' +
    'public, web-public and subscribed channels; `include_all` covers all other filters. `include_default` adds no ' +
    'channels, but `is_default` to each.',
  auth: 'user',
  params: {
    include_public: flag(true),
    include_web_public: flag(),
    include_subscribed: flag(true),
    exclude_archived: flag(true),
    include_all: flag(),
    // Legacy name. Not an alias, because clients of several server versions send both.
    include_all_active: flag(),
    include_owner_subscribed: flag(),
    include_can_access_content: flag(),
    include_default: flag(),
  },
  example: { include_subscribed: false, include_default: true },
  reply: { streams: z.array(channelObject.extend({ is_default: z.boolean().optional() })) },
})

export const getChannel = endpoint({
  route: 'GET /streams/{stream_id}',
  summary: 'Get a channel',
  notes: 'Use this to look up a channel by ID.',
  auth: 'spectator',
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.channel },
  reply: { stream: channelObject },
  reasons: ['channel-not-found'],
})

export const getChannelId = endpoint({
  route: 'GET /get_stream_id',
  summary: 'Get channel ID',
  notes: 'Use this to look up the ID of a channel by its name.',
  auth: 'user',
  params: { stream: text() },
  example: { stream: 'orchard' },
  reply: { stream_id: z.int() },
  reasons: ['channel-not-found'],
})

export const getSubscribers = endpoint({
  route: 'GET /streams/{stream_id}/members',
  summary: 'Get channel subscribers',
  notes: 'Use this to list the user IDs of the subscribers of a channel.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.channel },
  reply: { subscribers: z.array(z.int()) },
  reasons: ['channel-not-found'],
})

export const getSubscriberCounts = endpoint({
  route: 'GET /streams/subscriber_counts',
  summary: 'Get subscriber counts',
  notes:
    'Use this to show the size of channels without fetching all subscribers. Includes channels that are not archived ' +
    'and whose subscribers you can see.',
  auth: 'user',
  params: {},
  example: {},
  reply: { subscriber_counts: z.record(z.string(), z.int()) },
})

/** An address belongs to a channel, a user and the sender of the messages. */
const ofChannelEmail = {
  auth: 'user',
  path: { stream_id: 'int' },
  params: { sender_id: json(z.int().optional()) },
  example: { stream_id: sample.channel },
  reply: { email: z.string() },
} as const
const channelEmailReasons = [
  'channel-not-found',
  'channel-email-sender-denied',
  'bot-access-denied',
  'bot-that-creates-users-access-denied',
] as const

export const getChannelEmail = endpoint({
  route: 'GET /streams/{stream_id}/email_address',
  summary: "Get a channel's email address",
  notes:
    'Use this to get your address for sending email to a channel. It is created with the first request, and stays the ' +
    'same until it is replaced. Emails to it are posted by the email gateway or by `sender_id`, the subject being the ' +
    'topic. Options follow the token, separated by periods or plus signs: `show-sender`, `include-quotes`, ' +
    '`prefer-html`. The address is empty if the server receives no email.',
  ...ofChannelEmail,
  reasons: channelEmailReasons,
})

export const replaceChannelEmail = endpoint({
  route: 'POST /streams/{stream_id}/email_address',
  summary: "Regenerate a channel's email address",
  notes:
    'Use this if your email address of a channel became known to others. The previous address stops working. ' +
    'Addresses of other users and of other senders stay.',
  ...ofChannelEmail,
  reasons: [...channelEmailReasons, 'inbound-email-disabled'],
})

export const getTopics = endpoint({
  route: 'GET /users/me/{stream_id}/topics',
  summary: 'Get topics in a channel',
  notes: 'Use this to list the topics of a channel, newest first.',
  auth: 'spectator',
  path: { stream_id: 'int' },
  params: { allow_empty_topic_name: flag() },
  example: { stream_id: sample.channel, allow_empty_topic_name: true },
  reply: { topics: z.array(z.strictObject({ name: z.string(), max_id: z.int() })) },
  reasons: ['channel-not-found'],
})

export const addDefaultChannel = endpoint({
  route: 'POST /default_streams',
  summary: 'Add a default channel',
  notes: 'Use this to subscribe all new users to a public channel.',
  auth: 'user',
  gate: 'admin',
  params: { stream_id: json(z.int()) },
  example: { stream_id: sample.channel },
  reply: {},
  reasons: ['channel-not-found', 'default-channel-private'],
})

export const removeDefaultChannel = endpoint({
  route: 'DELETE /default_streams',
  summary: 'Remove a default channel',
  notes: 'Use this to stop subscribing new users to a channel. Current subscribers stay.',
  auth: 'user',
  gate: 'admin',
  params: { stream_id: json(z.int()) },
  example: { stream_id: sample.channel },
  reply: {},
  reasons: ['channel-not-found'],
})
