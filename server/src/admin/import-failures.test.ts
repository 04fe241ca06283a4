import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorld, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { entriesOf, tarGzOf, zipOf } from '../features/imports/archives/testing/archives.ts'
import {
  messages,
  type SampleTables,
  sampleFiles,
  sampleTables,
} from '../features/imports/zulip/testing/sample.ts'
import { runAdmin } from './main.ts'
import { admin, adminConfig, archiveFile, statusAt } from './testing/import-world.ts'

/** Number of rows of every table of the server, and all stored files. */
async function contentsOf(world: World): Promise<Record<string, unknown>> {
  const { db } = world.app.database
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    db,
  )
  const counts: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count
  }
  const { dataDir } = world.app.config
  const all = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => [])
  counts.files = all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return counts
}

type Change = (files: Record<string, unknown>, tables: SampleTables) => void

/** The sample with a change of its files or tables. */
function changed(change: Change): Buffer {
  const tables = sampleTables()
  const files = Object.fromEntries(
    Object.entries(sampleFiles(tables)).map(([name, content]) => [
      name.replace('zulip-export-x/', ''),
      content,
    ]),
  )
  change(files, tables)
  if (
    'realm.json' in files &&
    typeof files['realm.json'] === 'string' &&
    files['realm.json'].startsWith('{')
  ) {
    files['realm.json'] = JSON.stringify(tables)
  }
  return tarGzOf(
    entriesOf(Object.fromEntries(Object.entries(files).map(([name, content]) => [`top/${name}`, content]))),
  )
}

type Failure = [name: string, archive: () => Buffer, problem: RegExp]

const broken: Failure[] = [
  ['no organization', () => changed((files) => delete files['realm.json']), /has no realm\.json/],
  ['no attachments', () => changed((files) => delete files['attachment.json']), /has no attachment\.json/],
  [
    'a gap between message files',
    () =>
      changed((files) => {
        files['messages-000004.json'] = { zerver_message: [] }
      }),
    /messages-000004\.json, but no messages-000003\.json/,
  ],
  [
    'fewer rows than announced',
    () =>
      changed((files) => {
        files['stats.json'] = { 'realm.json': { zerver_stream: 9 } }
      }),
    /3 rows of zerver_stream, but stats\.json says 9/,
  ],
  [
    'fewer messages than announced',
    () =>
      changed((files) => {
        files['stats.json'] = { 'messages-000001.json': { zerver_message: 99 } }
      }),
    /messages-000001\.json has \d+ rows of zerver_message, but stats\.json says 99/,
  ],
  ...(
    [
      ['messages-000002.json', 'zerver_usermessage'],
      ['realm.json', 'zerver_reaction'],
      ['attachment.json', 'zerver_attachment'],
    ] as const
  ).map(
    ([file, table]): Failure => [
      `fewer rows of ${table} than announced`,
      () =>
        changed((files) => {
          files['stats.json'] = { [file]: { [table]: 99 } }
        }),
      new RegExp(`${file} has \\d+ rows of ${table}, but stats.json says 99`),
    ],
  ),
  [
    'fewer message files than announced',
    () =>
      changed((files) => {
        files['stats.json'] = { 'messages-000009.json': { zerver_message: 1 } }
      }),
    /The archive has no messages-000009\.json/,
  ],
  [
    'two users with one ID',
    () => changed((_, tables) => tables.zerver_userprofile.push(...tables.zerver_userprofile.slice(0, 1))),
    /two rows of the table zerver_userprofile have the ID 11/,
  ],
  [
    'two messages with one ID',
    () =>
      changed((files) => {
        files['messages-000003.json'] = { zerver_message: [messages[0]] }
      }),
    /two messages with the ID 201/,
  ],
  [
    'a message to an unknown recipient',
    () =>
      changed((files) => {
        files['messages-000003.json'] = { zerver_message: [{ ...messages[0], id: 300, recipient: 999 }] }
      }),
    /message 300 has the unknown recipient 999/,
  ],
  [
    'a subscription to an unknown recipient',
    () =>
      changed((_, tables) =>
        tables.zerver_subscription.push({ user_profile: 12, recipient: 998, active: true }),
      ),
    /realm\.json: a subscription of user 12 has the unknown recipient 998/,
  ],
  [
    'invalid JSON in the last message file',
    () =>
      changed((files) => {
        files['messages-000003.json'] = '{"zerver_message": [{"id": 1,}]}'
      }),
    /messages-000003\.json: invalid JSON near byte/,
  ],
  [
    'a path outside of the archive in a record',
    () =>
      changed((files) => {
        files['avatars/records.json'] = [{ path: '../../etc/passwd', user_profile_id: 11 }]
      }),
    /unsafe name/,
  ],
  [
    'no owner who can log in',
    () =>
      changed((_, tables) => {
        tables.zerver_userprofile[0]!.role = 400
      }),
    /--owner-email EMAIL/,
  ],
  ['a truncated archive', () => changed(() => {}).subarray(0, -100), /damaged/],
  ['an entry outside of the archive', () => zipOf([{ name: '../realm.json' }]), /unsafe name/],
]

describe('an import that fails', () => {
  it('exits with 1 and one sentence, and leaves nothing behind', async () => {
    const world = await createWorld()
    const before = await contentsOf(world)
    for (const [name, archive, problem] of broken) {
      const result = await admin(world, 'import', 'zulip', await archiveFile(archive()))
      expect(result, name).toEqual({ exitCode: 1, error: expect.stringMatching(problem) })
      expect(await contentsOf(world), name).toEqual(before)
      expect(await statusAt(world, 'orchard'), name).toBe(404)
    }
  })

  it('says before it reads anything that a subdomain cannot be used, or that the arguments are wrong', async () => {
    const world = await createWorld()
    const nowhere = '/no/such/file'
    expect(await admin(world, 'import', 'zulip', nowhere, '--subdomain', 'www')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('reserved'),
    })
    expect(await admin(world, 'import', 'zulip', nowhere)).toMatchObject({
      exitCode: 1,
      error: `There is no ${nowhere}.`,
    })
    expect(await admin(world, 'import', 'icq', nowhere)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('SOURCE is one of zulip'),
    })
    expect(await admin(world, 'import', 'zulip')).toMatchObject({ exitCode: 1, error: 'PATH is needed.' })
  })

  it('stores nothing in a dry run', async () => {
    const world = await createWorld()
    const before = await contentsOf(world)
    const path = await archiveFile(changed(() => {}))
    expect(await admin(world, 'import', 'zulip', path, '--dry-run')).toMatchObject({
      exitCode: 0,
      dry_run: true,
    })
    expect(await contentsOf(world)).toEqual(before)
    await expect(access(join(world.app.config.dataDir, 'files'))).rejects.toThrow()
  })
})

describe('An archive whose files exceed the quota', () => {
  it('is refused before anything is stored', async () => {
    const world = await createWorld()
    const path = await archiveFile(tarGzOf(entriesOf(sampleFiles())))
    const config = { ...adminConfig(world), uploadQuota: 0 }
    expect(await runAdmin(['import', 'zulip', path], config)).toEqual({
      exitCode: 1,
      text: 'The files of the archive exceed the upload quota of this server.',
    })
    expect(await statusAt(world, 'orchard')).toBe(404)
  })
})
