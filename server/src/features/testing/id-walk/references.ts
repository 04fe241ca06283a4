import { areas, type Endpoint, type EndpointName } from '@loquat/contract'
import { missingThings, type ThingKind, type Things } from './things.ts'

/** A parameter, or a part of one, that names an object. */
export interface Reference {
  endpoint: EndpointName
  /** The parameter. */
  label: string
  kind: ThingKind
  fields(value: number | string): Record<string, unknown>
}

type Wrap = (value: number | string) => unknown
const plain: Wrap = (value) => value
const list: Wrap = (value) => [value]
const group: Wrap = (value) => ({ direct_members: [], direct_subgroups: [value] })

/** Parameters that name objects, wherever they occur. */
const byName: Record<string, [ThingKind, Wrap]> = {
  message_id: ['message', plain],
  message_ids: ['message', list],
  messages: ['message', list],
  msg_ids: ['message', list],
  stream_id: ['channel', plain],
  stream_ids: ['channel', list],
  channel_ids: ['channel', list],
  stream: ['channel name', plain],
  stream_names: ['channel name', list],
  default_sending_stream: ['channel name', plain],
  default_events_register_stream: ['channel name', plain],
  new_stream_announcements_stream_id: ['channel', plain],
  signup_announcements_stream_id: ['channel', plain],
  chat_update_announcements_stream_id: ['channel', plain],
  moderation_request_channel_id: ['channel', plain],
  user_id: ['user', plain],
  muted_user_id: ['user', plain],
  sender_id: ['bot', plain],
  bot_owner_id: ['user', plain],
  principals: ['user', list],
  members: ['user', list],
  email: ['email address', plain],
  user_id_or_email: ['email address', plain],
  bot_id: ['bot', plain],
  user_group_id: ['group', plain],
  group_ids: ['group', list],
  subgroups: ['group', list],
  add_subgroups: ['group', list],
  delete_subgroups: ['group', list],
  bookmark_id: ['bookmark', plain],
  bookmark_ids: ['bookmark', list],
  channel_folder_id: ['channel folder', plain],
  folder_id: ['channel folder', plain],
  user_ids: ['user', list],
  draft_id: ['draft', plain],
  later_id: ['later item', plain],
  saved_search_id: ['saved search', plain],
  call_id: ['call', plain],
  saved_snippet_id: ['snippet', plain],
  scheduled_message_id: ['scheduled message', plain],
  attachment_id: ['attachment', plain],
  filename: ['file', plain],
  session_id: ['session', plain],
  invite_id: ['invitation', plain],
  field_id: ['profile field', plain],
  filter_id: ['linkifier', plain],
  ordered_linkifier_ids: ['linkifier', list],
  order: ['profile field', list],
  playground_id: ['playground', plain],
  export_id: ['export', plain],
  import_id: ['import', plain],
  group_id: ['default channel group', plain],
  feed_id: ['feed', plain],
  queue_id: ['queue', plain],
  domain: ['domain', plain],
  emoji_name: ['emoji', plain],
}

/** Parameters that name no object in these endpoints, or one in another form, which `nested` lists. */
const unnamed: Partial<Record<EndpointName, string[]>> = {
  requestPasswordReset: ['email'],
  requestJoining: ['email'],
  createUser: ['email'],
  updateSettings: ['email'],
  updateDisplaySettings: ['email'],
  updateNotificationSettings: ['email'],
  addDomain: ['domain'],
  addCustomEmoji: ['emoji_name'],
  addReaction: ['emoji_name'],
  removeReaction: ['emoji_name'],
  updateStatus: ['emoji_name'],
  // An own queue, for the message that the client shows before it is sent. It is not looked up.
  sendMessage: ['queue_id'],
  joinCall: ['queue_id'],
  // Only with the type `channel`.
  setTypingStatus: ['stream_id'],
  reorderChannelFolders: ['order'],
  arrangeChannelFolders: ['order'],
  revokeInvitationLink: ['invite_id'],
  checkIntegration: ['stream'],
  postToIntegration: ['stream'],
}

const narrowTo =
  (operator: string): Wrap =>
  (operand) => [{ operator, operand }]
