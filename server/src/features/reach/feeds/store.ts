import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { FeedTable } from '../../../db/tables/feeds.ts'
import type { Tx } from '../../../events/transaction.ts'

export type Feed = Selectable<FeedTable>

export async function feedsOf(db: Db, botId: number): Promise<Feed[]> {
  return await db.selectFrom('feed').selectAll().where('bot_id', '=', botId).orderBy('id').execute()
}

export async function feedsOfChannel(db: Db, channelId: number): Promise<Feed[]> {
  return await db.selectFrom('feed').selectAll().where('channel_id', '=', channelId).orderBy('id').execute()
}

export async function countFeeds(db: Db, realmId: number): Promise<number> {
  const { count } = await db
    .selectFrom('feed')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertFeed(
  tx: Tx,
  feed: Pick<Feed, 'bot_id' | 'channel_id' | 'url' | 'topic' | 'due_at'> & Partial<Pick<Feed, 'creator_id'>>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('feed')
    .values({ realm_id: tx.realmId, ...feed })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the bot has no such feed. */
export async function deleteFeed(tx: Tx, botId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('feed')
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** False if the channel has no such feed. */
export async function deleteFeedOfChannel(tx: Tx, channelId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('feed')
    .where('channel_id', '=', channelId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Leases due feeds until a time, so that no other process takes them. */
export async function takeDueFeeds(db: Db, now: Date, until: Date, limit: number): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    update feed set due_at = ${until}
    where id = any(array(
      select id from feed where is_active and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked))
    returning *`.execute(db)
  return rows
}

/** Does nothing if the feed was removed. */
export async function updateFeed(
  db: Db,
  id: number,
  changes: Partial<Omit<Feed, 'id' | 'realm_id' | 'bot_id' | 'creator_id' | 'channel_id' | 'url'>>,
): Promise<void> {
  await db.updateTable('feed').set(changes).where('id', '=', id).execute()
}
