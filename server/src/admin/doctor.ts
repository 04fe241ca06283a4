import { access, constants, mkdir, statfs } from 'node:fs/promises'
import type { App } from '../app.ts'
import { backupState } from '../backup/last-backup.ts'
import { describeServer } from '../db/describe.ts'
import { inspectServer } from '../db/inspect.ts'
import { connectionsPerProcess, maxProcesses } from '../db/pool-sizes.ts'
import { describeReplica } from '../db/replicas/describe-replica.ts'
import { checkImport } from '../features/imports/check/check-import.ts'
import { importLeftovers } from '../features/imports/requests/leftovers.ts'
import { type Command, type Context, realmOf } from './command.ts'

interface Check {
  name: string
  ok: boolean
  detail: string
}

const minPostgresVersion = 150_000
const minFreeBytes = 500_000_000

/** Checks for common problems and suggests fixes. */
export const doctorCommand: Command = {
  summary: 'Check that everything the server needs is in order',
  options: {
    imported: {
      value: 'SUBDOMAIN',
      about: 'also compare this organization with the report of its import; best right after it',
    },
  },
  run: async (context, values) => {
    const checks = [
      nodeCheck(),
      ...(await folderChecks(context)),
      ...(await databaseChecks(context)),
      ...(values.imported === undefined ? [] : await importedChecks(context, values.imported)),
      await serverCheck(context),
    ]
    const failed = checks.some((check) => !check.ok)
    return {
      data: { ok: !failed, checks },
      lines: checks.map(({ name, ok, detail }) => `${ok ? 'ok     ' : 'PROBLEM'}  ${name}: ${detail}`),
      failed,
    }
  },
}

function nodeCheck(): Check {
  const major = Number(process.versions.node.split('.')[0])
  const ok = major >= 24
  return {
    name: 'Node',
    ok,
    detail: ok ? process.version : `${process.version}; run "npm install" to get 24`,
  }
}

async function folderChecks({ config }: Context): Promise<Check[]> {
  const { dataDir } = config
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const detail = `${dataDir}, ${Math.round(free / 1_000_000).toLocaleString('en')} MB free`
    return [{ name: 'Data folder', ok: free >= minFreeBytes, detail }]
  } catch (error) {
    return [
      {
        name: 'Data folder',
        ok: false,
        detail: `${dataDir} cannot be written (${(error as Error).message})`,
      },
    ]
  }
}

async function databaseChecks(context: Context): Promise<Check[]> {
  const kind = context.config.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL'
  try {
    const app = await context.app()
    const found = await describeServer(app.database.db)
    return [
      {
        name: `PostgreSQL (${kind})`,
        ok: found.version >= minPostgresVersion,
        detail: `version ${Math.floor(found.version / 10_000)}${found.version < minPostgresVersion ? '; 15 or newer is needed' : ''}`,
      },
      {
        name: 'Text in the database',
        ok: found.encoding === 'UTF8' && found.foldsCase,
        detail: `${found.encoding}, ${found.foldsCase ? 'letters of all scripts have cases' : 'only ASCII letters have cases: create the database with a UTF-8 locale'}`,
      },
      await connectionCheck(app),
      ...(await Promise.all(app.config.readDatabaseUrls.map((url) => replicaCheck(app, url)))),
      await backupCheck(app),
      await importCheck(app),
      { name: 'Organizations', ok: true, detail: String(found.organizations) },
    ]
  } catch (error) {
    return [{ name: `PostgreSQL (${kind})`, ok: false, detail: (error as Error).message }]
  }
}

/** Whether PostgreSQL allows enough connections for a few workers. */
async function connectionCheck(app: App): Promise<Check> {
  const { availableConnections: available } = await inspectServer(app.database.clientConfig)
  const limit = app.config.databaseConnections
  const alone = connectionsPerProcess({ available, processes: 1, limit })
  const shareable = maxProcesses(available)
  return {
    name: 'Database connections',
    ok: shareable >= 1,
    detail: `${available} allowed; one process uses up to ${alone}, and at most ${shareable} processes can share them`,
  }
}

