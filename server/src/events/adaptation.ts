import type { ClientCapabilities } from '@loquat/contract'
import { emptyTopicDisplayName, toWire } from '../directory/topics.ts'
import type { LogBody, LoggedEvent } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'

/**
 * How an event of the log is told to clients that differ in what they understand and in what they asked for. A position is
 * told to a client once at most, since it is the event's ID. Where older clients need more or other events, both forms are
 * in the log, and here each is kept from those it is not for.
 */

type Rewritings = { [T in LogBody['type']]?: (body: Extract<LogBody, { type: T }>) => object | undefined }

interface Adaptation {
  with?: Rewritings
  without?: Rewritings
}

const withheld = () => undefined

/** The events are marked by whoever publishes them, because their shape does not tell: `with` and `without` of an audience. */
const byMark: Adaptation = {}
const nothing: Adaptation = {}

/** By what a client has or lacks: what it is told instead, by type of event. Applied in this order. */
export const adaptations = {
  apply_markdown: {
    with: { message: withMessage(html) },
    without: { message: withMessage(source) },
  },
  client_external_avatar: {
    with: { message: withMessage(omittingAvatar) },
    without: { message: withMessage(showingAvatar) },
  },
  slim_presence: {
    with: { presence: ({ email: _, ...body }) => body },
  },
  /** Only register tells what stands for null. */
  notification_settings_null: nothing,
  bulk_message_deletion: {
    with: { delete_message: (body) => (body.message_ids === undefined ? undefined : body) },
    without: { delete_message: (body) => (body.message_ids === undefined ? body : undefined) },
  },
  /** Addresses are never left out of events. */
  user_avatar_url_field_optional: nothing,
  /** Older clients take all typing for direct messages. */
  stream_typing_notifications: {
    without: {
      typing: (body) => (body.stream_id === undefined ? body : undefined),
      typing_edit_message: (body) => (body.recipient.type === 'direct' ? body : undefined),
    },
  },
  /** What was set is told to everyone as `user_settings`; to older clients in their own words as well. */
  user_settings_object: {
    with: { update_display_settings: withheld, update_global_notifications: withheld },
  },
  linkifier_url_template: {
    without: { realm_linkifiers: withheld },
  },
  /** Somebody unknown comes into lists of everybody only. */
  user_list_incomplete: byMark,
  /** For others a deactivated group is gone, and new when it comes back. */
  include_deactivated_groups: byMark,
  /** For others an archived channel is gone, and new when it comes back. */
  archived_channels: byMark,
  empty_topic_name: {
    without: {
      message: withMessage((message) => (message.type === 'stream' ? named(message, 'subject') : message)),
      update_message: (body) => named(body, 'subject', 'orig_subject'),
      update_message_flags: (body) =>
        body.op === 'remove' && body.message_details !== undefined
          ? { ...body, message_details: mapValues(body.message_details, (detail) => named(detail, 'topic')) }
          : body,
      delete_message: (body) => named(body, 'topic'),
      user_topic: (body) => named(body, 'topic_name'),
      muted_topics: (body) => ({
        ...body,
        muted_topics: body.muted_topics.map(([channel, topic, since]) => [
          channel,
          toWire(topic, false),
          since,
        ]),
      }),
      typing: (body) => named(body, 'topic'),
      typing_edit_message: (body) =>
        body.recipient.type === 'channel' ? { ...body, recipient: named(body.recipient, 'topic') } : body,
    },
  },
} satisfies Record<Ability, Adaptation>

type Ability = keyof ClientCapabilities | 'apply_markdown' | 'client_external_avatar' | 'slim_presence'

type Message = Extract<LogBody, { type: 'message' }>['message']

function withMessage(rewrite: (message: Message) => object) {
  return (body: Extract<LogBody, { type: 'message' }>) => ({ ...body, message: rewrite(body.message) })
}

function html(message: Message) {
  return { ...message, content: message.rendered_content, content_type: 'text/html' }
}

function source(message: Message) {
  return { ...message, content_type: 'text/x-markdown' }
}

function omittingAvatar(message: Message) {
  return { ...message, avatar_url: message.avatar.omissible ? null : message.avatar.url }
}

function showingAvatar(message: Message) {
  return { ...message, avatar_url: message.avatar.url }
}

/** The same with the display value where a topic is empty. */
function named<K extends string, T extends { [N in K]?: string | undefined }>(object: T, ...names: K[]): T {
  const empty = names.filter((name) => object[name] === '')
  return { ...object, ...Object.fromEntries(empty.map((name) => [name, emptyTopicDisplayName])) }
}

function mapValues<V, W>(record: Record<string, V>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

const table = Object.entries(adaptations as Record<Ability, Adaptation>).map(([ability, adaptation], n) => ({
  ability: ability as Ability,
  bit: 1 << n,
  with: (adaptation.with ?? {}) as Record<string, (body: object) => object | undefined>,
  without: (adaptation.without ?? {}) as Record<string, (body: object) => object | undefined>,
}))
const bits = new Map(table.map(({ ability, bit }) => [ability, bit]))
const bitOf = (ability: Ability | undefined) => (ability === undefined ? 0 : (bits.get(ability) ?? 0))

/** The abilities that a type of event is told differently by. */
const typeBits = new Map<string, number>()
for (const { bit, ...rewritings } of table) {
  for (const type of Object.keys({ ...rewritings.with, ...rewritings.without })) {
    typeBits.set(type, (typeBits.get(type) ?? 0) | bit)
  }
}

/** What a client has of the table, as bits. */
export function abilitiesOf(options: QueueOptions): number {
  const has: Record<Ability, boolean> = {
    ...options.capabilities,
    apply_markdown: options.applyMarkdown,
    client_external_avatar: options.externalAvatar,
    slim_presence: options.slimPresence === true,
  }
  return table.reduce((sum, { ability, bit }) => (has[ability] ? sum | bit : sum), 0)
}

type Adaptable = Pick<LoggedEvent, 'body' | 'audience'>

/** Those abilities of a client that matter for an event: all who have the same of them are told the same. */
export function variantOf({ body, audience }: Adaptable, abilities: number): number {
  return abilities & ((typeBits.get(body.type) ?? 0) | bitOf(audience.with) | bitOf(audience.without))
}

/** What clients with these abilities are told of an event, if anything. */
export function adapt({ body, audience }: Adaptable, abilities: number): object | undefined {
  if (audience.with !== undefined && (abilities & bitOf(audience.with)) === 0) return undefined
  if ((abilities & bitOf(audience.without)) !== 0) return undefined
  let told: object | undefined = body
  for (const { bit, ...rewritings } of table) {
    const rewrite = (abilities & bit ? rewritings.with : rewritings.without)[body.type]
    if (told !== undefined && rewrite !== undefined) told = rewrite(told)
  }
  return told
}
