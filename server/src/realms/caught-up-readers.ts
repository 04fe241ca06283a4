import type { LoggedEvent } from '../events/logged-event.ts'
import { BoundedCache } from '../platform/bounded-cache.ts'

const maxReaders = 10_000

/** A reader has read all direct messages below an ID, as found at a position of the log. */
interface CaughtUp {
  below: number
  position: number
}

/**
 * Readers without unread direct messages below an ID. No message is ever added below an existing one, so this holds until
 * they mark a message as unread.
 */
export class CaughtUpReaders {
  readonly #readers = new BoundedCache<number, CaughtUp>(maxReaders)

  /** The ID below which a reader has read everything at a position; 0 if that is not known. */
  belowFor(userId: number, position: number): number {
    const found = this.#readers.get(userId)
    return found === undefined || found.position > position ? 0 : found.below
  }

  /** Must be found at the position that was followed last. */
  add(userId: number, below: number, position: number): void {
    const known = this.#readers.peek(userId)
    if (known === undefined || known.below < below) this.#readers.set(userId, { below, position })
  }

  follow({ body, audience }: LoggedEvent): void {
    if (body.type !== 'update_message_flags' || body.op === 'add' || body.flag !== 'read') return
    if ('users' in audience) for (const userId of audience.users) this.#readers.delete(userId)
    else this.clear()
  }

  clear(): void {
    this.#readers.clear()
  }
}
