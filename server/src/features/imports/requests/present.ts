import type { RealmImport } from '@loquat/contract'
import type { RequestedImport } from './store.ts'
import { uploadUrlOf } from './tus.ts'

export const presentImport = (row: RequestedImport): RealmImport => ({
  id: row.id,
  source: row.source,
  file_name: row.file_name,
  size: row.size,
  received: row.received,
  upload_url: uploadUrlOf(row.id),
  state: row.state,
  dry_run: row.is_dry_run,
  progress: row.progress,
  report: row.report,
  error: row.error,
  reason: row.problem?.reason ?? null,
  reason_params: { ...row.problem?.params },
})
