import type { CustomEmoji } from '../../../directory/directory.ts'
import { emojiName } from '../text/names.ts'
import { dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { storeEmoji } from './pictures.ts'
import { insertRows, recordIds } from './rows-store.ts'

/** Custom emoji. Active ones have different names; deactivated ones keep theirs for old reactions. */
export async function writeEmoji(job: ImportJob): Promise<void> {
  const used = new Set<string>()
  for await (const from of job.source.emoji()) {
    const name = emojiName(from.name)
    if (name === undefined) {
      job.report.skip('emoji', 'cannot be read')
      continue
    }
    const deactivated = from.isDeactivated ?? false
    if (!deactivated && used.has(name)) {
      job.report.skip('emoji', 'more than once in the archive')
      continue
    }
    const picture = await storeEmoji(job, from.picture)
    if (picture === undefined) continue
    if (!deactivated) used.add(name)
    const author = from.author === undefined ? undefined : job.users.get(from.author)
    const row = {
      realm_id: job.realmId,
      name,
      author_id: author?.id ?? null,
      file_name: picture.fileName,
      is_animated: picture.isAnimated,
      deactivated,
      created_at: dateOrNow(job, from.createdAt),
    }
    const [id] = job.isDryRun ? fakeIds([row]) : await insertRows(job.db, 'custom_emoji', columns, [row])
    const emoji: CustomEmoji = { id: id!, name, authorId: row.author_id, ...picture, deactivated }
    job.emoji.set(from.id, emoji)
    job.report.count('emoji')
  }
  job.directory.putCustomEmoji(job.emoji.values())
  if (!job.isDryRun) {
    await recordIds(
      job.db,
      job.realmId,
      'emoji',
      Array.from(job.emoji, ([id, emoji]) => [id, emoji.id] as const),
    )
  }
}

const columns = {
  realm_id: 'bigint',
  name: 'text',
  author_id: 'bigint',
  file_name: 'text',
  is_animated: 'boolean',
  deactivated: 'boolean',
  created_at: 'timestamptz',
}
