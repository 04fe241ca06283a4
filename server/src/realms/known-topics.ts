import { caseless } from '../directory/directory.ts'
import type { LoggedEvent } from '../events/logged-event.ts'

const maxTopics = 20_000

/**
 * Topics known to have messages, which saves most sends a query. Follows the log: a message adds its topic, and
 * moving or deleting messages removes the topics of the channel.
 */
export class KnownTopics {
  readonly #topics = new Map<number, Set<string>>()
  #count = 0

  has(channelId: number, topic: string): boolean {
    return this.#topics.get(channelId)?.has(caseless(topic)) === true
  }

  follow(events: readonly LoggedEvent[]): void {
    for (const { body } of events) {
      if (body.type === 'message') {
        if (body.message.stream_id !== undefined) this.#add(body.message.stream_id, body.message.subject)
      } else if (body.type === 'update_message' || body.type === 'delete_message') {
        if (body.stream_id !== undefined) this.#forget(body.stream_id)
      }
    }
  }

  clear(): void {
    this.#topics.clear()
    this.#count = 0
  }

  #add(channelId: number, topic: string): void {
    if (this.#count >= maxTopics) this.clear()
    let topics = this.#topics.get(channelId)
    if (topics === undefined) {
      topics = new Set()
      this.#topics.set(channelId, topics)
    }
    const before = topics.size
    this.#count += topics.add(caseless(topic)).size - before
  }

  #forget(channelId: number): void {
    this.#count -= this.#topics.get(channelId)?.size ?? 0
    this.#topics.delete(channelId)
  }
}
