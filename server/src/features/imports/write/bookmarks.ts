import { maxBookmarks, maxBookmarkTitle } from '@loquat/contract'
import type { SourceBookmark, SourceChannel } from '../model.ts'
import { cut } from '../text/clean.ts'
import { dateOrNow, type ImportJob } from './job.ts'
import { fileUrl } from './references.ts'
import { addRows } from './rows-store.ts'
import { stagedFiles } from './staging-store.ts'

const columns = {
  channel_id: 'bigint',
  position: 'integer',
  title: 'text',
  url: 'text',
  attachment_id: 'bigint',
  created_by: 'bigint',
  created_at: 'timestamptz',
}

/** Bookmarks of channels. They can refer to files, so they are stored after those. */
export async function writeBookmarks(job: ImportJob, channels: readonly SourceChannel[]): Promise<void> {
  for (const { id, bookmarks = [] } of channels) {
    const channel = job.channels.get(id)
    if (channel === undefined || bookmarks.length === 0) continue
    const rows = []
    for (const [position, bookmark] of bookmarks.slice(0, maxBookmarks).entries()) {
      const target = await targetOf(job, bookmark)
      const creator = job.users.get(bookmark.user)
      if (target === undefined || creator === undefined) continue
      const title = cut(job.report.clean(bookmark.title).trim(), maxBookmarkTitle)
      const created = { created_by: creator.id, created_at: dateOrNow(job, bookmark.createdAt) }
      rows.push({ channel_id: channel.id, position, title, ...target, ...created })
    }
    if (!job.isDryRun) await addRows(job.db, 'channel_bookmark', columns, rows)
  }
}

async function targetOf({ db }: ImportJob, { to }: SourceBookmark) {
  if ('url' in to) return /^https?:\/\//i.test(to.url) ? { url: to.url, attachment_id: null } : undefined
  const [file] = await stagedFiles(db, 'source_id', [to.file])
  return file && { url: fileUrl(file.path_id), attachment_id: file.attachment_id }
}
