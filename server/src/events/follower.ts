import type { Database, Db } from '../db/database.ts'
import { recordConversation } from '../directory/access-users.ts'
import type { Directory } from '../directory/directory.ts'
import { loadDirectory, loadTouched, reloadDirectory } from '../directory/load.ts'
import { mergeTouches } from '../directory/touches.ts'
import type { Sealer } from '../platform/sealer.ts'
import { restartLog, saveLogEpoch } from './log-epoch-store.ts'
import { ensureWholeLog, isSameEvent } from './log-history.ts'
import type { LoggedEvent } from './logged-event.ts'
import { lastPosition, readEnd, readEvents } from './store.ts'

/** Number of recent events kept in memory; older ones are read from the table. */
const windowSize = 1_000
const eventsPerRead = 5_000
/** How long a read may wait for further events while nobody waits for them. */
const unhurriedMs = 50
/** Minimum time between reads while somebody waits: more frequent events are read together, so that a process costs the database no more. */
const readIntervalMs = 10

/** The database has lost the end of the log that this process has seen. */
export class LogRewound extends Error {
  override readonly name = 'LogRewound'
}

interface Listener {
  /** Whether anybody waits for events in this process. */
  isAwaited(): boolean
  onEvents(events: LoggedEvent[]): void
  /** Events were skipped: derived data must be recomputed, and queues cannot continue. */
  onRestarted(): void
}

const bySeq = (a: LoggedEvent, b: LoggedEvent) => a.seq - b.seq

/** The last event that a process has applied. Distinguishes one database history from another. */
interface AppliedEnd {
  position: number
  /** The event at the position; undefined if it was trimmed. */
  last: LoggedEvent | undefined
  /** Suspicions that a check settles; undefined if the check may be on an older connection than some of them. */
  suspicions: number | undefined
}

/**
 * Follows the log of one organization: keeps its directory at a position and recent events in memory, and delivers
 * each event once, in order. Events committed by this process arrive through `committed` without being read back,
 * unless they changed the directory or follow events of other processes.
 */
export class Follower {
  readonly realmId: number
  readonly directory: Directory
  readonly #database: Database
  readonly #sealer: Sealer
  readonly #listener: Listener
  #position: number
  /** The event at the position; undefined if it was trimmed. */
  #last: LoggedEvent | undefined
  /** How often the database was on a different history. */
  #suspicions = 0
  /** How many of these a check has settled. */
  #settledSuspicions = 0
  /** Every event after this position has been seen. */
  #start: number
  readonly #lastOfType = new Map<string, number>()
  #window: LoggedEvent[] = []
  readonly #pending = new Map<number, LoggedEvent>()
  #reading: Promise<void> = Promise.resolve()
  #queued: Promise<void> | undefined
  #unhurried: NodeJS.Timeout | undefined
  #paced: NodeJS.Timeout | undefined
  #readAt = 0

  private constructor(
    database: Database,
    sealer: Sealer,
    directory: Directory,
    position: number,
    last: LoggedEvent | undefined,
    listener: Listener,
  ) {
    this.realmId = directory.realm.id
    this.directory = directory
    this.#database = database
    this.#sealer = sealer
    this.#position = position
    this.#start = position
    this.#last = last
    this.#listener = listener
  }

  static async start(
    database: Database,
    sealer: Sealer,
    realmId: number,
    listener: Listener,
  ): Promise<Follower> {
    await ensureWholeLog(database, realmId)
    return await snapshot(database.followDb, async (db) => {
      const position = await lastPosition(db, realmId)
      const [last] = await readEvents(db, sealer, realmId, position - 1, 1)
      const directory = await loadDirectory(db, realmId)
      directory.changedAt = position
      return new Follower(database, sealer, directory, position, last, listener)
    })
  }

  /** Everything up to this position has been applied and delivered. */
  get position(): number {
    return this.#position
  }

  /** The position, or 0 while the database may be on a different history. */
  get confirmedPosition(): number {
    return this.#isSuspect ? 0 : this.#position
  }

