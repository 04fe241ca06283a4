import type { LoggedEvent, LoggedMessage, LoggedUpdate } from '../events/logged-event.ts'
import { CaughtUpReaders } from './caught-up-readers.ts'
import { IndexedGroup } from './indexed-group.ts'
import { IndexedGroups } from './indexed-groups.ts'

/** Each takes up to half a kilobyte, beside its messages. */
const maxGroups = 4_000
/** More changed messages than this make the index start anew. */
const maxStale = 500

/** The part of a directory that an index needs. */
interface ChannelLookup {
  channels: ReadonlyMap<number, { recipientId: number }>
}

export interface IndexedMessage {
  id: number
  recipientId: number
  /** Participants of a direct conversation; null in a channel. */
  userIds: number[] | null
  topic: string
  senderId: number
  mentionsChannel: boolean
}

/** The newest message of a channel below the index, and the newest one there of any other sender. Both may be too high, never too low. */
export interface OlderMessages {
  id: number
  senderId: number
  otherId: number
}

export interface LoadedIndex {
  /** The end of the log when it was read. */
  position: number
  /** Every message of the organization from this ID on is in a group. */
  floor: number
  groups: IndexedGroup[]
  /** By recipient; channels without older messages are omitted. */
  older: Map<number, OlderMessages>
}

/**
 * The newest messages of the organization by topic and conversation: their IDs and senders. Follows the log: a new message is added to its group,
 * and a message that was edited, moved or deleted must be read again before the index is used.
 */
export class MessageIndex {
  readonly caughtUp = new CaughtUpReaders()
  readonly #maxMessages: number
  readonly #groups = new IndexedGroups()
  #conversations = new Map<string, number>()
  #conversationsOf = new Map<number, Set<IndexedGroup>>()
  #older = new Map<number, OlderMessages>()
  readonly #stale = new Set<number>()
  #floor = Number.POSITIVE_INFINITY
  #newest = 0
  #messages = 0
  #changedAt = 0
  #era = ''

  constructor(maxMessages: number) {
    this.#maxMessages = maxMessages
  }

