import { Readable } from 'node:stream'
import { type ExportType, exportWithConsent } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Directory } from '../../../directory/directory.ts'
import { writeZip } from '../../../platform/zip.ts'
import type { Realm } from '../../../realms/realm.ts'
import { linesOf, sectionsOf } from './contents-store.ts'
import { filesOf } from './files.ts'
import type { Section } from './section.ts'
import { type ExportScope, rowsOf, scopeOf } from './snapshot-store.ts'

export interface ExportFigures {
  /** Number of lines, by file. */
  lines: Record<string, number>
  files: number
}

/** Writes the archive of an organization from the snapshot. */
export async function writeExport(
  app: App,
  snapshot: Db,
  { id: realmId, directory }: Realm,
  type: ExportType,
  sink: (bytes: Readable) => Promise<void>,
  signal?: AbortSignal,
): Promise<ExportFigures> {
  const time = new Date(app.clock.now())
  const figures: ExportFigures = { lines: {}, files: 0 }
  await writeZip(
    async (zip) => {
      const scope = await scopeOf(snapshot, realmId, type)
      const sections = sectionsOf(scope)
      await zip.add('format.json', Readable.from([formatOf(type, time)]))
      await zip.add('README.txt', Readable.from([readme(directory, scope, sections, time)]))
      for (const section of sections) {
        const count = counting(rowsOf(snapshot, linesOf(section, scope)), ({ line }) => line)
        await zip.add(`${section.file}.jsonl`, Readable.from(count.lines, { objectMode: false }))
        figures.lines[section.file] = count.sofar()
        app.logger.debug({ realm_id: realmId, file: section.file, lines: count.sofar() }, 'exported')
      }
      const list = counting(filesOf(snapshot, scope), ({ key, ...file }) =>
        JSON.stringify({ ...file, path: pathOf(key) }),
      )
      await zip.add('files.jsonl', Readable.from(list.lines, { objectMode: false }))
      for await (const { key } of filesOf(snapshot, scope)) {
        const file = await app.files.get(key)
        // The file was deleted after the snapshot.
        if (file === undefined) continue
        await zip.add(pathOf(key), file.open(), { isCompressed: true })
        figures.files++
      }
    },
    sink,
    { time, signal },
  )
  return figures
}

/** Version of the archive's layout, for importers. */
const formatVersion = 1

const formatOf = (type: ExportType, time: Date) =>
  `${JSON.stringify({
    format: 'loquat',
    version: formatVersion,
    exported_at: time.toISOString(),
    kind: type === exportWithConsent ? 'consented' : 'public',
  })}\n`

const pathOf = (key: string) => `files/${key}`

/** Lines as bytes, with a count. Combines several rows, because each chunk has overhead. */
function counting<T>(rows: AsyncIterable<T>, lineOf: (row: T) => string) {
  const piece = 65_536
  let count = 0
  async function* lines() {
    let text = ''
    for await (const row of rows) {
      text += `${lineOf(row)}\n`
      count++
      if (text.length < piece) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  }
  return { lines: lines(), sofar: () => count }
}

const sectionDescriptions = {
  all: 'This is what everybody in the organization can see: public channels, people, groups and settings. No private channels and no direct messages are in it.',
  consented:
    'Beside what is public it has the private channels and direct messages that somebody who agreed to it can read, and the personal data of those who agreed.',
}

function readme({ realm, url }: Directory, { type }: ExportScope, sections: Section[], time: Date): string {
  const width = Math.max(...sections.map(({ file }) => file.length)) + '.jsonl'.length
  const row = (file: string, about: string) => `  ${file.padEnd(width)}  ${about}`
  return [
    `${realm.name}, ${url}`,
    `Exported from Loquat at ${time.toISOString()}`,
    '',
    type === exportWithConsent ? sectionDescriptions.consented : sectionDescriptions.all,
    'Passwords, API keys, sessions, invitations and other secrets are never in an export.',
    '',
    'Each file has one JSON object per line (JSON Lines). Times are in UTC. Numbers that end in _id name objects of other files.',
    '',
    ...sections.map(({ file, about }) => row(`${file}.jsonl`, about)),
    row('files.jsonl', 'pictures and files: what they are, whose (`of`), and their path in this archive'),
    row('files/', 'the pictures and files themselves'),
    '',
  ].join('\n')
}
