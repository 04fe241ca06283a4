import { z } from 'zod'
import { list, longText, maxDirectRecipients, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { componentList } from '../objects/components.ts'
import { fetchedMessageObject } from '../objects/messages.ts'
import { flag, json, jsonOrText, text } from '../param.ts'
import { narrowReasons, renderReasons, sendReasons } from '../reasons/messages.ts'

export const maxMessagesPerFetch = 5_000
/** Maximum number of messages that one request marks read or unread: as many unread ones as a register response lists. */
export const maxFlagChanges = 50_000
/** The anchor that means "the newest message": above every message ID. */
export const newestAnchor = 10_000_000_000_000_000

/** Maximum number of terms in a narrow. */
export const maxNarrowTerms = 50
/** Maximum length of an operand: the name of a channel, a topic, a search query. */
export const maxOperandLength = 1_000

const operand = z.union([string(maxOperandLength), z.int(), list(z.int(), maxDirectRecipients)])
export const narrowTerm = z.union([
  z.object({ operator: string(100), operand, negated: z.boolean().default(false) }),
  z
    .tuple([string(100), string(maxOperandLength)])
    .transform(([operator, operand]) => ({ operator, operand, negated: false })),
])
export type NarrowTerm = z.output<typeof narrowTerm>

const narrow = list(narrowTerm, maxNarrowTerms)
/** IDs of messages to fetch. */
const fetchedIds = list(z.int().min(0), maxMessagesPerFetch)

export const sendMessage = endpoint({
  route: 'POST /messages',
  summary: 'Send a message',
  notes:
    'Use this to send a channel message or a direct message. The message is stored durably before the reply is sent.',
  auth: 'user',
  openToWebhookBots: true,
  params: {
    type: text(z.enum(['direct', 'private', 'channel', 'stream'])),
    // Names, addresses or IDs in several forms, at most `maxDirectRecipients`.
    to: jsonOrText(z.unknown().optional(), { maxLength: 100_000 }),
    topic: text(shortText.optional(), { aliases: ['subject'] }),
    content: text(longText),
    queue_id: text(shortText.optional()),
    local_id: text(shortText.optional()),
    read_by_sender: json(z.boolean().optional()),
    widget_content: text(longText.optional()),
    components: json(componentList.optional()),
    sender: text(shortText.optional()),
    forged: flag(),
  },
  example: { type: 'channel', to: 'orchard', topic: 'plums', content: 'They are **ripe**, @**Ana López**!' },
  reply: { id: z.int(), automatic_new_visibility_policy: z.literal([2, 3]).optional() },
  reasons: [
    ...sendReasons,
    'message-sender-denied',
    'widget-not-json',
    'widget-malformed',
    'components-denied',
    'components-malformed',
  ],
})

const anchorText = string(100).regex(/^\s*([+-]?\d+|newest|oldest|first_unread)\s*$/, 'Invalid anchor')

export const getMessages = endpoint({
  route: 'GET /messages',
  summary: 'Get messages',
  notes:
    'Use this to fetch message history and search results: messages around an anchor, or by ID, that match a narrow.',
  auth: 'spectator',
  params: {
    anchor: text(anchorText.optional()),
    include_anchor: json(z.boolean().optional()),
    num_before: json(z.int().min(0).optional()),
    num_after: json(z.int().min(0).optional()),
    narrow: json(narrow.nullable().default([])),
    use_first_unread_anchor: json(z.boolean().optional()),
    client_external_avatar: flag(true),
    apply_markdown: flag(true),
    allow_empty_topic_name: flag(),
    message_ids: json(fetchedIds.nullable().default(null)),
    search_files: flag(),
    search_order: text(z.enum(['time', 'relevance']).default('time')),
    search_words: text(z.enum(['exact', 'similar']).default('exact')),
  },
  example: {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: 'orchard' },
      { operator: 'topic', operand: 'plums' },
    ],
  },
  reply: {
    messages: z.array(fetchedMessageObject),
    anchor: z.number().optional(),
    found_anchor: z.boolean(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    history_limited: z.boolean(),
    ranked_ids: z.array(z.int()).optional(),
  },
  reasons: [
    'message-selection-ambiguous',
    'message-anchor-missing',
    'message-fetch-limit-exceeded',
    'message-fetch-anchor-required',
    'search-order-words-missing',
    'search-order-range-invalid',
    'spectator-narrow-denied',
    ...narrowReasons,
  ],
})

