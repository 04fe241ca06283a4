import type { IndexedGroup } from './indexed-group.ts'

interface RecipientGroups {
  byTopic: Map<string, IndexedGroup>
  /** No message is newer. */
  newest: number
}

/** The groups of a message index by recipient and topic. */
export class IndexedGroups {
  readonly #recipients = new Map<number, RecipientGroups>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(recipientId: number, topic: string): IndexedGroup | undefined {
    return this.#recipients.get(recipientId)?.byTopic.get(topic)
  }

  /** The groups of a recipient, if one of them may contain messages from an ID on. */
  of(recipientId: number, from: number): Iterable<IndexedGroup> {
    const found = this.#recipients.get(recipientId)
    return found === undefined || found.newest < from ? [] : found.byTopic.values()
  }

  *all(): Iterable<IndexedGroup> {
    for (const { byTopic } of this.#recipients.values()) yield* byTopic.values()
  }

  put(group: IndexedGroup): void {
    const { recipientId, topic } = group
    const found = this.#recipients.get(recipientId) ?? { byTopic: new Map(), newest: 0 }
    this.#recipients.set(recipientId, found)
    found.byTopic.set(topic, group)
    this.#size++
    this.noteMessage(recipientId, group.ids.at(-1) ?? 0)
  }

  /** A group of the recipient contains a message. */
  noteMessage(recipientId: number, id: number): void {
    const found = this.#recipients.get(recipientId)
    if (found !== undefined) found.newest = Math.max(found.newest, id)
  }

  remove({ recipientId, topic }: IndexedGroup): void {
    const found = this.#recipients.get(recipientId)
    if (!found?.byTopic.delete(topic)) return
    this.#size--
    if (found.byTopic.size === 0) this.#recipients.delete(recipientId)
  }

  clear(): void {
    this.#recipients.clear()
    this.#size = 0
  }
}
