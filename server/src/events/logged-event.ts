import type { BodyOf, ChannelObject, EventKey, MessageFlag, MessageObject } from '@loquat/contract'
import { eventKey } from '@loquat/contract'
import type { PersonalChannelSettings } from '../directory/personal-part.ts'
import type { Touches } from '../directory/touches.ts'
import type { Audience } from './audience.ts'

/** A message in the log, with the data for all client variants of its event. */
export interface LoggedMessage {
  type: 'message'
  /** `content` is the Markdown source; clients that read HTML get `rendered_content` in its place. */
  message: Omit<MessageObject, 'avatar_url' | 'content_type'> & {
    avatar: { url: string; omissible: boolean }
    /** For direct messages between two people: the recipient that each of them sees, by user. */
    recipient_by_user?: Record<number, number>
  }
  /** Users for whom the message is read from the start: the sender, and users who muted the sender. */
  read_by?: number[]
  /** Flags by reader, as bits of `flag-bits.ts`. */
  flags?: Record<number, number>
  /** Every recipient counts as mentioned. */
  channel_wildcard?: true
  /** Lets the sending queue recognize its own message. */
  echo?: { queue_id: string; local_id: string }
}

/**
 * Users subscribed in one change share one event in the log. Each reader gets the channels with their personal
 * settings.
 */
export interface LoggedSubscriptions {
  type: 'subscription'
  op: 'add'
  channels: (ChannelObject & { subscribers: number[] })[]
  /** Grouped, because most users subscribed together have the same settings for the channel. */
  personal: { channel: number; is: PersonalChannelSettings; of: number[] }[]
}

/** An edit or move. Flags are grouped, because they are the same for most receivers. */
export interface LoggedUpdate extends Omit<BodyOf<'update_message'>, 'flags'> {
  flags: { is: MessageFlag[]; of: number[] }[]
}

/** For server processes only: data without an event of its own must be reloaded. */
export interface LoggedRefresh {
  type: 'refresh'
}

type WireFormatKey = Exclude<EventKey, 'message' | 'update_message' | 'heartbeat' | 'subscription:add'>
/** Bodies that actions publish: events without their position, mostly in wire format. */
export type PublishedBody =
  | { [K in WireFormatKey]: BodyOf<K> }[WireFormatKey]
  | LoggedSubscriptions
  | LoggedUpdate
  | LoggedRefresh
export type LogBody = PublishedBody | LoggedMessage

export class LoggedEvent {
  readonly seq: number
  readonly key: EventKey
  readonly body: LogBody
  readonly audience: Audience
  readonly touches: Touches | null
  /** JSON by client variant, created on demand; null if such clients do not get the event. See `serialize.ts`. */
  readonly variants = new Map<number | string, string | null>()

  constructor(seq: number, body: LogBody, audience: Audience, touches: Touches | null) {
    this.seq = seq
    this.key = eventKey(body)
    this.body = body
    this.audience = audience
    this.touches = touches
  }
}
