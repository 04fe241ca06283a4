import type { Db } from '../db/database.ts'
import { isGuest } from '../directory/directory.ts'
import type { Sealer } from '../platform/sealer.ts'
import { accepts, isPublicMessage } from './accepts.ts'
import { includes } from './audience.ts'
import type { Follower } from './follower.ts'
import type { LoggedEvent } from './logged-event.ts'
import { type Queue, queueNotFound } from './queue.ts'
import { hiddenActorOf } from './redact-actor.ts'
import { serialize } from './serialize.ts'
import { readEvents } from './store.ts'

const maxEventsPerPage = 1_000
const eventsPerRead = 500

/** Events for a queue after a position, limited in number. */
export interface EventPage {
  readonly found: string[]
  /** The last position that was examined. */
  seen: number
  /** Whether the page reaches the end of the log. */
  complete: boolean
}

/** Reads the events of a queue from the log. */
export class QueueReader {
  readonly #db: Db
  readonly #sealer: Sealer
  readonly #follower: () => Follower

  constructor(db: Db, sealer: Sealer, follower: () => Follower) {
    this.#db = db
    this.#sealer = sealer
    this.#follower = follower
  }

  /** Undefined if some events are no longer in memory, because the client was away for long. */
  fromMemory(queue: Queue, after: number): EventPage | undefined {
    const look = startAt(queue, after)
    return this.#siftRecent(queue, look) ? look : undefined
  }

  async read(queue: Queue, after: number): Promise<EventPage> {
    const look = startAt(queue, after)
    while (look.complete && !this.#siftRecent(queue, look)) {
      this.#sift(queue, await this.#readOlder(queue, look.seen), look)
    }
    return look
  }

  /** The JSON of an event as a queue gets it; undefined if the event is not for this queue. */
  textFor({ row, abilities }: Queue, event: LoggedEvent): string | undefined {
    const { userId, options, id } = row
    const { directory } = this.#follower()
    const addressed = includes(event.audience, userId, directory)
    if (!addressed && !(options.allPublicChannels && this.#mayFollow(userId, event))) return undefined
    const unknown = hiddenActorOf(event, userId, directory)
    const reader = { userId, queueId: id, options, abilities, addressed, unknown }
    return accepts(event, reader) ? serialize(event, reader) : undefined
  }

  /**
   * Whether the owner of a queue with `all_public_streams` can receive a message of a public channel. Guests cannot.
   */
  #mayFollow(userId: number, event: LoggedEvent): boolean {
    const { directory } = this.#follower()
    const user = directory.users.get(userId)
    return user !== undefined && !isGuest(user) && isPublicMessage(event, directory)
  }

  #siftRecent(queue: Queue, look: EventPage): boolean {
    const recent = this.#follower().recent(look.seen)
    if (recent !== undefined) this.#sift(queue, recent, look)
    return recent !== undefined
  }

  #sift(queue: Queue, events: readonly LoggedEvent[], look: EventPage): void {
    for (const event of events) {
      look.complete = look.found.length < maxEventsPerPage
      if (!look.complete) return
      look.seen = event.seq
      const text = this.textFor(queue, event)
      if (text !== undefined) look.found.push(text)
    }
  }

  /** Reads events that are no longer in memory. The log has no holes, so a missing next event was trimmed. */
  async #readOlder({ row }: Queue, after: number): Promise<LoggedEvent[]> {
    const events = await readEvents(this.#db, this.#sealer, this.#follower().realmId, after, eventsPerRead)
    if (events[0]?.seq !== after + 1) throw queueNotFound(row.id)
    return events
  }
}

const startAt = ({ row }: Queue, after: number): EventPage => ({
  found: [],
  seen: Math.max(after, row.startSeq),
  complete: true,
})