/** Whether reads can use a replica. Servers work without it. */
async function replicaCheck({ database }: App, url: string): Promise<Check> {
  const { place, problem, isPrimary, bytesBehind = 0 } = await describeReplica(url, database)
  const detail = isPrimary
    ? `${place} is the primary, and is not used as a replica`
    : `${place} ${problem ?? `is ${bytesBehind.toLocaleString('en')} bytes behind`}`
  return { name: 'Read replica', ok: problem === undefined, detail }
}

/** When the last good backup was made. A problem if scheduled ones are overdue. */
async function backupCheck(app: App): Promise<Check> {
  const { good, failed, isOverdue } = await backupState(app)
  const found =
    good === undefined
      ? 'none yet; see docs/self-hosting/backup.md'
      : `${good.finished_at.toISOString()} to ${good.place}, ${Number(good.bytes).toLocaleString('en')} bytes`
  const failure = failed ? `; the one of ${failed.finished_at.toISOString()} failed: ${failed.failure}` : ''
  return { name: 'Last good backup', ok: !isOverdue && failure === '', detail: `${found}${failure}` }
}

/** Unfinished imports. A problem if something is left that the jobs of the server should have deleted. */
async function importCheck(app: App): Promise<Check> {
  const { unfinished, unfinishedBytes, overdue, abandoned, orphaned, copies } = await importLeftovers(app)
  const left = [
    overdue > 0 && `${overdue} without activity for more than a week`,
    abandoned > 0 && `rows and files of ${abandoned} that died`,
    orphaned > 0 && `archives of ${orphaned} that are gone`,
    copies > 0 && `${copies} copies of archives`,
  ].filter((one) => one !== false)
  const kept = `${unfinished} unfinished, ${unfinishedBytes.toLocaleString('en')} bytes`
  return {
    name: 'Imports',
    ok: left.length === 0,
    detail:
      left.length === 0 ? kept : `${kept}; left over: ${left.join(', ')}. A running server deletes them`,
  }
}

/** Whether everything that an import stored is there and complete. */
async function importedChecks(context: Context, subdomain: string): Promise<Check[]> {
  const realm = await realmOf(context, { organization: subdomain })
  const found = await checkImport(await context.app(), realm)
  if (found === undefined)
    return [{ name: 'Imported messages', ok: false, detail: `"${subdomain}" has no counts of an import` }]
  const count = (number: number) => number.toLocaleString('en')
  const { messages, counts, unordered, lostFiles, lostUsers } = found
  const differences = counts.map(
    ({ channel, stored, found: now }) =>
      `${channel === null ? 'direct messages' : `#${channel}`} ${count(now)} of ${count(stored)}`,
  )
  return [
    {
      name: 'Imported messages',
      ok: differences.length === 0,
      detail:
        differences.length === 0
          ? `all ${count(messages)} are there`
          : `${differences.slice(0, 20).join(', ')}; messages that were deleted or moved since then count as well`,
    },
    {
      name: 'Imported order',
      ok: (unordered ?? 0) === 0,
      detail: unordered === undefined ? 'as in the archive' : `${count(unordered)} messages out of order`,
    },
    {
      name: 'Imported files',
      ok: lostFiles === 0,
      detail: `${count(lostFiles)} links to files that do not exist${lostFiles === 0 ? '' : '; the report says which files the archive lacks'}`,
    },
    { name: 'Imported mentions', ok: lostUsers === 0, detail: `${count(lostUsers)} of unknown users` },
  ]
}

async function serverCheck({ config }: Context): Promise<Check> {
  const answer = await fetch(`http://127.0.0.1:${config.port}/health`).then(
    (response) => (response.ok ? 'running' : 'running, but failing'),
    () => 'not running',
  )
  return { name: 'Server', ok: answer !== 'running, but failing', detail: `${answer} on port ${config.port}` }
}
