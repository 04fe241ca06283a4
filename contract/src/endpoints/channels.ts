import { z } from 'zod'
import { list, maxObjects, maxPeople, shortText, sizeFirst, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { channelObject, subscriptionObject } from '../objects/channels.ts'
import { groupSettingInput } from '../objects/groups.ts'
import { flag, json, jsonOrText, text } from '../param.ts'

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
const leftReply = { removed: z.array(z.string()), not_removed: z.array(z.string()) }

export const subscribe = endpoint({
  route: 'POST /users/me/subscriptions',
  summary: 'Subscribe people to channels, creating those that do not exist',
  notes: 'Parameters after `authorization_errors_fatal` describe channels this call creates.',
  auth: 'user',
  gate: 'not-guest',
  params: { subscriptions: json(newSubscriptions), ...subscribeOptions },
  example: {
    subscriptions: [{ name: 'orchard' }, { name: 'harvest', description: 'What is ripe, and who picks it' }],
    principals: [sample.user],
  },
  reply: joinedReply,
  errors: ['UnauthorizedPrincipal', 'ParameterInvalid', 'SystemGroupRequired'],
})

export const changeSubscriptions = endpoint({
  route: 'PATCH /users/me/subscriptions',
  summary: 'Subscribe to channels and unsubscribe from others, all of it or nothing',
  notes: 'First what `add` names, as by `POST`, then what `delete` names, as by `DELETE`.',
  auth: 'user',
  gate: 'not-guest',
  params: { delete: json(names.default([])), add: json(newSubscriptions.default([])), ...subscribeOptions },
  example: { add: [{ name: 'harvest' }], delete: ['meadow'] },
  reply: { ...joinedReply, ...leftReply },
  errors: ['UnauthorizedPrincipal', 'ParameterInvalid', 'SystemGroupRequired'],
})

export const getSubscriptions = endpoint({
  route: 'GET /users/me/subscriptions',
  summary: 'The channels the caller is subscribed to',
  auth: 'user',
  params: { include_subscribers: flag() },
  example: { include_subscribers: true },
  reply: { subscriptions: z.array(subscriptionObject) },
})

export const unsubscribe = endpoint({
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe oneself or others from channels',
  auth: 'user',
  params: { subscriptions: json(names), principals },
  example: { subscriptions: ['harvest'], principals: [sample.user] },
  reply: leftReply,
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
  summary: 'Change what is personal about subscriptions: colour, muting, pinning, notifications',
  notes: 'All entries are checked before any is applied. They are applied one by one, until one is refused.',
  auth: 'user',
  params: { subscription_data: json(list(propertyChange, maxObjects)) },
  example: {
    subscription_data: [
      { stream_id: sample.channel, property: 'pin_to_top', value: true },
      { stream_id: sample.channel, property: 'color', value: '#76ce90' },
    ],
  },
  reply: {},
})

export const updateSubscriptionProperty = endpoint({
  route: 'PATCH /users/me/subscriptions/{stream_id}',
  summary: 'Change one thing that is personal about a subscription',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {
    property: text(z.enum(['color', ...subscriptionSwitches])),
    value: jsonOrText(z.union([z.boolean(), shortText])),
  },
  example: { stream_id: sample.channel, property: 'is_muted', value: false },
  reply: {},
})

export const getSubscriptionStatus = endpoint({
  route: 'GET /users/{user_id}/subscriptions/{stream_id}',
  summary: 'Whether somebody is subscribed to a channel',
  auth: 'user',
  path: { user_id: 'int', stream_id: 'int' },
  params: {},
  example: { user_id: sample.user, stream_id: sample.channel },
  reply: { is_subscribed: z.boolean() },
})

export const getChannels = endpoint({
  route: 'GET /streams',
  summary: 'Channels, by name',
  notes:
    'The union of what the filters name. `include_can_access_content` stands in for the public, web-public and ' +
    "one's own channels; `include_all` for every other filter. `include_default` adds no channels, only " +
    '`is_default` to each.',
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
  summary: 'One channel',
  auth: 'spectator',
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.channel },
  reply: { stream: channelObject },
})

export const getChannelId = endpoint({
  route: 'GET /get_stream_id',
  summary: 'The ID of a channel, by its name',
  auth: 'user',
  params: { stream: text() },
  example: { stream: 'orchard' },
  reply: { stream_id: z.int() },
})

export const getSubscribers = endpoint({
  route: 'GET /streams/{stream_id}/members',
  summary: 'The subscribers of a channel',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.channel },
  reply: { subscribers: z.array(z.int()) },
})

export const getSubscriberCounts = endpoint({
  route: 'GET /streams/subscriber_counts',
  summary: 'How many people are in each channel',
  notes:
    'By the ID of the channel, for channels whose subscribers the caller may see and that are not archived.',
  auth: 'user',
  params: {},
  example: {},
  reply: { subscriber_counts: z.record(z.string(), z.int()) },
})

export const getChannelEmail = endpoint({
  route: 'GET /streams/{stream_id}/email_address',
  summary: 'Where to send mail that shall appear in a channel',
  notes: 'Empty where the server receives no mail.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: { sender_id: json(z.int().optional()) },
  example: { stream_id: sample.channel },
  reply: { email: z.string() },
  errors: ['UnauthorizedPrincipal'],
})

export const getTopics = endpoint({
  route: 'GET /users/me/{stream_id}/topics',
  summary: 'The topics of a channel, newest first',
  auth: 'spectator',
  path: { stream_id: 'int' },
  params: { allow_empty_topic_name: flag() },
  example: { stream_id: sample.channel, allow_empty_topic_name: true },
  reply: { topics: z.array(z.strictObject({ name: z.string(), max_id: z.int() })) },
})

export const addDefaultChannel = endpoint({
  route: 'POST /default_streams',
  summary: 'Make a public channel one that new people are subscribed to',
  auth: 'user',
  gate: 'admin',
  params: { stream_id: json(z.int()) },
  example: { stream_id: sample.channel },
  reply: {},
})

export const removeDefaultChannel = endpoint({
  route: 'DELETE /default_streams',
  summary: 'Let a channel no longer be one that new people are subscribed to',
  auth: 'user',
  gate: 'admin',
  params: { stream_id: json(z.int()) },
  example: { stream_id: sample.channel },
  reply: {},
})
