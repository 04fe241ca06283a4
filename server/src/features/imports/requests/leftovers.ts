import { readdir } from 'node:fs/promises'
import type { App } from '../../../app.ts'
import { abandonedImports } from '../write/organization-store.ts'
import { copiesFolder, orphanedFolders } from './archive-files.ts'
import { inactiveMs } from './jobs.ts'
import { requestedImports } from './store.ts'

/** Files and rows of unfinished imports. */
export interface ImportLeftovers {
  /** Imports in the app that can still be continued, and the bytes of their archives. */
  unfinished: number
  unfinishedBytes: number
  /** Those that should have been deleted. */
  overdue: number
  /** Hidden organizations of imports whose process died. */
  abandoned: number
  /** Archives whose import does not exist. */
  orphaned: number
  /** Copies of archives, although no import is running. */
  copies: number
}

export async function importLeftovers(app: App): Promise<ImportLeftovers> {
  const { db } = app.database
  const all = await requestedImports(db)
  const unfinished = all.filter(({ state }) => state !== 'imported')
  const isRunning = all.some(({ state }) => state === 'running' || state === 'canceling')
  const before = app.clock.now() - inactiveMs - 86_400_000
  return {
    unfinished: unfinished.length,
    unfinishedBytes: unfinished.reduce((sum, { received }) => sum + received, 0),
    overdue: unfinished.filter(({ active_at }) => active_at.getTime() < before).length,
    abandoned: (await abandonedImports(db)).length,
    orphaned: (await orphanedFolders(app)).length,
    copies: isRunning ? 0 : (await readdir(copiesFolder(app)).catch(() => [])).length,
  }
}
