import type { MessageFlag, MessageObject } from '@loquat/contract'
import { presentPersonal } from '../features/channels/present.ts'
import { bits, flagNames } from '../features/messages/flag-bits.ts'
import { toWire } from '../features/messages/topics.ts'
import type { Unknown } from '../features/users/placeholder.ts'
import { has } from './audience.ts'
import type { LoggedEvent, LoggedMessage, LoggedSubscriptions, LoggedUpdate } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'
import { namesDoer, senderOf, withoutName } from './strangers.ts'
import { namesTopics, withTopicNames } from './topic-names.ts'

/** Who reads: what an event's text depends on besides the event. */
export interface Reader {
  userId: number
  queueId: string
  options: QueueOptions
  /** Whether the event is addressed to the reader; false for public messages a queue merely listens to. */
  addressed: boolean
  /** What stands for whoever did it, if the reader may not know them. */
  unknown?: Unknown | undefined
}

/**
 * The JSON text of an event for one reader. All but the position, the reader's flags and the echo is shared by
 * every reader of the same variant, and made once.
 */
export function serialise(event: LoggedEvent, reader: Reader): string {
  const { body } = event
  if (body.type === 'message') return serialiseMessage(event, body, reader)
  if (body.type === 'subscription' && body.op === 'add') return serialiseSubscriptions(event, body, reader)
  if (body.type === 'update_message') return serialiseUpdate(event, body, reader)
  if (body.type === 'presence' && reader.options.slimPresence) {
    const { email: _, ...slim } = body
    return `${variant(event, 's', () => slim)},"id":${event.seq}}`
  }
  const { unknown } = reader
  const knowsEmpty = reader.options.capabilities.empty_topic_name
  if (unknown !== undefined && namesDoer(body)) {
    const shown = () => {
      const unnamed = withoutName(body, unknown)
      return knowsEmpty || !namesTopics(unnamed) ? unnamed : withTopicNames(unnamed)
    }
    return `${variant(event, knowsEmpty ? 'q' : 'dq', shown)},"id":${event.seq}}`
  }
  if (knowsEmpty || !namesTopics(body)) return `${variant(event, '', () => body)},"id":${event.seq}}`
  return `${variant(event, 'd', () => withTopicNames(body))},"id":${event.seq}}`
}

/** One text for everyone who has the same flags. */
function serialiseUpdate(event: LoggedEvent, body: LoggedUpdate, reader: Reader): string {
  const group = body.flags.findIndex(({ of }) => of.includes(reader.userId))
  const knowsEmpty = reader.options.capabilities.empty_topic_name
  const shared = variant(event, `${knowsEmpty ? 'e' : 'd'}${group}`, () => ({
    ...(knowsEmpty ? body : withTopicNames(body)),
    flags: body.flags[group]?.is ?? ['read'],
  }))
  return `${shared},"id":${event.seq}}`
}

/** A channel's part is long, because it lists the subscribers, and made once; what is personal about it is appended. */
function serialiseSubscriptions(event: LoggedEvent, body: LoggedSubscriptions, reader: Reader): string {
  const mine = new Map(
    body.personal.filter(({ of }) => has(of, reader.userId)).map(({ channel, is }) => [channel, is]),
  )
  const subscriptions = body.channels.flatMap((channel) => {
    const personal = mine.get(channel.stream_id)
    if (personal === undefined) return []
    const shared = variant(event, `c${channel.stream_id}`, () => channel)
    return [`${shared},${JSON.stringify(presentPersonal(personal)).slice(1)}`]
  })
  return `{"type":"subscription","op":"add","subscriptions":[${subscriptions}],"id":${event.seq}}`
}

function serialiseMessage(event: LoggedEvent, body: LoggedMessage, reader: Reader): string {
  const { applyMarkdown, externalAvatar, capabilities } = reader.options
  const recipient = body.message.recipient_by_user?.[reader.userId]
  const key = `${applyMarkdown ? 'h' : 't'}${externalAvatar ? 'x' : 'u'}${capabilities.empty_topic_name ? 'e' : 'd'}${reader.unknown === undefined ? '' : 'q'}${recipient ?? ''}`
  const shared = variant(event, key, () => ({
    type: 'message',
    message: adaptMessage(body, reader.options, recipient, reader.unknown),
  }))
  const flags = flagsFor(body, reader)
  const echo =
    body.echo?.queue_id === reader.queueId ? `,"local_message_id":${JSON.stringify(body.echo.local_id)}` : ''
  return `${shared},"flags":${JSON.stringify(flags)}${echo},"id":${event.seq}}`
}

function variant(event: LoggedEvent, key: string, make: () => object): string {
  let text = event.variants.get(key)
  if (text === undefined) {
    // Without the closing brace: what differs from reader to reader is appended.
    text = JSON.stringify(make()).slice(0, -1)
    event.variants.set(key, text)
  }
  return text
}

export function flagsFor(body: LoggedMessage, reader: Reader): MessageFlag[] {
  if (!reader.addressed) return []
  const read = body.read_by?.includes(reader.userId) === true
  const own = body.flags?.[reader.userId] ?? 0
  const everyones = body.channel_wildcard ? bits.stream_wildcard_mentioned : 0
  if (!read && (own | everyones) === 0) return []
  return flagNames(own | everyones, read, false)
}

export function adaptMessage(
  body: LoggedMessage,
  options: QueueOptions,
  recipientId: number | undefined,
  unknown?: Unknown | undefined,
): MessageObject {
  const { avatar, recipient_by_user: _, ...message } = body.message
  const { empty_topic_name: knowsEmpty } = options.capabilities
  return {
    ...message,
    subject: message.type === 'stream' ? toWire(message.subject, knowsEmpty) : '',
    content: options.applyMarkdown ? message.rendered_content : message.content,
    content_type: options.applyMarkdown ? 'text/html' : 'text/x-markdown',
    recipient_id: recipientId ?? message.recipient_id,
    avatar_url: options.externalAvatar && avatar.omissible ? null : avatar.url,
    ...(unknown === undefined ? {} : senderOf(unknown)),
  }
}
