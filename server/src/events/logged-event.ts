import type { BodyOf, ChannelObject, EventKey, MessageFlag, MessageObject } from '@loquat/contract'
import { eventKey } from '@loquat/contract'
import type { PersonalChannelSettings } from '../directory/personal-part.ts'
import type { Touches } from '../directory/touches.ts'
import type { Audience } from './audience.ts'

/** A message in the log holds everything that some client variant of its event needs. */
export interface LoggedMessage {
  type: 'message'
  /** `content` is the source text; who reads HTML gets `rendered_content` in its place. */
  message: Omit<MessageObject, 'avatar_url' | 'content_type'> & {
    avatar: { url: string; omissible: boolean }
    /** For direct messages between two people: the recipient each of them sees, by user. */
    recipient_by_user?: Record<number, number>
  }
  /** Those for whom it is read from the start: the sender who has seen it, and people who muted the sender. */
  read_by?: number[]
  /** By reader, what `flag-bits.ts` has bits for. */
  flags?: Record<number, number>
  /** Everyone who receives it counts as mentioned. */
  channel_wildcard?: true
  /** The queue that shall recognise its own message, and by what. */
  echo?: { queue_id: string; local_id: string }
}

/**
 * People subscribed together share one event in the log, however many they are. Each reads of the channels with
 * what is personal about them.
 */
export interface LoggedSubscriptions {
  type: 'subscription'
  op: 'add'
  channels: (ChannelObject & { subscribers: number[] })[]
  /** Most people who come together have the same settings for the channel. */
  personal: { channel: number; is: PersonalChannelSettings; of: number[] }[]
}

/** An edit or move. What the receivers' flags are is told by group: of most people they are the same. */
export interface LoggedUpdate extends Omit<BodyOf<'update_message'>, 'flags'> {
  flags: { is: MessageFlag[]; of: number[] }[]
}

/** For processes, not for people: there is something to read again that is in no event. */
export interface LoggedRefresh {
  type: 'refresh'
}

type AsOnTheWire = Exclude<EventKey, 'message' | 'update_message' | 'heartbeat' | 'subscription:add'>
/** What actions publish: events without their position, mostly as the wire knows them. */
export type PublishedBody =
  | { [K in AsOnTheWire]: BodyOf<K> }[AsOnTheWire]
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
  /** JSON by client variant, made when first needed; null if such clients are not told. See `serialise.ts`. */
  readonly variants = new Map<number | string, string | null>()

  constructor(seq: number, body: LogBody, audience: Audience, touches: Touches | null) {
    this.seq = seq
    this.key = eventKey(body)
    this.body = body
    this.audience = audience
    this.touches = touches
  }
}
