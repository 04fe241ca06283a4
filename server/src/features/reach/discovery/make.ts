import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { writeZip, type Zip } from '../../../platform/zip.ts'
import type { Realm } from '../../../realms/realm.ts'
import { fileKey } from '../../conversation/uploads/names.ts'
import { rowsOf } from '../exports/snapshot-store.ts'
import { type Custody, custodyFile, HashingStream, sha256, signatureFile } from './custody.ts'
import { containsWord, presentMessage } from './message.ts'
import { channelsIn, countInScope, discoveredMessages, filesWithPaths, peopleIn } from './messages-store.ts'
import { readme } from './readme.ts'
import { type DiscoveryRow, recordProgress } from './store.ts'

const progressInterval = 1_000
const filesAtOnce = 500
/** Size of a piece of lines. */
const pieceBytes = 65_536

export interface MadeDiscovery {
  counts: Custody['counts']
  custodySha256: string
}

/** Writes the archive of an e-discovery export, and last its chain of custody. */
export async function writeDiscovery(
  app: App,
  snapshot: Db,
  realm: Realm,
  row: DiscoveryRow,
  sink: (bytes: Readable) => Promise<void>,
  signal?: AbortSignal,
): Promise<MadeDiscovery> {
  const time = new Date(app.clock.now())
  const files: Custody['files'] = []
  const counts = { messages: 0, deleted_messages: 0, versions: 0, files: 0, missing_files: 0 }
  const paths = new Set<string>()
  let custodySha256 = ''

  async function* messages() {
    const total = await countInScope(snapshot, realm.id, row.query)
    const words = row.query.words.map((word) => word.normalize().toLowerCase())
    let read = 0
    for await (const found of rowsOf(snapshot, discoveredMessages(realm.id, row.query))) {
      if (read++ % progressInterval === 0) await recordProgress(app.database.db, row.id, total, read)
      const message = presentMessage(found)
      if (!containsWord(message, words)) continue
      counts.messages++
      counts.versions += message.versions.length
      if (message.deleted_at !== null) counts.deleted_messages++
      for (const path of found.path_ids) paths.add(path)
      yield JSON.stringify(message)
    }
    await recordProgress(app.database.db, row.id, total, read)
  }

  async function* fileLines(zip: Zip) {
    const all = [...paths].sort()
    for (let at = 0; at < all.length; at += filesAtOnce) {
      const known = await filesWithPaths(snapshot, all.slice(at, at + filesAtOnce))
      for (const file of known) {
        const stored = await app.files.get(fileKey(file.path_id))
        if (stored === undefined) counts.missing_files++
        else {
          counts.files++
          await addHashed(zip, `files/${file.path_id}`, stored.open(), { isCompressed: true })
        }
        yield JSON.stringify({ ...file, is_missing: stored === undefined })
      }
    }
  }

  const addHashed = async (
    zip: Zip,
    path: string,
    content: Readable,
    options?: { isCompressed: boolean },
  ) => {
    const hashed = new HashingStream()
    const passing = pipeline(content, hashed)
    await Promise.all([zip.add(path, hashed, options), passing])
    files.push(hashed.entry(path))
  }

  await writeZip(
    async (zip) => {
      await addHashed(zip, 'README.txt', Readable.from([readme(realm.directory, row, time)]))
      await addHashed(zip, 'messages.jsonl', readableOf(messages()))
      await addHashed(zip, 'users.jsonl', readableOf(linesIn(rowsOf(snapshot, peopleIn(realm.id)))))
      await addHashed(zip, 'channels.jsonl', readableOf(linesIn(rowsOf(snapshot, channelsIn(realm.id)))))
      // Entries of a ZIP file cannot be interleaved, so the list comes after the files.
      const lines: string[] = []
      for await (const line of fileLines(zip)) lines.push(`${line}\n`)
      await addHashed(zip, 'files.jsonl', Readable.from([Buffer.from(lines.join(''))]))
      const custody = `${JSON.stringify(custodyOf(realm, row, time, counts, files), null, 2)}\n`
      custodySha256 = sha256(custody)
      await zip.add(custodyFile, Readable.from([custody]))
      await zip.add(
        signatureFile,
        Readable.from([`${app.trail.chain.custodyMac(realm.id, custodySha256)}\n`]),
      )
    },
    sink,
    { time, signal },
  )
  return { counts, custodySha256 }
}

function custodyOf(
  { id, directory }: Realm,
  row: DiscoveryRow,
  time: Date,
  counts: Custody['counts'],
  files: Custody['files'],
): Custody {
  const requester = directory.users.get(row.requester_id)
  return {
    format: 'loquat-discovery',
    version: 1,
    organization: { id, name: directory.realm.name, url: directory.url },
    discovery_export_id: row.id,
    requested_by: {
      id: row.requester_id,
      name: requester?.fullName ?? '',
      email: requester?.deliveryEmail ?? '',
    },
    requested_at: row.requested_at.toISOString(),
    made_at: time.toISOString(),
    query: row.query,
    counts,
    files,
  }
}

async function* linesIn(rows: AsyncIterable<{ line: string }>) {
  for await (const { line } of rows) yield line
}

/** Lines as bytes. Combines several, because each chunk has overhead. */
function readableOf(lines: AsyncIterable<string>): Readable {
  async function* pieces() {
    let text = ''
    for await (const line of lines) {
      text += `${line}\n`
      if (text.length < pieceBytes) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  }
  return Readable.from(pieces(), { objectMode: false })
}
