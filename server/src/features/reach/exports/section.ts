import type { RawBuilder } from 'kysely'
import type { Scope } from './snapshot-store.ts'

/** A file of the archive. What is not named here is in none, so new columns and tables stay out until somebody decides. */
export interface Section {
  file: string
  about: string
  rows(scope: Scope): RawBuilder<unknown>
}
