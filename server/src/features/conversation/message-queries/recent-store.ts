import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { IdRange } from '../../../directory/ranges.ts'
import type { RecentMessage, RecentPlace } from '../../../realms/recent-messages.ts'
import { textsByMessage } from './message-readers.ts'
import type { Sql } from './narrow-sql.ts'
import { flagsIn, readRangesIn } from './reader-texts.ts'
import {
  newestIn,
  type ReadMessages,
  type RecentTexts,
  readerStates,
  recentTexts,
  withIds,
} from './recent-sql.ts'

export interface LoadedMessages {
  /** The end of the log when they were read. */
  position: number
  /** Ascending. */
  messages: RecentMessage[]
  /** The lowest ID that was looked at; 0 if there are no messages below. */
  since: number
}

export interface ReaderState {
  /** The end of the log when it was read. */
  position: number
  read: Map<number, IdRange[]>
  flags: Map<number, number>
  hasMore: boolean
}

export async function loadNewest(
  db: Db,
  realmId: number,
  place: RecentPlace,
  recipientId: number | undefined,
  limit: number,
): Promise<LoadedMessages> {
  const { position, lowest, count, messages } = await load(db, realmId, newestIn(place, recipientId, limit))
  return { position, messages, since: count < limit ? 0 : lowest }
}

export async function loadRecent(db: Db, realmId: number, ids: readonly number[]): Promise<LoadedMessages> {
  const { position, messages } = await load(db, realmId, withIds(ids))
  return { position, messages, since: 0 }
}

/** The states of several readers, in their order. */
export async function loadReaderStates(
  db: Db,
  realmId: number,
  readers: readonly ReadMessages[],
): Promise<ReaderState[]> {
  const { rows } = await prepared(readerStates(realmId, readers)).execute(db)
  return rows.map(({ position, read, flags, has_more }) => ({
    position,
    read: readRangesIn(read),
    flags: flagsIn(flags),
    hasMore: has_more,
  }))
}

async function load(db: Db, realmId: number, found: Sql) {
  const { rows } = await prepared(recentTexts(realmId, found)).execute(db)
  const texts = rows[0]!
  const { position, lowest, count } = texts
  return { position, lowest: lowest ?? 0, count, messages: parseMessages(texts) }
}

function parseMessages(texts: RecentTexts): RecentMessage[] {
  if (texts.messages === null) return []
  const reactions = textsByMessage(texts.reactions)
  const submessages = textsByMessage(texts.submessages)
  return texts.messages
    .split('\n')
    .map((line) => {
      const [id = '', version = '', sender = '', recipient = '', mentionsChannel, users] = line.split(' ')
      return {
        id: Number(id),
        version,
        senderId: Number(sender),
        recipientId: Number(recipient),
        userIds: users?.split(',').map(Number),
        mentionsChannel: mentionsChannel === '1',
        reactions: reactions?.get(id) ?? '',
        submessages: submessages?.get(id) ?? '',
      }
    })
    .sort((a, b) => a.id - b.id)
}
