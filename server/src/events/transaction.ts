import type { Db } from '../db/database.ts'
import type { Touches } from '../directory/touches.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { Audience } from './audience.ts'
import type { PublishedBody } from './logged-event.ts'
import { LoggedEvent } from './logged-event.ts'
import { appendEvents, type NewEvent } from './store.ts'

/** A transaction of one organization. Store functions that write ask for it; what it publishes commits with it. */
export class Tx {
  readonly db: Db
  readonly realmId: number
  readonly sealer: Sealer
  #unwritten: NewEvent[] = []
  readonly #written: LoggedEvent[] = []

  constructor(db: Db, realmId: number, sealer: Sealer) {
    this.db = db
    this.realmId = realmId
    this.sealer = sealer
  }

  /** Announces a change. `touches` names the rows of the directory that it made stale. */
  publish(body: PublishedBody, audience: Audience, touches: Touches | null = null): void {
    if ('users' in audience && audience.users.length === 0 && touches === null) return
    this.#unwritten.push({ body, audience, touches })
  }

  /** Writes what was published so far, for a statement that must come after it in the log. */
  async flush(): Promise<void> {
    const events = this.#unwritten
    if (events.length === 0) return
    this.#unwritten = []
    const first = await appendEvents(this.db, this.sealer, this.realmId, events)
    this.#written.push(
      ...events.map((event, n) => new LoggedEvent(first + n, event.body, event.audience, event.touches)),
    )
  }

  /** Notes events that a statement wrote into the log by itself. */
  wrote(events: readonly LoggedEvent[]): void {
    this.#written.push(...events)
  }

  /** What the log got from this transaction. */
  get events(): readonly LoggedEvent[] {
    return this.#written
  }
}
