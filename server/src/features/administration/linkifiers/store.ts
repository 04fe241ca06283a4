import type { PlaygroundObject } from '@loquat/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../events/transaction.ts'

interface LinkifierTexts {
  pattern: string
  url_template: string
}

/** Appends a linkifier. */
export async function insertLinkifier(tx: Tx, texts: LinkifierTexts): Promise<number> {
  const { id } = await tx.db
    .insertInto('linkifier')
    .values({
      ...texts,
      realm_id: tx.realmId,
      position: sql`(select coalesce(max(position), 0) + 1 from linkifier where realm_id = ${tx.realmId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateLinkifier(tx: Tx, id: number, texts: LinkifierTexts): Promise<void> {
  await tx.db.updateTable('linkifier').set(texts).where('id', '=', id).execute()
}

export async function deleteLinkifier(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('linkifier').where('id', '=', id).execute()
}

export async function reorder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update linkifier set position = wanted.n
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, n)
    where linkifier.id = wanted.id and realm_id = ${tx.realmId}`.execute(tx.db)
}

export async function insertPlayground(
  tx: Tx,
  playground: Omit<PlaygroundObject, 'id' | 'pygments_language'>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('playground')
    .values({ ...playground, realm_id: tx.realmId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deletePlayground(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('playground').where('id', '=', id).execute()
}