  /** How many messages to load: fewer than there may be, so that new ones have room. */
  get loadSize(): number {
    return Math.ceil(this.#maxMessages * 0.8)
  }

  get isLoaded(): boolean {
    return this.#floor !== Number.POSITIVE_INFINITY
  }

  /** All messages from this ID on are here. Zero if there are no others. */
  get floor(): number {
    return this.#floor
  }

  get stale(): readonly number[] {
    return [...this.#stale]
  }

  /** Whether the index, apart from newer messages, is as it was at a position that the follower has reached. */
  isExactAt(position: number): boolean {
    return this.isLoaded && this.#stale.size === 0 && this.#changedAt <= position
  }

  /** Forgets everything when a new era begins, such as another history of the database. */
  startEra(era: string): void {
    if (era !== this.#era) this.clear()
    this.#era = era
  }

  /** The groups of a recipient, if one of them may contain messages from an ID on. */
  groupsOf(recipientId: number, from: number): Iterable<IndexedGroup> {
    return this.#groups.of(recipientId, from)
  }

  /** The direct conversations of a user. */
  conversationsOf(userId: number): Iterable<IndexedGroup> {
    return this.#conversationsOf.get(userId) ?? []
  }

  /** An upper bound for messages of a channel below the floor that a user did not send; 0 if there are none. */
  newestOlder(recipientId: number, userId: number): number {
    const older = this.#older.get(recipientId)
    if (older === undefined) return 0
    return older.senderId === userId ? older.otherId : older.id
  }

  /** Replaces everything by what was read at the position that this follows, or later. */
  load({ position, floor, groups, older }: LoadedIndex): void {
    this.clear()
    this.#floor = floor
    this.#changedAt = position
    this.#older = older
    for (const group of groups) {
      this.#put(group)
      this.#messages += group.ids.length
      this.#newest = Math.max(this.#newest, group.ids.at(-1) ?? 0)
    }
    this.#limit()
  }

  /** Replaces messages by what was read of them at the position that this follows, or later. */
  refresh(ids: readonly number[], found: readonly IndexedMessage[], position: number): void {
    for (const id of ids) {
      this.#remove(id)
      this.#stale.delete(id)
    }
    for (const message of found) this.#add(message)
    this.#changedAt = Math.max(this.#changedAt, position)
    this.#limit()
  }

  follow(events: readonly LoggedEvent[], directory: ChannelLookup): void {
    if (!this.isLoaded) return
    for (const event of events) {
      const { seq, body, touches } = event
      this.caughtUp.follow(event)
      switch (body.type) {
        case 'message':
          this.#addNew(body, directory)
          break
        case 'update_message':
          if (!body.rendering_only) this.#followUpdate(seq, body, directory)
          break
        case 'delete_message':
          this.#changedAt = seq
          this.#expire(body.message_ids ?? (body.message_id === undefined ? [] : [body.message_id]))
          break
        case 'refresh':
          // Channels were filled without events.
          if (touches?.channels !== undefined) this.clear()
          break
      }
    }
    this.#limit()
  }

  clear(): void {
    this.caughtUp.clear()
    for (const map of [this.#groups, this.#conversations, this.#conversationsOf]) map.clear()
    this.#older = new Map()
    this.#stale.clear()
    this.#floor = Number.POSITIVE_INFINITY
    this.#newest = 0
    this.#messages = 0
  }

  #addNew({ message, channel_wildcard }: LoggedMessage, directory: ChannelLookup): void {
    const { id, stream_id, subject, sender_id, display_recipient } = message
    const userIds =
      typeof display_recipient === 'string'
        ? null
        : display_recipient.map((one) => one.id).sort((a, b) => a - b)
    const recipientId =
      userIds === null
        ? directory.channels.get(stream_id ?? 0)?.recipientId
        : this.#conversations.get(userIds.join())
    const topic = userIds === null ? subject : ''
    // It may have been loaded before its event arrived, and changed since.
    if (recipientId !== undefined && this.#groups.get(recipientId, topic)?.has(id)) return
    // The recipient of a new conversation is not known.
    if (recipientId === undefined || id <= this.#newest) {
      this.#expire([id])
      return
    }
    const mentionsChannel = channel_wildcard === true
    this.#add({ id, recipientId, userIds, topic, senderId: sender_id, mentionsChannel })
  }

  #followUpdate(seq: number, { message_ids, new_stream_id }: LoggedUpdate, directory: ChannelLookup): void {
    this.#changedAt = seq
    this.#expire(message_ids)
    if (new_stream_id === undefined) return
    const recipientId = directory.channels.get(new_stream_id)?.recipientId
    const moved = message_ids.filter((id) => id < this.#floor)
    if (recipientId === undefined) this.clear()
    else if (moved.length > 0) this.#raiseOlder(recipientId, Math.max(...moved))
  }

  /** Messages that have to be read again. */
  #expire(ids: readonly number[]): void {
    for (const id of ids) if (id >= this.#floor) this.#stale.add(id)
    if (this.#stale.size > maxStale) this.clear()
  }

  #add({ id, recipientId, userIds, topic, senderId, mentionsChannel }: IndexedMessage): void {
    let group = this.#groups.get(recipientId, topic)
    if (group === undefined) {
      group = new IndexedGroup(recipientId, topic, userIds)
      this.#put(group)
    }
    group.add(id, senderId, mentionsChannel)
    this.#groups.noteMessage(recipientId, id)
    this.#messages++
    this.#newest = Math.max(this.#newest, id)
  }

  #put(group: IndexedGroup): void {
    const { recipientId, userIds } = group
    this.#groups.put(group)
    if (userIds === null) return
    this.#conversations.set(userIds.join(), recipientId)
    for (const userId of userIds) {
      const own = this.#conversationsOf.get(userId) ?? new Set()
      this.#conversationsOf.set(userId, own.add(group))
    }
  }

  #remove(id: number): void {
    for (const group of this.#groups.all()) {
      if (!group.remove(id)) continue
      this.#messages--
      if (group.ids.length === 0) this.#drop(group)
      return
    }
  }

  #drop(group: IndexedGroup): void {
    const { userIds } = group
    this.#groups.remove(group)
    if (userIds === null) return
    this.#conversations.delete(userIds.join())
    for (const userId of userIds) {
      const own = this.#conversationsOf.get(userId)
      own?.delete(group)
      if (own?.size === 0) this.#conversationsOf.delete(userId)
    }
  }

  /** Removes the oldest messages if there are too many, or too many groups. */
  #limit(): void {
    while (this.#messages > this.#maxMessages || this.#groups.size > maxGroups) {
      // Whether a changed message is still in its channel is not known.
      if (this.#stale.size > 0) {
        this.clear()
        return
      }
      const ids = [...this.#groups.all()].flatMap((group) => group.ids).sort((a, b) => a - b)
      this.#raiseFloor(ids[Math.ceil(ids.length / 5)] ?? this.#newest + 1)
    }
  }

  #raiseFloor(floor: number): void {
    this.#floor = floor
    for (const group of [...this.#groups.all()]) {
      const count = group.indexOf(floor)
      for (let n = 0; n < count; n++) {
        if (group.userIds === null) this.#noteOlder(group.recipientId, group.ids[n]!, group.senderIds[n]!)
      }
      group.removeBelow(floor)
      this.#messages -= count
      if (group.ids.length === 0) this.#drop(group)
    }
  }

  /** A message of a channel is below the floor now. The messages of one topic come in order, those of several topics do not. */
  #noteOlder(recipientId: number, id: number, senderId: number): void {
    const older = this.#older.get(recipientId) ?? { id: 0, senderId: 0, otherId: 0 }
    if (id > older.id) {
      const otherId = older.senderId === senderId ? older.otherId : older.id
      this.#older.set(recipientId, { id, senderId, otherId })
    } else if (senderId !== older.senderId) older.otherId = Math.max(older.otherId, id)
  }

  /** A message of an unknown sender. */
  #raiseOlder(recipientId: number, id: number): void {
    const older = this.#older.get(recipientId)
    const highest = Math.max(id, older?.id ?? 0)
    this.#older.set(recipientId, { id: highest, senderId: 0, otherId: highest })
  }
}
