import type { Db } from '../db/database.ts'
import { isGuest } from '../directory/directory.ts'
import type { Sealer } from '../platform/sealer.ts'
import { accepts, isPublicMessage } from './accepts.ts'
import { includes } from './audience.ts'
import type { Follower } from './follower.ts'
import type { LoggedEvent } from './logged-event.ts'
import { badQueue, type Queue } from './queue.ts'
import { serialise } from './serialise.ts'
import { readEvents } from './store.ts'
import { unknownIn } from './strangers.ts'

const mostEventsPerAnswer = 1_000
const readAtOnce = 500

/** What there is for a queue after a position: not too much at once. */
export interface Look {
  readonly found: string[]
  /** It has looked at everything up to here. */
  seen: number
  /** That is all there is. */
  complete: boolean
}

/** Looks for what is in the log for a queue. */
export class Looking {
  readonly #db: Db
  readonly #sealer: Sealer
  readonly #follower: () => Follower

  constructor(db: Db, sealer: Sealer, follower: () => Follower) {
    this.#db = db
    this.#sealer = sealer
    this.#follower = follower
  }

  /** Only if all of it is in memory, which it is unless the client was away. */
  glance(queue: Queue, after: number): Look | undefined {
    const look = startAt(queue, after)
    return this.#siftRecent(queue, look) ? look : undefined
  }

  async look(queue: Queue, after: number): Promise<Look> {
    const look = startAt(queue, after)
    while (look.complete && !this.#siftRecent(queue, look)) {
      this.#sift(queue, await this.#readOlder(queue, look.seen), look)
    }
    return look
  }

  /** The event's text for a queue, unless it is not for it. */
  textFor({ row, abilities }: Queue, event: LoggedEvent): string | undefined {
    const { userId, options, id } = row
    const { directory } = this.#follower()
    const addressed = includes(event.audience, userId, directory)
    if (!addressed && !(options.allPublicChannels && this.#mayFollow(userId, event))) return undefined
    const unknown = unknownIn(event, userId, directory)
    const reader = { userId, queueId: id, options, abilities, addressed, unknown }
    return accepts(event, reader) ? serialise(event, reader) : undefined
  }

  /** Whether the owner of a queue that follows all public channels may have a message of one of them. Guests may not. */
  #mayFollow(userId: number, event: LoggedEvent): boolean {
    const { directory } = this.#follower()
    const user = directory.users.get(userId)
    return user !== undefined && !isGuest(user) && isPublicMessage(event, directory)
  }

  #siftRecent(queue: Queue, look: Look): boolean {
    const recent = this.#follower().recent(look.seen)
    if (recent !== undefined) this.#sift(queue, recent, look)
    return recent !== undefined
  }

  #sift(queue: Queue, events: readonly LoggedEvent[], look: Look): void {
    for (const event of events) {
      look.complete = look.found.length < mostEventsPerAnswer
      if (!look.complete) return
      look.seen = event.seq
      const text = this.textFor(queue, event)
      if (text !== undefined) look.found.push(text)
    }
  }

  /** Events that are no longer in memory. The log has no holes: if the next one is missing, it was trimmed. */
  async #readOlder({ row }: Queue, after: number): Promise<LoggedEvent[]> {
    const events = await readEvents(this.#db, this.#sealer, this.#follower().realmId, after, readAtOnce)
    if (events[0]?.seq !== after + 1) throw badQueue(row.id)
    return events
  }
}

const startAt = ({ row }: Queue, after: number): Look => ({
  found: [],
  seen: Math.max(after, row.startSeq),
  complete: true,
})
