import type { LinkifierObject, PlaygroundObject } from '@loquat/contract'
import type { Db } from '../db/database.ts'

/** In the order they apply. */
export async function linkifiersOf(db: Db, realmId: number): Promise<LinkifierObject[]> {
  return await db
    .selectFrom('linkifier')
    .select(['id', 'pattern', 'url_template'])
    .where('realm_id', '=', realmId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function playgroundsOf(db: Db, realmId: number): Promise<PlaygroundObject[]> {
  return await db
    .selectFrom('playground')
    .select(['id', 'name', 'highlight_language', 'highlight_language as pygments_language', 'url_template'])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}
