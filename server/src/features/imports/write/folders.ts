import { maxChannelFolders, maxFolderDescriptionLength, maxFolderNameLength } from '@loquat/contract'
import { firstCharacters } from '../../../text.ts'
import type { SourceFolder } from '../model.ts'
import { dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { insertRows } from './rows-store.ts'

const columns = {
  realm_id: 'bigint',
  name: 'text',
  description: 'text',
  position: 'integer',
  creator_id: 'bigint',
  is_archived: 'boolean',
  created_at: 'timestamptz',
}

/** Folders of channels, which the channels refer to. */
export async function writeFolders(job: ImportJob): Promise<void> {
  const folders = (job.source.organization.channelFolders ?? []).slice(0, maxChannelFolders)
  const rows = folders.map((folder, n) => rowOf(job, folder, n + 1))
  const ids = job.isDryRun ? fakeIds(rows) : await insertRows(job.db, 'channel_folder', columns, rows)
  for (const [n, { id }] of folders.entries()) job.folders.set(id, ids[n]!)
}

const rowOf = (job: ImportJob, folder: SourceFolder, position: number) => ({
  realm_id: job.realmId,
  name: firstCharacters(job.report.clean(folder.name).trim(), maxFolderNameLength) || String(position),
  description: firstCharacters(job.report.clean(folder.description), maxFolderDescriptionLength),
  position,
  creator_id: (folder.creator === undefined ? undefined : job.users.get(folder.creator)?.id) ?? null,
  is_archived: folder.isArchived,
  created_at: dateOrNow(job, folder.createdAt),
})
