import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportSource, RealmImport } from '@loquat/contract'
import type { Person, World } from '@loquat/devkit'
import { sql } from 'kysely'
import { entriesOf, zipOf } from '../../archives/testing/archives.ts'
import { workspace } from '../../slack/testing/workspace.ts'
import { runImports } from '../jobs.ts'

/** A small Slack archive. */
export const slackArchive = () => zipOf(entriesOf(workspace()))

/** An archive that takes several seconds. */
export function manyMessages(): Buffer {
  const messages = Array.from({ length: 30_000 }, (_, n) => ({
    type: 'message',
    user: 'U1',
    text: `Message *${n}*`,
    ts: `${1_700_000_000 + n}.000000`,
  }))
  return zipOf(
    entriesOf({
      'users.json': [{ id: 'U1', name: 'ann', profile: { email: 'ann@acme.example' } }],
      'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
      'general/2023-11-14.json': messages,
    }),
  )
}

/** Uploads a chunk of an archive. */
export async function addChunk(
  world: World,
  as: Person | undefined,
  { upload_url }: Pick<RealmImport, 'upload_url'>,
  offset: number,
  content: Uint8Array | string,
): Promise<Response> {
  return await world.raw(upload_url, {
    ...(as === undefined ? {} : { as }),
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from(content as Uint8Array),
  })
}

/** Creates an import and uploads its archive. */
export async function uploadedArchive(
  world: World,
  archive: Uint8Array,
  source: ImportSource = 'slack',
): Promise<RealmImport> {
  const { api } = world.alice
  const about = { source, file_name: 'Acme Slack export Mar 1 2024.zip', size: archive.length }
  const { realm_import: created } = await api.createImport(about)
  await addChunk(world, world.alice, created, 0, archive)
  return await stateOf(world)
}

export async function stateOf(world: World): Promise<RealmImport> {
  const { realm_import: found } = await world.alice.api.getImport({})
  if (found === null) throw new Error('There is no import.')
  return found
}

/** Runs what is waiting, and returns the import afterwards. */
export async function ranImport(world: World): Promise<RealmImport> {
  await runImports.run(world.app, {})
  return await stateOf(world)
}

/** Number of rows of the tables with imported data, and all files of the server. */
export async function contentsOf({ app }: World) {
  const { rows } = await sql<{ name: string; count: number }>`
    select 'realm' as name, count(*) as count from realm union all select 'account', count(*) from account
    union all select 'message', count(*) from message union all select 'channel', count(*) from channel
    union all select 'realm_import', count(*) from realm_import
    union all select 'requested_import', count(*) from requested_import`.execute(app.database.db)
  const entries = await readdir(app.config.dataDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return { ...Object.fromEntries(rows.map(({ name, count }) => [name, count])), files: files.sort() }
}
