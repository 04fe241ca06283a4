import type { ImportReport, ImportSource } from '@loquat/contract'
import type pg from 'pg'
import type { ImportOptions } from '../../../db/tables/imports.ts'
import type { Config } from '../../../platform/config.ts'
import type { ImportProblem } from '../import-error.ts'

/** The order to a process of its own that imports one archive. It ends itself, and leaves nothing, if the other side disconnects. */
export interface RunOrder {
  config: Config
  database: pg.ClientConfig
  source: ImportSource
  path: string
  fileName: string
  ownerEmail: string
  isDryRun: boolean
  options: ImportOptions
  emails: Record<string, string>
}

/** Sent to the process: the order, or the end of it. */
export type ToRun = { kind: 'order'; order: RunOrder } | { kind: 'cancel' }

/** Sent by the process. Each run ends with `done` or `failed`, unless the process dies. */
export type FromRun =
  | { kind: 'stage'; name: string; total: number | null }
  | { kind: 'update'; done: number }
  | { kind: 'done'; report: ImportReport }
  /** Without a problem after an unexpected error. */
  | { kind: 'failed'; problem: ImportProblem | undefined }
