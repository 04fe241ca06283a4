import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cluster, useCluster } from '@loquat/server/db/embedded/cluster.ts'
import pg from 'pg'
import { killAll, postgresPids } from './server-process.ts'

/** A PostgreSQL that others can replicate. */
export interface Primary {
  dataDir: string
  cluster: Cluster
}

const replication = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' }

export async function startPrimary(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Primary> {
  return { dataDir, cluster: await useCluster(dataDir, { ...replication, ...settings }) }
}

async function allowReplication({ dataDir, cluster }: Primary): Promise<void> {
  await appendFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'local replication all peer map=loquat\n')
  await administer(cluster, 'select pg_reload_conf()')
}

/** Starts a replica that streams from a primary, and waits until it has caught up. */
export async function startReplica(primary: Primary, dataDir: string): Promise<Primary> {
  await allowReplication(primary)
  await copyFiles(primary, dataDir)
  const { host, user } = primary.cluster.connection('postgres')
  // Not as an option of the program, because those cannot be changed while it runs.
  const source = `primary_conninfo = 'host=${host} user=${user}'\n`
  await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), source)
  const cluster = await useCluster(dataDir, { ...replication, wal_retrieve_retry_interval: '200ms' })
  const isStreaming = "select count(*) > 0 from pg_stat_replication where state = 'streaming'"
  await until(async () => (await value(primary.cluster, isStreaming)) === true)
  return { dataDir, cluster }
}

/** A base backup by copying files: the folder of the primary while it runs, and a label that says where to begin. */
async function copyFiles({ dataDir: from, cluster }: Primary, to: string): Promise<void> {
  const client = new pg.Client(cluster.connection('postgres'))
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  await mkdir(to, { recursive: true })
  execFileSync('cp', ['-a', join(from, 'postgres'), to])
  execFileSync('sh', ['-c', `rm -rf "${to}"/postgres/pg_wal/0* "${to}"/postgres/postmaster.pid`])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'postgres', 'backup_label'), rows[0]?.labelfile ?? '')
  execFileSync('chown', [`--reference=${join(from, 'postgres')}`, join(to, 'postgres', 'backup_label')])
  await setStandby(to)
}

/** The primary waits for its replica with every commit. Then nothing that was acknowledged can be lost. */
export const setSynchronous = (primary: Primary, isOn: boolean) =>
  administer(
    primary.cluster,
    `alter system set synchronous_standby_names = '${isOn ? '*' : ''}'`,
    'select pg_reload_conf()',
  )

/** The replica stops receiving, as behind a broken network. */
export const disconnectReplica = (replica: Primary) =>
  administer(replica.cluster, "alter system set primary_conninfo = ''", 'select pg_reload_conf()')

/** The replica goes on receiving, but shows nothing new until it is resumed. */
export const pauseReplay = (replica: Primary) => administer(replica.cluster, 'select pg_wal_replay_pause()')

export const resumeReplay = (replica: Primary) => administer(replica.cluster, 'select pg_wal_replay_resume()')

/** Waits until a replica shows everything that its primary has written to the log of its changes. */
export async function caughtUp(primary: Primary, replica: Primary): Promise<void> {
  const end = await value(primary.cluster, 'select pg_current_wal_flush_lsn()::text')
  await until(
    async () => (await value(replica.cluster, `select pg_last_wal_replay_lsn() >= '${end}'`)) === true,
  )
}

/** Ends a primary without asking, and makes its replica the new one. */
export async function failOver(primary: Primary, replica: Primary): Promise<void> {
  killAll(await postgresPids(primary.dataDir))
  await promote(replica)
}

/** Restarts a primary as a standby that follows nobody, as Patroni does when it has lost its lease. */
export async function demote({ dataDir, cluster }: Primary): Promise<void> {
  await setStandby(dataDir)
  killAll(await postgresPids(dataDir))
  await cluster.ensure()
}

export const promote = ({ cluster }: Primary) => administer(cluster, 'select pg_promote(true, 60)')

async function setStandby(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'standby.signal')
  await writeFile(file, '')
  execFileSync('chown', [`--reference=${join(dataDir, 'postgres')}`, file])
}

async function administer({ connection }: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection('postgres'))
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function value({ connection }: Cluster, statement: string): Promise<unknown> {
  const client = new pg.Client(connection('postgres'))
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return Object.values(rows[0] ?? {})[0]
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 50))
}
