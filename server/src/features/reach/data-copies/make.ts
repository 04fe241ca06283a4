import { Readable } from 'node:stream'
import { exportWithConsent } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { writeZip } from '../../../platform/zip.ts'
import type { Realm } from '../../../realms/realm.ts'
import { fileKey, safeName } from '../../conversation/uploads/names.ts'
import { avatarKeys } from '../../identity/avatars/assign.ts'
import { linesOf } from '../exports/contents-store.ts'
import { rowsOf } from '../exports/snapshot-store.ts'
import { ownAvatar, ownSections, ownUploads } from './contents-store.ts'

/** Writes the data of one person as an archive. Rows and files are streamed. */
export async function writeCopy(
  app: App,
  snapshot: Db,
  { id: realmId, directory }: Realm,
  userId: number,
  sink: (bytes: Readable) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const time = new Date(app.clock.now())
  const scope = { realmId, type: exportWithConsent, consenting: [userId] } as const
  await writeZip(
    async (zip) => {
      const about = ownSections.map((section) => `  ${section.file}.jsonl: ${section.about}`)
      const readme = [
        `Your data in ${directory.realm.name}, ${directory.url}`,
        `Copied at ${time.toISOString()}`,
        '',
        'Each file has one JSON object per line (JSON Lines). Times are in UTC.',
        ...about,
        '  files/: files that you uploaded, and your avatar',
        '',
      ]
      await zip.add('README.txt', Readable.from([readme.join('\n')]))
      for (const section of ownSections) {
        await zip.add(
          `${section.file}.jsonl`,
          Readable.from(bytesOf(rowsOf(snapshot, linesOf(section, scope)))),
        )
      }
      for await (const { of, file, name } of rowsOf(snapshot, ownUploads(userId))) {
        await addFile(fileKey(file), `files/${of}-${safeName(name ?? '')}`)
      }
      for await (const { file } of rowsOf(snapshot, ownAvatar(userId))) {
        await addFile(avatarKeys(realmId, file).medium, 'files/avatar.png')
      }
      async function addFile(key: string, path: string): Promise<void> {
        const stored = await app.files.get(key)
        // The file was deleted after the snapshot.
        if (stored !== undefined) await zip.add(path, stored.open(), { isCompressed: true })
      }
    },
    sink,
    { time, signal },
  )
}

async function* bytesOf(rows: AsyncIterable<{ line: string }>) {
  for await (const { line } of rows) yield Buffer.from(`${line}\n`)
}
