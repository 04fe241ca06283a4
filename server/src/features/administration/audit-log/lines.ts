import { entriesAfter } from '../../../audit/store.ts'
import type { Db } from '../../../db/database.ts'
import { presentEntry } from './present.ts'

const pageSize = 500

/** The whole log as JSON lines, oldest first, read in pages. */
export async function* auditLines(db: Db, realmId: number): AsyncGenerator<string> {
  let last = 0
  for (;;) {
    const page = await entriesAfter(db, realmId, last, pageSize)
    if (page.length > 0) yield page.map((entry) => `${JSON.stringify(presentEntry(entry))}\n`).join('')
    last = page.at(-1)?.seq ?? last
    if (page.length < pageSize) return
  }
}
