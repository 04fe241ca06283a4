import type { ClientCapabilities } from '@loquat/contract'
import { emptyTopicDisplayName, toWire } from '../directory/topics.ts'
import type { LogBody, LoggedEvent } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'

/**
 * Adapts events of the log to clients that differ in capabilities and options. A client gets each position at most
 * once, since it is the event's ID. Where older clients need additional or different events, the log contains both
 * forms, and each is withheld here from the clients it is not for.
 */

type Rewritings = { [T in LogBody['type']]?: (body: Extract<LogBody, { type: T }>) => object | undefined }

interface Adaptation {
  with?: Rewritings
  without?: Rewritings
}

const withheld = () => undefined

/** The publisher marks these events with `with` or `without` in the audience, because their shape does not tell. */
const byMark: Adaptation = {}
const nothing: Adaptation = {}

/** By capability or option: replacements by event type, for clients with or without it. Applied in this order. */
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
  /** Affects register only. */
  notification_settings_null: nothing,
  bulk_message_deletion: {
    with: { delete_message: (body) => (body.message_ids === undefined ? undefined : body) },
    without: { delete_message: (body) => (body.message_ids === undefined ? body : undefined) },
  },
  /** Events always contain avatar URLs. */
  user_avatar_url_field_optional: nothing,
  /** Older clients mistake all typing notifications for direct messages. */
  stream_typing_notifications: {
    without: {
      typing: (body) => (body.stream_id === undefined ? body : undefined),
      typing_edit_message: (body) => (body.recipient.type === 'direct' ? body : undefined),
    },
  },
  /** All clients get `user_settings`; older clients also get the legacy events. */
  user_settings_object: {
    with: { update_display_settings: withheld, update_global_notifications: withheld },
  },
  linkifier_url_template: {
    without: { realm_linkifiers: withheld },
  },
  /** Hidden users appear only in complete user lists. */
  user_list_incomplete: byMark,
  /** Other clients see deactivation of a group as removal, and reactivation as creation. */
  include_deactivated_groups: byMark,
  /** Other clients see archiving of a channel as removal, and unarchiving as creation. */
  archived_channels: byMark,
  /** Extensions, only for clients that know them. */
  pinned_messages: {
    without: { pinned_message: withheld, channel_bookmarks: withheld },
  },
  later_items: {
    without: { later_items: withheld },
  },
  saved_searches: {
    without: { saved_searches: withheld },
  },
  channel_folders: {
    without: {
      channel_folder: withheld,
      channel_folder_preferences: withheld,
      stream: (body) => (body.op === 'update' && body.property === 'folder_id' ? undefined : body),
    },
  },
  restored_messages: {
    without: { restored_messages: withheld },
  },
  message_reports: {
    without: { message_reports: withheld },
  },
  interactive_messages: {
    without: { interaction: withheld, ephemeral_message: withheld, bot_commands: withheld },
  },
  calls: {
    without: { call: withheld, call_signal: withheld },
  },
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

/** A copy with the display name in place of empty topics. */
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

/** The abilities that change events of a type. */
const typeBits = new Map<string, number>()
for (const { bit, ...rewritings } of table) {
  for (const type of Object.keys({ ...rewritings.with, ...rewritings.without })) {
    typeBits.set(type, (typeBits.get(type) ?? 0) | bit)
  }
}

/** A client's abilities as bits. */
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

/** The abilities of a client that affect an event. All clients with the same variant get the same text. */
export function variantOf({ body, audience }: Adaptable, abilities: number): number {
  return abilities & ((typeBits.get(body.type) ?? 0) | bitOf(audience.with) | bitOf(audience.without))
}

/** The event for clients with these abilities; undefined if they do not get it. */
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
