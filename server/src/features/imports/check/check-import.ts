import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { StoredByImport } from '../../../db/tables/imports.ts'
import type { Realm } from '../../../realms/realm.ts'
import { decodeName } from '../../conversation/uploads/names.ts'
import {
  countByChannel,
  countUnordered,
  existingPaths,
  nextWithReferences,
  storedByImport,
} from './check-store.ts'

/** Differences between an imported organization and the report of its import. */
export interface ImportFindings {
  /** Messages that the import stored. */
  messages: number
  /** Channels, or null for direct messages, whose number of messages differs. */
  counts: { channel: string | null; stored: number; found: number }[]
  /** Messages that are older than the one before them. Undefined if the archive has an order of its own. */
  unordered: number | undefined
  /** Links to files that do not exist. */
  lostFiles: number
  /** Mentions of users who do not exist. */
  lostUsers: number
}

const pageSize = 500

/** Compares an organization with what its import stored. Undefined if this is not known. */
export async function checkImport(app: App, realm: Realm): Promise<ImportFindings | undefined> {
  return await app.database.withoutTimeouts(async (db) => {
    const stored = await storedByImport(db, realm.id)
    if (stored == null) return undefined
    const { lastId, isByTime } = stored
    return {
      messages: Object.values(stored.messages).reduce((sum, count) => sum + count, 0),
      counts: await differentCounts(db, realm, stored),
      unordered: isByTime ? await countUnordered(db, realm.id, lastId) : undefined,
      ...(await lostReferences(db, realm, lastId)),
    }
  })
}

async function differentCounts(
  db: Db,
  realm: Realm,
  { messages, lastId }: StoredByImport,
): Promise<ImportFindings['counts']> {
  const rows = await countByChannel(db, realm.id, lastId)
  const found = new Map(rows.map(({ channel_id, count }) => [String(channel_id ?? 0), count]))
  return [...new Set([...Object.keys(messages), ...found.keys()])]
    .map((id) => ({
      channel: id === '0' ? null : (realm.directory.channels.get(Number(id))?.name ?? id),
      stored: messages[id] ?? 0,
      found: found.get(id) ?? 0,
    }))
    .filter((one) => one.stored !== one.found)
}

async function lostReferences(
  db: Db,
  { id: realmId, directory }: Realm,
  lastId: number,
): Promise<Pick<ImportFindings, 'lostFiles' | 'lostUsers'>> {
  let [lostFiles, lostUsers, after] = [0, 0, 0]
  for (;;) {
    const page = await nextWithReferences(db, realmId, after, lastId, pageSize)
    const paths = page.flatMap(({ html }) => pathsIn(html))
    const existing = await existingPaths(db, realmId, [...new Set(paths)])
    lostFiles += paths.filter((path) => !existing.has(path)).length
    for (const { html } of page)
      for (const [, id] of html.matchAll(/data-user-id="(\d+)"/g))
        if (!directory.users.has(Number(id))) lostUsers++
    const last = page.at(-1)
    if (last === undefined) return { lostFiles, lostUsers }
    after = last.id
  }
}

const pathsIn = (html: string) =>
  Array.from(html.matchAll(/href="\/user_uploads\/([^"?#]+)/g), ([, path = '']) => decodeName(path))
