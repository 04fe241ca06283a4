import type { RealmExport } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { Signer } from '../../../platform/signer.ts'
import type { ExportRow } from './store.ts'

const seconds = (date: Date | null) => (date === null ? null : date.getTime() / 1_000)

export const isPending = (row: ExportRow) => row.finished_at === null && row.failed_at === null

/** Whether an archive is available for download. */
export const isAvailable = (row: ExportRow) => row.finished_at !== null && row.deleted_at === null

const purpose = 'export download'
const signedText = (realmId: number, id: number) => `${realmId} ${id}`

/** A download link that needs no login. The signature is stored nowhere. */
export function exportUrl({ url, realm }: Directory, signer: Signer, id: number): string {
  return `${url}/exports/${id}-${signer.sign(purpose, signedText(realm.id, id))}.zip`
}

/** For messages, which are stored: works only for logged-in administrators. */
export const exportPageUrl = ({ url }: Directory, id: number) => `${url}/exports/${id}`

/** Parses the last part of such a link: the export, and whether the link alone grants access. */
export function parseExportPath(
  signer: Signer,
  realmId: number,
  part: string,
): { id: number; isSigned: boolean } | undefined {
  const [, id, signature] = /^(\d{1,15})(?:-([\w-]+)\.zip)?$/.exec(part) ?? []
  if (id === undefined) return undefined
  if (signature === undefined) return { id: Number(id), isSigned: false }
  const isSigned = signer.isSigned(purpose, signedText(realmId, Number(id)), signature)
  return isSigned ? { id: Number(id), isSigned } : undefined
}

export const presentExport = (directory: Directory, signer: Signer, row: ExportRow): RealmExport => ({
  id: row.id,
  acting_user_id: row.requester_id,
  export_time: row.requested_at.getTime() / 1_000,
  deleted_timestamp: seconds(row.deleted_at),
  failed_timestamp: seconds(row.failed_at),
  export_url: isAvailable(row) ? exportUrl(directory, signer, row.id) : null,
  pending: isPending(row),
  export_type: row.type,
})