  /** The position of the last event of any of these types. Events before the start count as being at the start. */
  lastOf(types: readonly string[]): number {
    return Math.max(...types.map((type) => this.#lastOfType.get(type) ?? this.#start))
  }

  /** Whether other processes have appended events that are not applied yet, before the last one that this process has committed. */
  get isBehindOthers(): boolean {
    return this.#pending.size > 0
  }

  /** Events after `position`, or undefined if some of them are no longer in memory. */
  recent(after: number): LoggedEvent[] | undefined {
    const missing = this.#position - this.#window.length - after
    if (missing > 0) return undefined
    return this.#window.slice(Math.max(0, -missing))
  }

  /** Applies events that this process has just committed. */
  committed(events: readonly LoggedEvent[]): void {
    for (const event of events) if (event.seq > this.#position) this.#pending.set(event.seq, event)
    this.#takePending()
    if (this.#pending.size > 0) this.advanceSoon()
  }

  /**
   * Reads the log without being waited for: at once if somebody waits for events and none came a moment ago, otherwise together with
   * the events of the next moment. Readers compare positions, so nobody sees the delay.
   */
  advanceSoon(): void {
    const read = () => void this.advance().catch(() => {})
    if (!this.#listener.isAwaited()) {
      this.#unhurried ??= setTimeout(read, unhurriedMs).unref()
      return
    }
    const wait = this.#readAt + readIntervalMs - performance.now()
    if (wait <= 0) read()
    else this.#paced ??= setTimeout(read, wait).unref()
  }

  /** Somebody began to wait for events: a read that was put off happens now. */
  hurry(): void {
    if (this.#unhurried !== undefined) void this.advance().catch(() => {})
  }

  /** Applies everything that this process was told of so far. Reads nothing that would not be read a moment later. */
  async applyAnnounced(): Promise<void> {
    const isPutOff = this.#unhurried !== undefined || this.#paced !== undefined
    await (isPutOff ? this.advance().catch(() => {}) : this.#reading)
  }

  /** Reads the log until everything committed before this call is applied. */
  advance(): Promise<void> {
    for (const timer of [this.#unhurried, this.#paced]) clearTimeout(timer)
    this.#unhurried = this.#paced = undefined
    // Calls share a queued read, because it has not started yet.
    this.#queued ??= this.#inTurn(() => {
      this.#queued = undefined
      this.#readAt = performance.now()
      return this.#readOrRestart()
    })
    return this.#queued
  }

  /**
   * Makes the next read check that the database still has everything seen here. Called when it is on a different
   * history.
   */
  suspectHistory(): void {
    this.#suspicions++
    // They may be of the other history. Those that are not lost are read again.
    this.#pending.clear()
  }

  /** The same, for when there is usually nothing to read. */
  async catchUp(): Promise<void> {
    if ((await lastPosition(this.#database.followDb, this.realmId)) !== this.#position) await this.advance()
  }

  /**
   * The same in a transaction that holds the log's lock and knows the log's end. Afterward the directory equals the
   * database exactly. Throws `LogRewound` if the transaction must be retried after `advance`.
   */
  async advanceWithin(transaction: Db, end: number): Promise<void> {
    await this.#inTurn(() => this.#read(transaction, { ...this.#seen(), suspicions: undefined }, end))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#reading.then(work)
    this.#reading = turn.catch(() => {})
    return turn
  }

  async #readOrRestart(): Promise<void> {
    if (await this.#readPlainEvents()) return
    const { db, followDb } = this.#database
    // Taken before the snapshot: an event committed here after it is in memory, but not in the snapshot. Likewise, the
    // snapshot may be on an older history than a suspicion that comes later.
    const seen = this.#seen()
    try {
      await snapshot(followDb, async (snapshotDb) =>
        this.#read(snapshotDb, seen, await lastPosition(snapshotDb, this.realmId)),
      )
    } catch (error) {
      if (!(error instanceof LogRewound)) throw error
      const { suspicions } = this.#seen()
      await restartLog(db, this.realmId, this.#database.epoch(), this.#position)
      await snapshot(followDb, async (snapshotDb) =>
        this.#reload(snapshotDb, await lastPosition(snapshotDb, this.realmId)),
      )
      this.#settledSuspicions = suspicions
    }
  }

  /**
   * The usual case, in one statement: all new events leave the directory as it is. Returns false, with nothing
   * applied, if it takes a snapshot.
   */
  async #readPlainEvents(): Promise<boolean> {
    if (this.#isSuspect) return false
    const from = this.#position
    const own = new Map(this.#pending)
    const { end, events: others } = await readEnd(this.#database.followDb, this.#sealer, this.realmId, {
      after: from,
      known: [...own.keys()],
      limit: eventsPerRead,
    })
    const events = [...others, ...[...own.values()].filter(({ seq }) => seq <= end)].sort(bySeq)
    // Positions have no gaps. Events are missing if they were trimmed, or are more than the limit.
    const isWhole = events.length === end - from
    if (!isWhole || this.#isSuspect || events.some(({ touches }) => touches !== null)) return false
    this.#append(events.filter(({ seq }) => seq > this.#position))
    this.#takePending()
    return true
  }

  get #isSuspect(): boolean {
    return this.#suspicions !== this.#settledSuspicions
  }

  #seen() {
    return { position: this.#position, last: this.#last, suspicions: this.#suspicions }
  }

  async #assertSameHistory(
    db: Db,
    { position, last, suspicions }: AppliedEnd,
    target: number,
  ): Promise<void> {
    if (target < position) throw new LogRewound()
    if (!this.#isSuspect) return
    const epoch = this.#database.epoch()
    const [there] = await readEvents(db, this.#sealer, this.realmId, position - 1, 1)
    if (last !== undefined && !isSameEvent(there, last)) throw new LogRewound()
    // Otherwise the next read checks again.
    if (suspicions !== this.#suspicions) return
    await saveLogEpoch(this.#database.db, this.realmId, epoch)
    this.#settledSuspicions = suspicions
  }

  /** Applies events up to `target`, the log's end. `seen` is the state before the log's end was read. */
  async #read(db: Db, seen: AppliedEnd, target: number): Promise<void> {
    await this.#assertSameHistory(db, seen, target)
    while (this.#position < target) {
      const from = this.#position
      const events = await readEvents(db, this.#sealer, this.realmId, from, eventsPerRead)
      const touches = events.flatMap((event) => event.touches ?? [])
      const loaded =
        touches.length > 0 ? await loadTouched(db, this.directory, mergeTouches(touches)) : undefined
      if (events.length === 0 || (events[0]?.seq ?? 0) > from + 1) {
        // The log was trimmed beyond this position: disconnected for too long to continue from events.
        await this.#reload(db, target)
        return
      }
      loaded?.apply(this.directory)
      for (const event of events) if (event.touches !== null) this.directory.changedAt = event.seq
      this.#append(events.filter((event) => event.seq > this.#position))
    }
    this.#takePending()
  }

  async #reload(db: Db, position: number): Promise<void> {
    await reloadDirectory(db, this.directory)
    this.directory.changedAt = position
    this.#window = []
    this.#pending.clear()
    this.#position = position
    this.#last = (await readEvents(db, this.#sealer, this.realmId, position - 1, 1))[0]
    this.#start = position
    this.#lastOfType.clear()
    this.#listener.onRestarted()
  }

  #takePending(): void {
    const ready: LoggedEvent[] = []
    for (const seq of this.#pending.keys()) if (seq <= this.#position) this.#pending.delete(seq)
    for (let next = this.#position + 1; ; next++) {
      const event = this.#pending.get(next)
      if (event === undefined || event.touches !== null) break
      this.#pending.delete(next)
      ready.push(event)
    }
    this.#append(ready)
  }

  #append(events: LoggedEvent[]): void {
    const last = events.at(-1)
    if (last === undefined) return
    for (const event of events) {
      this.#noteFirstMessage(event)
      this.#lastOfType.set(event.body.type, event.seq)
    }
    this.#window.push(...events)
    if (this.#window.length > 2 * windowSize) this.#window = this.#window.slice(-windowSize)
    this.#position = last.seq
    this.#last = last
    this.#listener.onEvents(events)
  }

  /** Side effects of a first message: a channel's `first_message_id`, or the users a guest can see. */
  #noteFirstMessage({ body, audience, seq }: LoggedEvent): void {
    if (body.type !== 'message') return
    const { id, stream_id } = body.message
    if (stream_id === undefined) {
      const userIds = 'users' in audience ? audience.users : []
      if (recordConversation(this.directory, userIds)) this.directory.changedAt = seq
      return
    }
    const channel = this.directory.channels.get(stream_id)
    if (channel?.firstMessageId !== null) return
    channel.firstMessageId = id
    this.directory.changedAt = seq
  }
}

/** Runs queries that all read one snapshot. */
export async function snapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
