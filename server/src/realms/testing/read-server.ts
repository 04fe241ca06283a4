import { type Api, createApi } from '@loquat/client'
import { eventually, testSecretKey } from '@loquat/devkit'
import { type Primary, startPrimary } from '@loquat/devkit/replica'
import { ownerCredentials, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { expect } from 'vitest'

/** A server that reads from replicas. */
export interface ReadServer {
  api: Api
  process: ServerProcess
  /** How many reads ended in this way. */
  reads(outcome: string): Promise<number>
}

/** A database of one or more hosts. */
export const databaseUrl = (...places: readonly Primary[]) => {
  const hosts = places.map(({ cluster }) => encodeURIComponent(String(cluster.connection('loquat').host)))
  return `postgres://${places[0]?.cluster.connection('loquat').user}@${hosts.join()}/loquat`
}

export const readSettings = (hosts: readonly Primary[], readUrls: readonly string[]) => ({
  DATABASE_URL: databaseUrl(...hosts),
  LOQUAT_READ_DATABASE_URLS: readUrls.join(', '),
  LOQUAT_SECRET_KEY: testSecretKey,
  LOQUAT_DATABASE_TIMEOUT_SECONDS: '60',
})

/** A PostgreSQL with an empty database, from which others can replicate. */
export async function startEmptyPrimary(dataDir: string): Promise<Primary> {
  const primary = await startPrimary(dataDir)
  await run(primary, 'postgres', 'create database loquat')
  return primary
}

export const ask = async <T extends object>(place: Primary, text: string): Promise<T[]> =>
  (await run<T>(place, 'loquat', text)).rows

async function run<T extends object>({ cluster }: Primary, database: string, text: string) {
  const client = new pg.Client(cluster.connection(database))
  await client.connect()
  return await client.query<T>(text).finally(() => client.end())
}

export async function startReadServer(
  dataDir: string,
  env: ReturnType<typeof readSettings>,
): Promise<ReadServer> {
  const process = await startServerProcess(dataDir, { env, args: ['--workers', '1'] })
  const { api_key: apiKey } = await createApi({ url: process.url }).fetchApiKey({
    username: ownerCredentials.email,
    password: ownerCredentials.password,
  })
  const api = createApi({ url: process.url, credentials: { email: ownerCredentials.email, apiKey } })
  const reads = async (outcome: string) => {
    const text = await (await fetch(`${process.url}/metrics`)).text()
    return Number(
      new RegExp(`^loquat_replica_reads_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1],
    )
  }
  return { api, process, reads }
}

/** Waits until a read comes from the replica. */
export const readsFromReplica = (server: ReadServer, read: () => Promise<unknown>) =>
  eventually(async () => {
    const before = await server.reads('replica')
    await read()
    expect(await server.reads('replica')).toBeGreaterThan(before)
  })

/** Makes commits of the primary wait until the returned function is called. Replicas show them meanwhile. */
export async function holdCommits(primary: Primary): Promise<() => Promise<void>> {
  const setStandby = async (name: string) => {
    await ask(primary, `alter system set synchronous_standby_names = '${name}'`)
    await ask(primary, 'select pg_reload_conf()')
  }
  await setStandby('nobody')
  // PostgreSQL reloads its configuration in the background.
  await eventually(async () => expect(await doesCommitWait(primary)).toBe(true))
  return () => setStandby('')
}

/** Commits a change, and cancels it if it waits for a standby. */
async function doesCommitWait(primary: Primary): Promise<boolean> {
  const client = new pg.Client(primary.cluster.connection('loquat'))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  let isCommitted = false
  const committing = client.query("select pg_logical_emit_message(true, 'test', '')").finally(() => {
    isCommitted = true
  })
  const isWaiting = await eventually(async () => {
    const waiting = await ask(
      primary,
      `select pid from pg_stat_activity where pid = ${pid} and wait_event = 'SyncRep'`,
    )
    expect(isCommitted || waiting.length > 0).toBe(true)
    return waiting.length > 0
  })
  if (isWaiting) await ask(primary, `select pg_cancel_backend(${pid})`)
  await committing
  await client.end()
  return isWaiting
}
