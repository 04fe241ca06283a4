import type { MessageFlag, MessageObject } from '@loquat/contract'
import { serializePersonalSettings } from '../directory/personal-part.ts'
import type { HiddenUser } from '../directory/unknown-person.ts'
import { adapt, variantOf } from './adaptation.ts'
import { includesId } from './audience.ts'
import { flagBits, flagNames } from './flag-bits.ts'
import type { LoggedEvent, LoggedMessage, LoggedSubscriptions, LoggedUpdate } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'
import { hasActor, redactActor, senderOf } from './redact-actor.ts'

/** The reader-specific inputs of an event's text. */
export interface EventReader {
  userId: number
  queueId: string
  options: QueueOptions
  /** The options as bits of `adaptation.ts`. */
  abilities: number
  /** Whether the event is addressed to the reader; false for messages of public channels without a subscription. */
  addressed: boolean
  /** Replaces the actor if the reader cannot see them. */
  unknown?: HiddenUser | undefined
}

/**
 * The JSON text of an event for one reader; undefined if it is not for the reader's client. Everything except the
 * position, the reader's flags and the echo is shared by all readers of a variant and serialized once.
 */
export function serialize(event: LoggedEvent, reader: EventReader): string | undefined {
  const { body } = event
  const variant = variantOf(event, reader.abilities)
  if (body.type === 'message') return serializeMessage(event, body, variant, reader)
  if (body.type === 'update_message') return serializeUpdate(event, body, variant, reader)
  if (body.type === 'subscription' && body.op === 'add') {
    return adapt(event, variant) && serializeSubscriptions(event, body, reader)
  }
  const { unknown } = reader
  if (unknown !== undefined && hasActor(body)) {
    return closed(
      event,
      shared(event, `${variant} unknown`, () => {
        const told = adapt(event, variant)
        return told && redactActor(told as typeof body, unknown)
      }),
    )
  }
  return closed(
    event,
    shared(event, variant, () => adapt(event, variant)),
  )
}

function serializeMessage(
  event: LoggedEvent,
  body: LoggedMessage,
  variant: number,
  reader: EventReader,
): string | undefined {
  const { unknown } = reader
  const recipient = body.message.recipient_by_user?.[reader.userId]
  const key =
    unknown === undefined && recipient === undefined
      ? variant
      : `${variant} ${unknown !== undefined} ${recipient}`
  const text = shared(event, key, () => {
    const told = adapt(event, variant) as { message: LoggedMessage['message'] & MessageObject } | undefined
    if (told === undefined) return undefined
    const { avatar: _, recipient_by_user: __, ...message } = told.message
    const recipient_id = recipient ?? message.recipient_id
    return { type: 'message', message: { ...message, recipient_id, ...(unknown && senderOf(unknown)) } }
  })
  if (text === undefined) return undefined
  const flags = JSON.stringify(flagsFor(body, reader))
  const echo =
    body.echo?.queue_id === reader.queueId ? `,"local_message_id":${JSON.stringify(body.echo.local_id)}` : ''
  return closed(event, `${text},"flags":${flags}${echo}`)
}

/** One text for all readers with the same flags. */
function serializeUpdate(
  event: LoggedEvent,
  body: LoggedUpdate,
  variant: number,
  reader: EventReader,
): string | undefined {
  const group = body.flags.findIndex(({ of }) => of.includes(reader.userId))
  const text = shared(event, `${variant} ${group}`, () => {
    const told = adapt(event, variant)
    return told && { ...told, flags: body.flags[group]?.is ?? ['read'] }
  })
  return closed(event, text)
}

/**
 * A channel's part is long, because it lists the subscribers, and is serialized once; personal settings are appended.
 */
function serializeSubscriptions(
  event: LoggedEvent,
  body: LoggedSubscriptions,
  reader: EventReader,
): string | undefined {
  const mine = new Map(
    body.personal.filter(({ of }) => includesId(of, reader.userId)).map(({ channel, is }) => [channel, is]),
  )
  const subscriptions = body.channels.flatMap((channel) => {
    const personal = mine.get(channel.stream_id)
    if (personal === undefined) return []
    const text = shared(event, `channel ${channel.stream_id}`, () => channel)
    return [`${text},${JSON.stringify(serializePersonalSettings(personal)).slice(1)}`]
  })
  return closed(event, `{"type":"subscription","op":"add","subscriptions":[${subscriptions}]`)
}

/** The text that readers share, without the closing brace; individual fields are appended. */
function shared(
  event: LoggedEvent,
  key: number | string,
  make: () => object | undefined,
): string | undefined {
  let text = event.variants.get(key)
  if (text === undefined) {
    const told = make()
    text = told === undefined ? null : JSON.stringify(told).slice(0, -1)
    event.variants.set(key, text)
  }
  return text ?? undefined
}

const closed = ({ seq }: LoggedEvent, text: string | undefined) => text && `${text},"id":${seq}}`

export function flagsFor(body: LoggedMessage, reader: EventReader): MessageFlag[] {
  if (!reader.addressed) return []
  const read = body.read_by?.includes(reader.userId) === true
  const own = body.flags?.[reader.userId] ?? 0
  const everyones = body.channel_wildcard ? flagBits.stream_wildcard_mentioned : 0
  if (!read && (own | everyones) === 0) return []
  return flagNames(own | everyones, read, false)
}
