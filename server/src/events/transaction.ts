import type { RawBuilder } from 'kysely'
import { type AuditEvent, type PreparedEntry, prepareEntry } from '../audit/entry.ts'
import type { AuditTrail } from '../audit/trail.ts'
import type { Db } from '../db/database.ts'
import type { Channel, Directory, User } from '../directory/directory.ts'
import type { Touches } from '../directory/touches.ts'
import type { Storage } from '../platform/files/storage.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { Audience } from './audience.ts'
import type { PublishedBody } from './logged-event.ts'
import { LoggedEvent } from './logged-event.ts'
import { appendEvents, type NewEvent } from './store.ts'

interface TxServices {
  sealer: Sealer
  extensions: Extensions
  trail: AuditTrail
}

/** A transaction of one organization. Store functions that write require it; published events commit with it. */
export class Tx {
  readonly db: Db
  readonly realmId: number
  readonly sealer: Sealer
  readonly extensions: Extensions
  readonly #trail: AuditTrail
  readonly #audited: PreparedEntry[] = []
  #unwritten: NewEvent[] = []
  readonly #written: LoggedEvent[] = []

  constructor(db: Db, realmId: number, { sealer, extensions, trail }: TxServices) {
    this.db = db
    this.realmId = realmId
    this.sealer = sealer
    this.extensions = extensions
    this.#trail = trail
  }

  /** Publishes an event. `touches` names the parts of the directory that it made stale. */
  publish(body: PublishedBody, audience: Audience, touches: Touches | null = null): void {
    if ('users' in audience && audience.users.length === 0 && touches === null) return
    this.#unwritten.push({ body, audience, touches })
  }

  /**
   * Records an event in the audit log. The entry commits with the transaction; who acts, from where and by which credential comes from the
   * request, command or job that is running.
   */
  audit(event: AuditEvent): void {
    const entry = prepareEntry(event)
    if (entry !== undefined) this.#audited.push(entry)
  }

  /** Writes everything that commits with the transaction. Nothing may be locked afterward. */
  async finish(): Promise<void> {
    await this.flush()
    await this.#trail.append(this.db, this.realmId, this.#audited.splice(0))
  }

  /** Writes the events published so far, for a statement that must follow them in the log. */
  async flush(): Promise<void> {
    const events = this.#unwritten
    if (events.length === 0) return
    this.#unwritten = []
    const first = await appendEvents(this.db, this.sealer, this.realmId, events)
    this.#written.push(
      ...events.map((event, n) => new LoggedEvent(first + n, event.body, event.audience, event.touches)),
    )
  }

  /** Records events that a statement appended to the log by itself. */
  wrote(events: readonly LoggedEvent[]): void {
    this.#written.push(...events)
  }

  /** The events that this transaction appended to the log. */
  get events(): readonly LoggedEvent[] {
    return this.#written
  }
}

/**
 * Hooks by which features extend changes in lower areas, which must not import them. Each runs in the transaction of
 * the change and commits with it. Composed once, in `features/extensions.ts`.
 */
export interface Extensions {
  accountDeactivated: readonly ((tx: Tx, directory: Directory, user: User) => Promise<void>)[]
  accountReactivated: readonly ((tx: Tx, directory: Directory, user: User) => Promise<void>)[]
  apiKeyReplaced: readonly ((tx: Tx, userId: number) => Promise<void>)[]
  settingsChanged: readonly ((tx: Tx, directory: Directory, before: User, after: User) => Promise<void>)[]
  subscribed: readonly ((tx: Tx, change: SubscriptionChange) => Promise<void>)[]
  unsubscribed: readonly ((tx: Tx, left: readonly { user: User; channel: Channel }[]) => Promise<void>)[]
  messageSent: readonly SendExtension[]
  /** Runs before the flags of the message change. */
  messageEdited: readonly ((tx: Tx, edit: MessageEdit) => Promise<void>)[]
  /** Runs before the messages are deleted. */
  messagesDeleted: readonly ((tx: Tx, ids: readonly number[], directory: Directory) => Promise<void>)[]
  /** Runs before files, or links of messages to them, are deleted. Returns the paths whose content must stay. */
  filesDeleted: readonly ((tx: Tx, attachmentIds: readonly number[]) => Promise<ReadonlySet<string>>)[]
  /** Runs when a user acted on a bot's message or ran its command. */
  interactionCreated: readonly ((tx: Tx, interaction: { id: number; bot: User }) => Promise<void>)[]
  /** Runs when a call in a direct conversation started or ended. */
  directCallChanged: readonly ((tx: Tx, change: CallChange) => Promise<void>)[]
  /** Deletes the stored files of an organization after its rows; outside any transaction. */
  realmDeleted: readonly ((files: Storage, realmId: number) => Promise<void>)[]
}

/** A call, by its message. */
export interface CallChange {
  messageId: number
  isOver: boolean
}

export interface SubscriptionChange {
  caller: User
  added: readonly { user: User; channel: Channel; isNew: boolean }[]
  created: readonly Channel[]
  /** Whether new channels are announced to the organization. */
  announce: boolean
}

export interface MessageMentions {
  users: readonly number[]
  groups: readonly number[]
  channelWildcard: boolean
  topicWildcard: boolean
  /** Subscribers who are active now. */
  hereWildcard: boolean
}

/** The users that mentions in a message can reach. */
export type MentionScope =
  | { channel: Channel; participants: ReadonlySet<number>; present: ReadonlySet<number> }
  /** The participants of a direct conversation. */
  | { people: readonly number[] }

export interface SentText {
  mentions: MessageMentions
  /** Linked pages to preview. */
  previewLinks: readonly string[]
}

/** Jobs that messages cause in a higher area, enqueued by the statement that stores the messages. */
export interface SendExtension<W extends object = object> {
  /** The prefix of its names in SQL. */
  name: string
  /** The jobs that one message causes; usually none. */
  workFor(directory: Directory, sender: User, text: SentText, scope: MentionScope): readonly W[]
  /** Common table expressions that enqueue the work. They read `draft (n, id)`; the last one is `<name>_jobs (job_id)`. */
  enqueueSql(realmId: number, work: readonly (W & { n: number })[]): RawBuilder<unknown>
}

export interface MessageEdit extends SentText {
  messageId: number
  /** Flags that the new text gives to users. */
  flags: ReadonlyMap<number, number>
}