export const updateMessageFlags = endpoint({
  route: 'POST /messages/flags',
  summary: 'Update personal message flags',
  notes:
    'Use this to mark messages as read or unread, or to star them. One request can mark at most 50,000 messages read ' +
    'or unread, and change other flags of at most 5,000.',
  auth: 'user',
  params: {
    messages: json(list(z.int(), maxFlagChanges)),
    op: text(z.enum(['add', 'remove'])),
    flag: text(),
  },
  example: { messages: [sample.message], op: 'add', flag: 'starred' },
  reply: { messages: z.array(z.int()), ignored_because_not_subscribed_channels: z.array(z.int()) },
  reasons: [
    'message-flag-not-found',
    'message-flag-read-only',
    'message-flag-message-not-found',
    'message-flag-limit-exceeded',
  ],
})

export const matchesNarrow = endpoint({
  route: 'GET /messages/matches_narrow',
  summary: 'Check if messages match a narrow',
  notes:
    'Use this to decide whether new messages belong to a view, for narrows that a client cannot evaluate.',
  auth: 'user',
  params: {
    msg_ids: json(list(z.int(), maxMessagesPerFetch)),
    narrow: json(narrow),
  },
  example: { msg_ids: [sample.message, sample.poll], narrow: [{ operator: 'search', operand: 'ripe' }] },
  reply: {
    messages: z.record(z.string(), z.strictObject({ match_content: z.string(), match_subject: z.string() })),
  },
  reasons: narrowReasons,
})

export const updateMessageFlagsForNarrow = endpoint({
  route: 'POST /messages/flags/narrow',
  summary: 'Update personal message flags for a narrow',
  notes:
    'Use this to change a flag of all messages that match a narrow, in batches around an anchor, such as marking a ' +
    'topic as read.',
  auth: 'user',
  params: {
    anchor: text(anchorText),
    include_anchor: flag(true),
    num_before: json(z.int().min(0)),
    num_after: json(z.int().min(0)),
    narrow: json(narrow.nullable()),
    op: text(z.enum(['add', 'remove'])),
    flag: text(),
  },
  example: {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1000,
    narrow: [{ operator: 'channel', operand: 'orchard' }],
    op: 'add',
    flag: 'read',
  },
  reply: {
    processed_count: z.int(),
    updated_count: z.int(),
    first_processed_id: z.int().nullable(),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    ignored_because_not_subscribed_channels: z.array(z.int()),
  },
  reasons: [
    'message-flag-not-found',
    'message-flag-read-only',
    'message-flag-message-not-found',
    'message-flag-limit-exceeded',
    'message-flag-anchor-required',
    ...narrowReasons,
  ],
})

export const markAllAsRead = endpoint({
  route: 'POST /mark_all_as_read',
  summary: 'Mark all messages as read',
  notes: 'Use this only in older clients.',
  deprecated: 'Use `POST /messages/flags/narrow`.',
  auth: 'user',
  params: {},
  reply: { complete: z.boolean() },
  reasons: [],
})

export const markChannelAsRead = endpoint({
  route: 'POST /mark_stream_as_read',
  summary: 'Mark messages in a channel as read',
  notes: 'Use this only in older clients.',
  deprecated: 'Use `POST /messages/flags/narrow`.',
  auth: 'user',
  params: { stream_id: json(z.int()) },
  example: { stream_id: sample.channel },
  reply: {},
  reasons: ['readable-channel-not-found'],
})

export const markTopicAsRead = endpoint({
  route: 'POST /mark_topic_as_read',
  summary: 'Mark messages in a topic as read',
  notes: 'Use this only in older clients.',
  deprecated: 'Use `POST /messages/flags/narrow`.',
  auth: 'user',
  params: { stream_id: json(z.int()), topic_name: text() },
  example: { stream_id: sample.channel, topic_name: 'plums' },
  reply: {},
  reasons: ['readable-channel-not-found', 'readable-topic-empty'],
})

export const renderMessage = endpoint({
  route: 'POST /messages/render',
  summary: 'Render a message',
  notes: 'Use this for previews: returns the HTML of a text, as if the caller sent it.',
  auth: 'user',
  params: { content: text(longText) },
  example: { content: 'Plums are **ripe** :tada:' },
  reply: { rendered: z.string() },
  reasons: ['message-content-empty', ...renderReasons],
})