const window = { anchor: 'oldest', num_before: 0, num_after: 10 }

const nested: [EndpointName, string, ThingKind, Reference['fields']][] = [
  ['sendMessage', 'to a channel', 'channel', (to) => ({ type: 'channel', to, topic: 'a' })],
  ['sendMessage', 'to a user', 'user', (to) => ({ type: 'direct', to: [to], topic: undefined })],
  ['createScheduledMessage', 'to a channel', 'channel', (to) => ({ type: 'channel', to, topic: 'a' })],
  ['createScheduledMessage', 'to a user', 'user', (to) => ({ type: 'direct', to: [to], topic: undefined })],
  ['editScheduledMessage', 'to a channel', 'channel', (to) => ({ type: 'channel', to, topic: 'a' })],
  ['setTypingStatus', 'to a user', 'user', (to) => ({ type: 'direct', op: 'start', to: [to] })],
  [
    'setTypingStatus',
    'in a channel',
    'channel',
    (stream_id) => ({ type: 'channel', op: 'start', to: undefined, stream_id, topic: 'a' }),
  ],
  ['getMessages', 'narrow id', 'message', (value) => ({ ...window, narrow: narrowTo('id')(value) })],
  ['getMessages', 'narrow with', 'message', (value) => ({ ...window, narrow: narrowTo('with')(value) })],
  ['getMessages', 'anchor', 'message', (anchor) => ({ ...window, num_after: 0, anchor, narrow: [] })],
  ['getMessages', 'narrow sender', 'user', (value) => ({ ...window, narrow: narrowTo('sender')(value) })],
  ['getMessages', 'narrow dm', 'user', (value) => ({ ...window, narrow: narrowTo('dm')([value] as never) })],
  [
    'getMessages',
    'narrow sender by address',
    'email address',
    (value) => ({ ...window, narrow: narrowTo('sender')(value) }),
  ],
  [
    'getMessages',
    'narrow dm by address',
    'email address',
    (value) => ({ ...window, narrow: narrowTo('dm')(value) }),
  ],
  ['sendMessage', 'to an address', 'email address', (to) => ({ type: 'direct', to: [to], topic: undefined })],
  [
    'unsubscribe',
    'principals by address',
    'email address',
    (address) => ({ subscriptions: ['general'], principals: [address] }),
  ],
  ['updateMessageFlags', 'read', 'message', (id) => ({ messages: [id], op: 'add', flag: 'read' })],
  ['updateMessageFlags', 'unread', 'message', (id) => ({ messages: [id], op: 'remove', flag: 'read' })],
  [
    'createDrafts',
    'in a channel',
    'channel',
    (id) => ({ drafts: [{ type: 'stream', to: [id], topic: 'a', content: 'b' }] }),
  ],
  [
    'createDrafts',
    'to a user',
    'user',
    (id) => ({ drafts: [{ type: 'private', to: [id], topic: '', content: 'b' }] }),
  ],
  [
    'updateSubscriptionProperties',
    'stream_id',
    'channel',
    (stream_id) => ({ subscription_data: [{ stream_id, property: 'is_muted', value: true }] }),
  ],
  ['changeGroupMembers', 'add', 'user', (id) => ({ add: [id] })],
  ['changeGroupMembers', 'delete', 'user', (id) => ({ add: undefined, delete: [id] })],
  ['changeSubgroups', 'add', 'group', (id) => ({ add: [id] })],
  // Subscribing creates channels that do not exist, so that its answer for a private channel has to differ.
  [
    'unsubscribe',
    'subscriptions',
    'channel name',
    (name) => ({ subscriptions: [name], principals: undefined }),
  ],
  ['changeSubscriptions', 'delete', 'channel name', (name) => ({ add: undefined, delete: [name] })],
  ['reorderChannelFolders', 'order', 'channel folder', (id) => ({ order: [id] })],
  ['arrangeChannelFolders', 'order', 'channel folder', (id) => ({ order: [id], collapse: undefined })],
  ['arrangeChannelFolders', 'collapse', 'channel folder', (id) => ({ order: undefined, collapse: [id] })],
  [
    'arrangeChannelFolders',
    'expand',
    'channel folder',
    (id) => ({ order: undefined, collapse: undefined, expand: [id] }),
  ],
  ['revokeInvitationLink', 'invite_id', 'invitation link', (invite_id) => ({ invite_id })],
  ['getUser', 'a bot', 'bot', (user_id) => ({ user_id })],
  ['updateUser', 'a bot', 'bot', (user_id) => ({ user_id })],
  ['deactivateUser', 'a bot', 'bot', (user_id) => ({ user_id })],
  ['updateRealm', 'permission', 'group', (id) => ({ can_create_groups: { new: id } })],
  ['updateChannel', 'permission', 'group', (id) => ({ can_subscribe_group: { new: id } })],
  ['updateUserGroup', 'permission', 'group', (id) => ({ can_join_group: { new: group(id) } })],
]

