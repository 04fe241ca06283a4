import type { MessageFlag, MessageObject } from '@loquat/contract'
import { serializePersonalSettings } from '../directory/personal-part.ts'
import type { HiddenUser } from '../directory/unknown-person.ts'
import { adapt, variantOf } from './adaptation.ts'
import { has } from './audience.ts'
import { bits, flagNames } from './flag-bits.ts'
import type { LoggedEvent, LoggedMessage, LoggedSubscriptions, LoggedUpdate } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'
import { hasActor, redactActor, senderOf } from './redact-actor.ts'

/** Who reads: what an event's text depends on besides the event. */
export interface Reader {
  userId: number
  queueId: string
  options: QueueOptions
  /** Of these options, what `adaptation.ts` knows. */
  abilities: number
  /** Whether the event is addressed to the reader; false for public messages a queue merely listens to. */
  addressed: boolean
  /** What stands for whoever did it, if the reader may not know them. */
  unknown?: HiddenUser | undefined
}

/**
 * The JSON text of an event for one reader, unless it is not for clients like theirs. All but the position, the reader's
 * flags and the echo is shared by every reader of the same variant, and made once.
 */
export function serialise(event: LoggedEvent, reader: Reader): string | undefined {
  const { body } = event
  const variant = variantOf(event, reader.abilities)
  if (body.type === 'message') return serialiseMessage(event, body, variant, reader)
  if (body.type === 'update_message') return serialiseUpdate(event, body, variant, reader)
  if (body.type === 'subscription' && body.op === 'add') {
    return adapt(event, variant) && serialiseSubscriptions(event, body, reader)
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

function serialiseMessage(
  event: LoggedEvent,
  body: LoggedMessage,
  variant: number,
  reader: Reader,
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

/** One text for everyone who has the same flags. */
function serialiseUpdate(
  event: LoggedEvent,
  body: LoggedUpdate,
  variant: number,
  reader: Reader,
): string | undefined {
  const group = body.flags.findIndex(({ of }) => of.includes(reader.userId))
  const text = shared(event, `${variant} ${group}`, () => {
    const told = adapt(event, variant)
    return told && { ...told, flags: body.flags[group]?.is ?? ['read'] }
  })
  return closed(event, text)
}

/** A channel's part is long, because it lists the subscribers, and made once; what is personal about it is appended. */
function serialiseSubscriptions(
  event: LoggedEvent,
  body: LoggedSubscriptions,
  reader: Reader,
): string | undefined {
  const mine = new Map(
    body.personal.filter(({ of }) => has(of, reader.userId)).map(({ channel, is }) => [channel, is]),
  )
  const subscriptions = body.channels.flatMap((channel) => {
    const personal = mine.get(channel.stream_id)
    if (personal === undefined) return []
    const text = shared(event, `channel ${channel.stream_id}`, () => channel)
    return [`${text},${JSON.stringify(serializePersonalSettings(personal)).slice(1)}`]
  })
  return closed(event, `{"type":"subscription","op":"add","subscriptions":[${subscriptions}]`)
}

/** The text of what readers have in common, without the closing brace: what differs between them is appended. */
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

export function flagsFor(body: LoggedMessage, reader: Reader): MessageFlag[] {
  if (!reader.addressed) return []
  const read = body.read_by?.includes(reader.userId) === true
  const own = body.flags?.[reader.userId] ?? 0
  const everyones = body.channel_wildcard ? bits.stream_wildcard_mentioned : 0
  if (!read && (own | everyones) === 0) return []
  return flagNames(own | everyones, read, false)
}
