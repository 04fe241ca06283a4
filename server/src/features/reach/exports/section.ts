import type { RawBuilder } from 'kysely'
import type { ExportScope } from './snapshot-store.ts'

/**
 * A file of the archive. Columns are listed explicitly, so that new ones stay out until someone decides to
 * include them.
 */
export interface Section {
  file: string
  about: string
  rows(scope: ExportScope): RawBuilder<unknown>
}
