import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import {
  type Channel,
  type CustomEmoji,
  caseless,
  type Directory,
  type User,
} from '../../../directory/directory.ts'
import type { Micros, Source, SourceId, SourceKind } from '../model.ts'
import type { Progress } from '../progress.ts'
import type { Report } from '../report.ts'

/** The server that a preview follows, and the account through which it does. */
export interface FollowedServer {
  url: string
  email: string
  key: string
}

/** One import in progress. */
export interface ImportJob {
  app: App
  /** A connection of its own: its temporary tables vanish with it. */
  db: Db
  kind: SourceKind
  source: Source
  report: Report
  progress: Progress
  signal: AbortSignal
  /** Converts everything and stores nothing. */
  isDryRun: boolean
  now: Micros
  subdomain: string
  ownerEmail: string | undefined
  follow: FollowedServer | undefined
  realmId: number
  /**
   * The new organization as the renderer sees it. Built from the imported rows rather than loaded, so that it exists in
   * dry runs as well.
   */
  directory: Directory
  users: Map<SourceId, User>
  channels: Map<SourceId, Channel>
  groups: Map<SourceId, number>
  folders: Map<SourceId, number>
  emoji: Map<SourceId, CustomEmoji>
  profileFields: Map<SourceId, { id: number; type: number }>
  /** How many users have a name, ignoring case. */
  nameCounts: Map<string, number>
  /** Direct conversations by the name of their set of users. They are few compared to messages. */
  conversations: Map<string, { recipientId: number; userIds: number[] }>
  /** The owner, if the archive does not contain them. */
  createdOwner?: User
  /** Channels that new users are subscribed to. */
  defaultChannels: Channel[]
  /** Number of stored messages by channel ID, 0 for direct messages; and the last ID. */
  storedMessages: Map<number, number>
  lastMessageId: number
  /** Bytes of stored files. */
  storedBytes: number
}

let lastFakeId = 0
/** IDs for dry runs. */
export const fakeIds = (rows: readonly unknown[]) => rows.map(() => ++lastFakeId)

/** A time of the archive: never in the future. */
export const dateOf = (job: Pick<ImportJob, 'now'>, time: Micros) => new Date(Math.min(time, job.now) / 1_000)

export const dateOrNow = (job: Pick<ImportJob, 'now'>, time: Micros | undefined) =>
  dateOf(job, time ?? job.now)

export function countName(job: Pick<ImportJob, 'nameCounts'>, name: string): void {
  const key = caseless(name)
  job.nameCounts.set(key, (job.nameCounts.get(key) ?? 0) + 1)
}
