import { caseless } from '../directory/directory.ts'
import type { LoggedEvent, LoggedMessage, LoggedUpdate } from '../events/logged-event.ts'
import { BoundedCache } from '../platform/bounded-cache.ts'

/** Where messages are listed: a channel or one of its topics, a direct conversation, or the whole organization. */
export type RecentPlace =
  | { kind: 'channel'; channelId: number }
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'conversation'; userIds: readonly number[] }
  | { kind: 'everywhere' }

/** A message without its text, and without the state of its readers. */
export interface RecentMessage {
  id: number
  /** Identifies the version of the row. */
  version: string
  senderId: number
  recipientId: number
  /** Participants of a direct conversation; undefined in a channel. */
  userIds: readonly number[] | undefined
  mentionsChannel: boolean
  /** JSON objects, separated by commas. */
  reactions: string
  submessages: string
}

/** The newest messages of a place. */
export interface RecentList {
  place: RecentPlace
  /** Every message of the place from `since` on, ascending. */
  ids: number[]
  since: number
}

/** About two megabytes per organization, if all of it is used. */
const maxLists = 100
const maxIdsPerList = 1_500
const maxMessages = 5_000

/**
 * The newest messages of places that were read, so that reading them again needs no query for them. Follows the log: a new message is added to
 * its lists, a changed one must be loaded again, and lists that lose messages or gain older ones are dropped.
 */
export class RecentMessages {
  readonly #lists = new BoundedCache<string, RecentList>(maxLists)
  readonly #messages = new BoundedCache<number, RecentMessage>(maxMessages)
  #era = ''

  /** Forgets everything when a new era begins, such as another history of the database. */
  startEra(era: string): void {
    if (era !== this.#era) this.clear()
    this.#era = era
  }

  list(place: RecentPlace): RecentList | undefined {
    return this.#lists.get(keyOf(place))
  }

  message(id: number): RecentMessage | undefined {
    return this.#messages.get(id)
  }

  /** Whether a message is unchanged. */
  has(message: RecentMessage): boolean {
    return this.#messages.peek(message.id) === message
  }

  /** Adds a list that was read at the position this follows, or later. */
  addList(list: RecentList): void {
    this.#lists.set(keyOf(list.place), list)
  }

  /** Adds messages that were read at the position this follows, or later. */
  addMessages(messages: readonly RecentMessage[]): void {
    for (const message of messages) this.#messages.set(message.id, message)
  }

  follow(events: readonly LoggedEvent[]): void {
    for (const { body, touches } of events) {
      switch (body.type) {
        case 'message':
          this.#addNew(body.message)
          break
        case 'update_message':
          this.#followUpdate(body)
          break
        case 'delete_message':
          this.#remove(body.message_ids ?? (body.message_id === undefined ? [] : [body.message_id]))
          break
        case 'reaction':
        case 'submessage':
          this.#messages.delete(body.message_id)
          break
        case 'refresh':
          // Channels were filled without events.
          if (touches?.channels !== undefined) this.clear()
          break
      }
    }
  }

  clear(): void {
    this.#lists.clear()
    this.#messages.clear()
  }

  #addNew(message: LoggedMessage['message']): void {
    this.#append({ kind: 'everywhere' }, message.id)
    const { stream_id: channelId, subject: topic, display_recipient: recipient } = message
    if (channelId !== undefined) {
      this.#append({ kind: 'channel', channelId }, message.id)
      this.#append({ kind: 'topic', channelId, topic }, message.id)
    } else if (typeof recipient !== 'string') {
      this.#append({ kind: 'conversation', userIds: recipient.map(({ id }) => id) }, message.id)
    }
  }

  #append(place: RecentPlace, id: number): void {
    const list = this.#lists.get(keyOf(place))
    if (list === undefined) return
    const { ids } = list
    // A list may have been read after this event.
    if (id <= (ids.at(-1) ?? 0)) return
    ids.push(id)
    if (ids.length <= maxIdsPerList) return
    ids.splice(0, maxIdsPerList / 3)
    list.since = ids[0]!
  }

  #followUpdate({ message_ids, stream_id, new_stream_id, orig_subject }: LoggedUpdate): void {
    for (const id of message_ids) this.#messages.delete(id)
    const isMoved = orig_subject !== undefined || new_stream_id !== undefined
    if (!isMoved) return
    for (const [key, { place }] of this.#lists.entries()) {
      const isAffected =
        (place.kind === 'topic' || (place.kind === 'channel' && new_stream_id !== undefined)) &&
        (place.channelId === stream_id || place.channelId === new_stream_id)
      if (isAffected) this.#lists.delete(key)
    }
  }

  /** Drops the lists that contain one of these. They may still exist: users who lose access to messages are told that they were deleted. */
  #remove(ids: readonly number[]): void {
    for (const id of ids) this.#messages.delete(id)
    for (const [key, list] of this.#lists.entries()) {
      if (ids.some((id) => id >= list.since && id <= (list.ids.at(-1) ?? 0))) this.#lists.delete(key)
    }
  }
}

function keyOf(place: RecentPlace): string {
  switch (place.kind) {
    case 'channel':
      return `channel ${place.channelId}`
    case 'topic':
      return `channel ${place.channelId} ${caseless(place.topic)}`
    case 'conversation':
      return `users ${[...place.userIds].sort((a, b) => a - b).join()}`
    case 'everywhere':
      return 'everywhere'
  }
}
