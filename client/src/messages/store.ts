import type { BodyOf, FetchedMessage, QueueEvent } from '@loquat/contract'
import { withFlagSet, withoutReaction, withReaction, withSubmessage, withUpdate } from './apply.ts'

/**
 * All fetched and received messages, each once, kept current by events. Objects are replaced, never mutated, so a
 * reference comparison detects changes. A fetch and concurrent events can arrive in either order. The store logs
 * recent events and re-applies them to messages from fetches that started earlier.
 */
export class MessageStore {
  readonly #messages = new Map<number, FetchedMessage>()
  readonly #listeners = new Map<number, Set<() => void>>()
  /** Deleted; a fetch that started before must not bring them back. */
  readonly #deleted = new Set<number>()
  /** Recent events in order, for fetches that started before them. */
  #log: { position: number; event: QueueEvent }[] = []
  #position = 0

  get(id: number): FetchedMessage | undefined {
    return this.#messages.get(id)
  }

  isDeleted(id: number): boolean {
    return this.#deleted.has(id)
  }

  /** Read this before a fetch, and pass it to `put` with the result. */
  get position(): number {
    return this.#position
  }

  put(fetched: readonly FetchedMessage[], since = this.#position): FetchedMessage[] {
    const later = this.#log.filter((entry) => entry.position > since)
    const kept: FetchedMessage[] = []
    for (const message of fetched) {
      if (this.#deleted.has(message.id)) continue
      const current = later.reduce((before, { event }) => changed(before, event) ?? before, message)
      this.#set(current)
      kept.push(current)
    }
    return kept
  }

  /** Applies a local change before the server confirms it. */
  change(id: number, edit: (message: FetchedMessage) => FetchedMessage): void {
    const message = this.#messages.get(id)
    if (message !== undefined) this.#set(edit(message))
  }

  apply(event: QueueEvent): void {
    if (event.type === 'message') {
      this.#set({ ...event.message, flags: event.flags })
      return
    }
    if (event.type === 'delete_message') {
      for (const id of deletedBy(event)) this.#remove(id)
      return
    }
    if (event.type === 'restored_messages') {
      for (const id of event.message_ids) this.#deleted.delete(id)
      return
    }
    const affected = affectedBy(event, this.#messages)
    if (affected === undefined) return
    this.#position++
    this.#log.push({ position: this.#position, event })
    if (this.#log.length > maxLogEntries) this.#log = this.#log.slice(-maxLogEntries / 2)
    for (const id of affected) {
      const message = this.#messages.get(id)
      const next = message && changed(message, event)
      if (next !== undefined && next !== message) this.#set(next)
    }
  }

  /** Called whenever the message with this ID is replaced or removed. */
  subscribe(id: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(id)
    }
  }

  /** Evicts messages that are not needed. Messages with a listener are on screen and stay. */
  trim(maxMessages: number, isNeeded: (id: number) => boolean): void {
    for (const id of this.#messages.keys()) {
      if (this.#messages.size <= maxMessages) return
      if (!this.#listeners.has(id) && !isNeeded(id)) this.#messages.delete(id)
    }
  }

  #set(message: FetchedMessage): void {
    this.#messages.set(message.id, message)
    this.#notify(message.id)
  }

  #remove(id: number): void {
    this.#deleted.add(id)
    this.#messages.delete(id)
    this.#notify(id)
  }

  #notify(id: number): void {
    for (const listener of this.#listeners.get(id) ?? []) listener()
  }
}

const maxLogEntries = 2_000

export const deletedBy = ({ message_ids, message_id }: BodyOf<'delete_message'>): readonly number[] =>
  message_ids ?? (message_id === undefined ? [] : [message_id])

/** IDs of the messages that an event may change; undefined for unrelated events. */
function affectedBy(event: QueueEvent, known: ReadonlyMap<number, unknown>): Iterable<number> | undefined {
  switch (event.type) {
    case 'update_message':
      return event.message_ids
    case 'reaction':
    case 'submessage':
      return [event.message_id]
    case 'update_message_flags':
      return event.all ? [...known.keys()] : event.messages
    default:
      return undefined
  }
}

/** The message after an event; undefined if the event does not affect it. */
function changed(message: FetchedMessage, event: QueueEvent): FetchedMessage | undefined {
  switch (event.type) {
    case 'update_message':
      return event.message_ids.includes(message.id) ? withUpdate(message, event) : undefined
    case 'reaction':
      if (event.message_id !== message.id) return undefined
      return event.op === 'add' ? withReaction(message, event) : withoutReaction(message, event)
    case 'submessage':
      return event.message_id === message.id ? withSubmessage(message, event) : undefined
    case 'update_message_flags':
      if (!event.all && !event.messages.includes(message.id)) return undefined
      return withFlagSet(message, event.flag, event.op === 'add')
    default:
      return undefined
  }
}
