import type { Migration } from 'kysely/migration'
import * as foundation from './2026-11-15-01-foundation.ts'
import * as drafts from './2026-11-15-02-drafts.ts'

/** In the order of their dates. A migration that was released never changes; a new one is added below. */
export const migrations: Record<string, Migration> = {
  '2026-11-15-01-foundation': foundation,
  '2026-11-15-02-drafts': drafts,
}
