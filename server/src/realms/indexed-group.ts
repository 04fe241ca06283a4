import { lowerBound } from '../platform/lower-bound.ts'

/** A text that was extended this often is created anew. */
const maxPieces = 32

/** The indexed messages of one topic or direct conversation, ascending. */
export class IndexedGroup {
  readonly recipientId: number
  /** As it was spelled. Empty in direct conversations. */
  readonly topic: string
  /** Participants of a direct conversation; null in a channel. */
  readonly userIds: readonly number[] | null
  ids: number[]
  senderIds: number[]
  /** Messages that mention everyone in the channel. */
  wildcards: number[]
  /** All IDs, separated by commas, and where each begins. Created when needed. */
  #text = ''
  #starts: number[] = []
  #pieces = 0

  constructor(recipientId: number, topic: string, userIds: readonly number[] | null) {
    this.recipientId = recipientId
    this.topic = topic
    this.userIds = userIds
    this.ids = []
    this.senderIds = []
    this.wildcards = []
  }

  /** The index of the first message that is not below an ID. */
  indexOf(least: number): number {
    return lowerBound(this.ids, least)
  }

  has(id: number): boolean {
    return this.ids[this.indexOf(id)] === id
  }

  add(id: number, senderId: number, mentionsChannel: boolean): void {
    const index = this.indexOf(id)
    if (index < this.ids.length) this.#forgetText()
    this.ids.splice(index, 0, id)
    this.senderIds.splice(index, 0, senderId)
    if (mentionsChannel) this.wildcards.splice(lowerBound(this.wildcards, id), 0, id)
  }

  remove(id: number): boolean {
    const index = this.indexOf(id)
    if (this.ids[index] !== id) return false
    this.ids.splice(index, 1)
    this.senderIds.splice(index, 1)
    this.wildcards = this.wildcards.filter((one) => one !== id)
    this.#forgetText()
    return true
  }

  /** Removes the messages below an ID. */
  removeBelow(floor: number): void {
    const count = this.indexOf(floor)
    if (count === 0) return
    this.ids = this.ids.slice(count)
    this.senderIds = this.senderIds.slice(count)
    this.wildcards = this.wildcards.slice(lowerBound(this.wildcards, floor))
    this.#forgetText()
  }

  /** The IDs from one index to another, exclusive, separated by commas. */
  textOf(from: number, to: number): string {
    if (this.#starts.length < this.ids.length) this.#extendText()
    const end = to < this.ids.length ? this.#starts[to]! - 1 : this.#text.length
    return this.#text.slice(this.#starts[from], end)
  }

  #extendText(): void {
    if (this.#pieces === maxPieces) this.#forgetText()
    const added = this.ids.slice(this.#starts.length)
    let start = this.#text === '' ? 0 : this.#text.length + 1
    for (const id of added) {
      this.#starts.push(start)
      start += String(id).length + 1
    }
    // Joined at once: a text that grows by one ID at a time takes ten times the memory.
    this.#text = this.#text === '' ? added.join() : `${this.#text},${added.join()}`
    this.#pieces++
  }

  #forgetText(): void {
    this.#text = ''
    this.#starts = []
    this.#pieces = 0
  }
}
