import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { PreviewCard } from '../../../db/tables/link-previews.ts'

export interface StoredPreview {
  url: string
  /** Null if nothing was found. */
  card: PreviewCard | null
  fetchedAt: Date
}

export async function findPreviews(db: Db, urls: readonly string[]): Promise<StoredPreview[]> {
  return await db
    .selectFrom('link_preview')
    .select(['url', 'card', 'fetched_at as fetchedAt'])
    .where('url', 'in', [...urls])
    .execute()
}

export async function savePreview(db: Db, { url, card, fetchedAt }: StoredPreview): Promise<void> {
  await sql`
    insert into link_preview (url, card, fetched_at)
    values (${url}, ${card === null ? null : JSON.stringify(card)}::jsonb, ${fetchedAt})
    on conflict (url) do update set card = excluded.card, fetched_at = excluded.fetched_at`.execute(db)
}

export async function deletePreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('link_preview').where('fetched_at', '<', before).execute()
}

/** A message's current content, to find its links. */
export async function findText(
  db: Db,
  realmId: number,
  id: number,
): Promise<{ content: string; senderId: number } | undefined> {
  return await db
    .selectFrom('message')
    .select(['content', 'sender_id as senderId'])
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}
