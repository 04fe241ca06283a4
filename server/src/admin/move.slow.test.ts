import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createWorld, testSecretKey, type World } from '@loquat/devkit'
import { randomNumbers } from '@loquat/devkit/random-numbers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { importArchive } from '../features/imports/import-archive.ts'
import { noProgress } from '../features/imports/progress.ts'
import { noOptions } from '../features/imports/testing/imported.ts'
import { writeLargeExport } from '../features/imports/zulip/testing/large.ts'
import { zulip } from '../features/imports/zulip/zulip.ts'
import { imported, statusAt } from './testing/import-world.ts'

const messageCount = 1_000
const person = 'p1000@orchard.example'

/** Imports the same export twice: as a preview, and as the final import. */
async function importTwice({ app }: World) {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeLargeExport(folder, messageCount)
  const old = { url: 'https://old.example.com', email: 'ada@orchard.example', key: 'x'.repeat(32) }
  for (const subdomain of ['trial', 'final']) {
    await importArchive(app, {
      ...{ kind: zulip, path: folder, name: undefined, ownerEmail: undefined, isDryRun: false },
      options: { ...noOptions, subdomain },
      follow: subdomain === 'trial' ? old : undefined,
      ...{ progress: noProgress, signal: new AbortController().signal },
    })
  }
}

interface Run {
  signal: NodeJS.Signals | null
  exitCode: number | null
  /** Statements that were sent, unless it was killed. */
  statements: number
  output: string
}

/** The command in a process of its own, which is killed when it sends its n-th statement. */
async function move(world: World, killAt: number, ...more: string[]): Promise<Run> {
  const { host, user, database } = world.database
  const args = ['follow', 'move', '--organization', 'trial', '--to', 'final', '--now', '--json', ...more]
  const child = spawn(
    process.execPath,
    ['--import', './server/src/admin/testing/kill-at-query.ts', 'server/src/bin/admin-program.ts', ...args],
    {
      env: {
        ...process.env,
        KILL_AT_QUERY: String(killAt),
        DATABASE_URL: `postgresql:///${database}?host=${host}&user=${user}`,
        LOQUAT_DATA_DIR: world.app.config.dataDir,
        LOQUAT_SECRET_KEY: testSecretKey,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [exitCode, signal] = await closed
  const statements = Number(/^statements (\d+)$/m.exec(errors)?.[1])
  return { signal, exitCode, statements, output: output === '' ? errors : output }
}

/** Settings and lists of a user in the preview and in the import; those of the preview were changed there. */
async function stateOf(world: World) {
  const { db } = world.app.database
  const realms = await db
    .selectFrom('realm')
    .select(['id', 'subdomain', 'preview_of', 'deactivated'])
    .execute()
  const own = async (subdomain: string) => {
    const realm = realms.find((one) => one.subdomain === subdomain)
    if (realm === undefined) return undefined
    const account = await db
      .selectFrom('account')
      .select(['id', 'api_key_hash', 'settings'])
      .where('realm_id', '=', realm.id)
      .where('delivery_email', '=', person)
      .executeTakeFirstOrThrow()
    const ofAccount = async (table: 'draft' | 'alert_word') =>
      (await db.selectFrom(table).select('user_id').where('user_id', '=', account.id).execute()).length
    const starred = await db
      .selectFrom('message_flag')
      .select('flags')
      .where('user_id', '=', account.id)
      .execute()
    return {
      isPreview: realm.preview_of !== null,
      hasKey: account.api_key_hash !== null,
      isChanged: account.settings.twenty_four_hour_time === true,
      drafts: await ofAccount('draft'),
      words: await ofAccount('alert_word'),
      starred: starred.length,
    }
  }
  return { trial: await own('trial'), final: await own('final') }
}

const untouched = { isPreview: false, hasKey: true, isChanged: false, drafts: 0, words: 0, starred: 0 }
const changed = { ...untouched, isChanged: true, drafts: 1, words: 1, starred: 1 }
const before = { trial: { ...changed, isPreview: true }, final: untouched }
const after = { trial: changed, final: undefined }

describe('A move that is killed', () => {
  it('has either not begun or is complete, wherever that happens, and can be repeated', async () => {
    const world = await createWorld({ hasRunningClock: true })
    await importTwice(world)
    const theirs = await imported(world, 'trial', person)
    await theirs.updateSettings({ twenty_four_hour_time: true })
    await theirs.addAlertWords({ alert_words: ['harvest'] })
    await theirs.createDrafts({ drafts: [{ type: 'private', to: [], topic: '', content: 'ripe' }] })
    const { messages } = await theirs.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    await theirs.updateMessageFlags({ messages: messages.map(({ id }) => id), op: 'add', flag: 'starred' })
    expect(await stateOf(world)).toEqual(before)

    // The comparison ends about here; the transaction follows.
    const dry = await move(world, 0, '--dry-run')
    expect(dry.exitCode, dry.output).toBe(0)
    const killedAt = async (point: number) => {
      const run = await move(world, point)
      expect(run.signal, run.output).toBe('SIGKILL')
      // PostgreSQL may still commit what the process sent last. Until then, it holds the locks of the logs.
      await world.app.database.db.selectFrom('realm_log').select('realm_id').forUpdate().execute()
      // As servers do every few seconds, because the notification of a killed process is lost.
      await world.app.realms.catchUp()
      const state = await stateOf(world)
      const isMoved = state.final === undefined
      expect(state, `killed at statement ${point}`).toEqual(isMoved ? after : before)
      expect(await statusAt(world, 'trial')).toBe(200)
      expect(await statusAt(world, 'final')).toBe(isMoved ? 404 : 200)
      return isMoved
    }
    const random = randomNumbers(7)
    const between = (from: number, until: number) => from + random(until - from)
    expect(await killedAt(between(1, dry.statements))).toBe(false)
    for (let n = 0; n < 2; n++) await killedAt(between(dry.statements, dry.statements + 28))
    // Around the commit.
    let point = dry.statements + 28
    while (!(await killedAt(point))) point++
    // The next one only deletes the preview.
    await move(world, between(1, dry.statements))
    const last = await move(world, 0)
    expect(last.exitCode, last.output).toBe(0)
    expect(JSON.parse(last.output)).toMatchObject({ preview_deleted: true })
    expect(await stateOf(world)).toEqual(after)
    const realms = await world.app.database.db.selectFrom('realm').select('subdomain').execute()
    expect(realms.map(({ subdomain }) => subdomain).filter((name) => /trial|final| /.test(name))).toEqual([
      'trial',
    ])
    const here = await imported(world, 'trial', person)
    await here.sendMessage({ type: 'channel', to: 'row 1', topic: 'moved', content: 'in' })
  }, 600_000)
})
