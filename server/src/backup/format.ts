/**
 * A backup is a tar archive, compressed with Zstandard and optionally encrypted with age. Its entries in order:
 *
 *     backup.json                    the header
 *     secret-key                     the secret keys, one per line
 *     database/SCHEMA.TABLE/N.copy   rows of a table as text of COPY, in parts of whole rows
 *     files/KEY                      a file of the storage
 *     checksums/N.txt                SHA-256 of the entries before it, in the format of sha256sum
 *     manifest.json                  counts and checksums; without it, the backup is incomplete
 */
export const formatVersion = 1

export const headerName = 'backup.json'
export const secretKeyName = 'secret-key'
export const manifestName = 'manifest.json'
export const databaseFolder = 'database/'
export const filesFolder = 'files/'
export const checksumsFolder = 'checksums/'

export interface BackupHeader {
  format: number
  /** Version of Loquat. */
  loquat: string
  created_at: string
  /** Version of PostgreSQL as a number: 180004 is 18.4. */
  postgres: number
  /** The last migration. */
  migration: string
  tables: TableDescription[]
  sequences: SequenceValue[]
  /** Fingerprints of the master keys that a restore needs. */
  master_keys?: string[]
}

export interface TableDescription {
  /** With the schema: `public.message`. */
  name: string
  /** Without generated columns. */
  columns: string[]
}

export interface SequenceValue {
  name: string
  /** As text: it may exceed the range of a JavaScript number. */
  value: string
  is_called: boolean
}

export interface TableSummary {
  name: string
  rows: number
  bytes: number
  /** Checksum of all parts, in order. */
  sha256: string
}

export interface BackupManifest {
  format: number
  finished_at: string
  tables: TableSummary[]
  files: { count: number; bytes: number }
  /** Files that the database names and the storage does not have. */
  missing_files: { count: number; first: string[] }
  /** SHA-256 of each file of checksums. */
  checksums: Record<string, string>
}

/** A failure that the operator can understand; only its message is shown. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Amounts so far. */
export interface BackupProgress {
  step: 'database' | 'files' | 'indexes' | 'checking'
  /** The table or file. */
  at: string
  rows: number
  files: number
  bytes: number
  /** From 0 to 1, where the total is known. */
  fraction?: number
}

export type OnProgress = (progress: BackupProgress) => void

/** Tables of the migrators, which a restore fills by migrating. */
export const migratorTables = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'graphile_worker.migrations',
]
