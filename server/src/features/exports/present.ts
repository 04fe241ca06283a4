import type { RealmExport } from '@loquat/contract'
import type { Directory } from '../../directory/directory.ts'
import type { ExportRow } from './store.ts'

const seconds = (date: Date | null) => (date === null ? null : date.getTime() / 1_000)

export const isPending = (row: ExportRow) => row.finished_at === null && row.failed_at === null

/** Whether there is an archive that can be fetched. */
export const isThere = (row: ExportRow) => row.finished_at !== null && row.deleted_at === null

/** Whoever knows the address may fetch it, so nobody can guess it. */
export const exportUrl = (directory: Directory, file: string) => `${directory.url}/exports/${file}`

export const presentExport = (directory: Directory, row: ExportRow): RealmExport => ({
  id: row.id,
  acting_user_id: row.requester_id,
  export_time: row.requested_at.getTime() / 1_000,
  deleted_timestamp: seconds(row.deleted_at),
  failed_timestamp: seconds(row.failed_at),
  export_url: isThere(row) ? exportUrl(directory, row.file) : null,
  pending: isPending(row),
  export_type: row.type,
})