/** Other values of parameters, without which a call fails before it looks the object up. */
const companions: Record<string, Record<string, unknown>> = {
  'createBot default_events_register_stream': { short_name: 'other', full_name: 'Other' },
  'createUserGroup subgroups': { name: 'pickers' },
  'changeGroupMembers add_subgroups': { add: undefined },
  'changeGroupMembers delete_subgroups': { add: undefined },
  'getMessages message_ids': { anchor: undefined, num_before: undefined, num_after: undefined, narrow: [] },
  'matchesNarrow msg_ids': { narrow: [] },
  'editDraft draft_id': { draft: { type: 'private', to: [], topic: '', content: 'b' } },
  'updateMutedTopics stream': { stream_id: undefined },
  'unsubscribe principals': { subscriptions: ['orchard'] },
  'changeSubscriptions principals': { add: [{ name: 'orchard' }], delete: undefined },
  'getPinnedMessages user_ids': { stream_id: undefined, topic: undefined },
  'removeFeed bot_id': { feed_id: missingThings.feed },
  'removeChannelFeed stream_id': { feed_id: missingThings.feed },
}

const everyEndpoint = Object.values(areas).flatMap((area) => Object.entries(area)) as [
  EndpointName,
  Endpoint,
][]

const fieldsOf = ({ pathParams, params }: Endpoint) => [...Object.keys(pathParams), ...Object.keys(params)]

/** Every reference of every endpoint of the contract. */
export const references: Reference[] = everyEndpoint.flatMap(([endpoint, declared]) => [
  ...fieldsOf(declared).flatMap((name): Reference[] => {
    const [kind, wrap] = byName[name] ?? []
    if (kind === undefined || wrap === undefined || unnamed[endpoint]?.includes(name)) return []
    return [
      {
        endpoint,
        label: name,
        kind,
        fields: (value) => ({ ...companions[`${endpoint} ${name}`], [name]: wrap(value) }),
      },
    ]
  }),
  ...nested
    .filter(([name]) => name === endpoint)
    .map(([, label, kind, fields]): Reference => ({ endpoint, label, kind, fields })),
])

/** Names of path parameters and IDs that the walk does not know. */
export const unknownFields = everyEndpoint.flatMap(([endpoint, declared]) =>
  [
    ...Object.keys(declared.pathParams),
    ...Object.keys(declared.params).filter((name) => /(^|_)ids?$/.test(name)),
  ]
    .filter((name) => byName[name] === undefined)
    .map((name) => `${endpoint}: ${name}`),
)

/** The example of an endpoint, with the objects of this organization. */
export function exampleWith(
  endpoint: EndpointName,
  declared: Endpoint,
  things: Things,
): Record<string, unknown> {
  const example = Object.entries(declared.example).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && value.constructor.name === 'Given'
      ? 'x'.repeat(24)
      : value,
  ])
  const named = fieldsOf(declared).flatMap((name) => {
    const [kind, wrap] = byName[name] ?? []
    if (kind === undefined || wrap === undefined || unnamed[endpoint]?.includes(name)) return []
    return name in declared.example || name in declared.pathParams ? [[name, wrap(things[kind])]] : []
  })
  return { ...Object.fromEntries(example), ...Object.fromEntries(named) }
}
