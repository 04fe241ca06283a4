import type { Archive } from '../archives/archive.ts'
import { jsonElements, jsonRows } from '../archives/json.ts'
import { assertSafeName } from '../archives/limits.ts'
import type { SourceFile } from '../model.ts'
import type { Report } from '../report.ts'
import { assertRows, type Stats } from './message-files.ts'
import { type AttachmentRow, type FileRecord, micros } from './tables.ts'

export const attachmentFile = 'attachment.json'

/** The records of a folder; none if it is missing. */
export async function* recordsOf(
  archive: Archive,
  folder: string,
): AsyncGenerator<FileRecord & { path: string }> {
  const name = `${folder}/records.json`
  if (!archive.has(name)) return
  for await (const record of jsonElements<FileRecord>(await archive.open(name), name)) {
    const { path } = record
    if (typeof path !== 'string') continue
    assertSafeName(path)
    yield { ...record, path }
  }
}

/** The size of all files in the archive; undefined if some have none. */
export async function attachedBytes(archive: Archive): Promise<number | undefined> {
  let bytes = 0
  for await (const { path, size } of recordsOf(archive, 'uploads')) {
    if (!archive.has(`uploads/${path}`)) continue
    if (typeof size !== 'number') return undefined
    bytes += size
  }
  return bytes
}

/** Paths of the files of scheduled messages, by message. */
export async function filesOfScheduled(archive: Archive): Promise<Map<number, string[]>> {
  const files = new Map<number, string[]>()
  const content = await archive.open(attachmentFile)
  for await (const { key, value } of jsonRows<AttachmentRow>(content, attachmentFile)) {
    if (key !== 'zerver_attachment') continue
    for (const id of value.scheduled_messages ?? []) files.set(id, [...(files.get(id) ?? []), value.path_id])
  }
  return files
}

/** An attachment whose bytes have not appeared yet. */
type AttachmentInfo = Pick<AttachmentRow, 'file_name' | 'owner' | 'create_time' | 'content_type'>

/**
 * The attachments whose bytes are in the archive, in the order of the archive: a compressed tar file cannot be sought.
 */
export async function* attachedFiles(
  archive: Archive,
  stats: Stats,
  report: Report,
): AsyncGenerator<SourceFile> {
  const waiting = new Map<string, AttachmentInfo>()
  let count = 0
  for await (const { key, value } of jsonRows<AttachmentRow>(
    await archive.open(attachmentFile),
    attachmentFile,
  )) {
    if (key !== 'zerver_attachment') continue
    const { path_id, file_name, owner, create_time, content_type } = value
    count++
    assertSafeName(path_id)
    waiting.set(path_id, {
      file_name,
      owner: owner ?? null,
      create_time: create_time ?? null,
      content_type: content_type ?? null,
    })
  }
  assertRows(stats, attachmentFile, 'zerver_attachment', count)
  for await (const { name, content } of archive.walk((name) => waiting.has(name.replace(/^uploads\//, '')))) {
    const path = name.replace(/^uploads\//, '')
    const attachment = waiting.get(path)
    if (attachment === undefined || path === name) {
      content.destroy()
      continue
    }
    waiting.delete(path)
    yield {
      id: path,
      name: attachment.file_name,
      contentType: attachment.content_type ?? undefined,
      owner: attachment.owner == null ? undefined : String(attachment.owner),
      createdAt: micros(attachment.create_time),
      open: async () => content,
    }
  }
  report.skip('files', 'bytes are not in the archive', waiting.size)
}
