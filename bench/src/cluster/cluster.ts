import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, ownerCredentials, postgresPids } from '@loquat/devkit/server-process'
import pg from 'pg'
import { bucketKeys, bucketName, startBucket } from './bucket.ts'
import { databaseProxyFile, patroniFile, webProxyFile } from './files.ts'
import { type Host, inHost, Network } from './network.ts'
import { Program, type ProgramOptions } from './program.ts'

const serverScript = fileURLToPath(import.meta.resolve('@loquat/server/bin/serve.js'))
const nodeNames = ['one', 'two', 'three']
/** The last part of the address of the first database node and of the first etcd, as in `deploy/`. */
const firstNumber = { node: 11, etcd: 21 }
const serverCount = 3
const startTimeoutMs = 180_000

/** How the servers reach the database: through HAProxy, or by the names of all hosts. */
export type DatabaseRoute = 'haproxy' | 'hosts'

/** A node of the database: Patroni with its PostgreSQL. */
export interface DatabaseNode extends ClusterMember {
  dataDir: string
}

/** A program with a network address of its own. */
export interface ClusterMember {
  name: string
  host: Host
  program: Program
}

/** Everything that a highly available installation consists of, on one machine. */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'loquat-cluster-'))
  readonly network = new Network()
  readonly nodes: DatabaseNode[] = []
  readonly etcd: ClusterMember[] = []
  readonly servers: { program: Program; port: number }[] = []
  readonly #programs: Program[] = []
  readonly #route: DatabaseRoute
  #bucket: Awaited<ReturnType<typeof startBucket>> | undefined
  #haproxy: Program | undefined
  #database: pg.ClientConfig = {}
  url = ''

  constructor(route: DatabaseRoute) {
    this.#route = route
    chmodSync(this.folder, 0o755)
  }

  get haproxy(): Program {
    if (this.#haproxy === undefined) throw new Error('HAProxy has not been started.')
    return this.#haproxy
  }

  /** The database through HAProxy. */
  get database(): pg.ClientConfig {
    return this.#database
  }

  /** Prepares accounts before the servers start; they would not notice them later. */
  async start(prepare: (database: pg.ClientConfig) => Promise<void>): Promise<void> {
    await this.#startEtcd()
    await this.#startNodes()
    await this.#startHaproxy()
    const env = await this.#serverSettings()
    await this.#startServers(env, prepare)
    await this.#startNginx()
  }

  /** Names of the running parts, with their process IDs. */
  async describe(): Promise<string[]> {
    const lines = [`bucket                in this process (${process.pid})`]
    for (const program of this.#programs)
      lines.push(`${program.name.padEnd(21)} ${(await program.pids()).join(' ')}`)
    const { email, password } = ownerCredentials
    return [
      ...lines,
      `logs and data         ${this.folder}`,
      `API                   ${this.url}/api/docs`,
      `owner                 ${email}, password: ${password}`,
    ]
  }

  /** The node whose Patroni holds the leader key. */
  async primary(): Promise<DatabaseNode | undefined> {
    for (const node of this.nodes) if (await isPrimary(node)) return node
    return undefined
  }

  /** The standby that every commit waits for. */
  async synchronous(): Promise<DatabaseNode> {
    for (const node of this.nodes) if (await answers(node, 'synchronous').catch(() => false)) return node
    throw new Error('No standby is synchronous.')
  }

  async etcdLeader(): Promise<ClusterMember> {
    for (const member of this.etcd) if (await isLeader(member.host).catch(() => false)) return member
    throw new Error('etcd has no leader.')
  }

  /** Waits until everything runs again: three nodes, of which one is the primary and one its synchronous standby. */
  async untilComplete(): Promise<void> {
    await until('the primary', async () => (await this.primary()) !== undefined)
    await until('the synchronous standby', async () => (await this.synchronous()) !== undefined)
    const others = async () => {
      const healthy = await Promise.all(this.nodes.map((node) => answers(node, 'replica').catch(() => false)))
      return healthy.filter(Boolean).length === this.nodes.length - 1
    }
    await until('every standby', others)
    for (const { name, host } of this.etcd) await until(name, () => isHealthy(host))
    for (const { program, port } of this.servers)
      await until(program.name, async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok)
  }

  /** Ends everything. Logs are kept if something failed. */
  async stop(keepsLogs = false): Promise<void> {
    for (const program of this.#programs) program.retire()
    // Patroni ends sooner if it reaches etcd.
    for (const { host } of this.nodes) this.network.heal(host)
    // Programs of one kind together: those that wait for others take a while.
    const kindOf = ({ name }: Program) => name.split(' ')[0]
    for (const kind of [...new Set(this.#programs.map(kindOf))].toReversed())
      await Promise.all(this.#programs.filter((one) => kindOf(one) === kind).map((program) => program.stop()))
    this.#bucket?.close()
    this.network.remove()
    if (!keepsLogs) rmSync(this.folder, { recursive: true, force: true })
  }

  #add(name: string, command: [string, ...string[]], options: Partial<ProgramOptions> = {}): Program {
    const log = join(this.folder, `${name.replaceAll(' ', '-')}.log`)
    const program = new Program({ name, command, log, ...options })
    this.#programs.push(program)
    program.start()
    return program
  }

  async #startEtcd(): Promise<void> {
    const hosts = nodeNames.map((_, n) => this.network.add(firstNumber.etcd + n))
    const peerOf = ({ address }: Host) => `http://${address}:2380`
    const members = hosts.map((host) => `${host.name}=${peerOf(host)}`).join()
    for (const [n, host] of hosts.entries()) {
      const name = `etcd ${n + 1}`
      const clients = etcdUrl(host)
      const program = this.#add(name, [
        ...inHost(host),
        'etcd',
        ...['--name', host.name, '--data-dir', join(this.folder, `etcd-${n + 1}`), '--log-level', 'warn'],
        ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
        ...['--listen-peer-urls', peerOf(host), '--initial-advertise-peer-urls', peerOf(host)],
        ...['--initial-cluster', members, '--enable-v2'],
      ])
      this.etcd.push({ name, host, program })
    }
    for (const { name, host } of this.etcd) await until(name, () => isHealthy(host))
  }

  async #startNodes(): Promise<void> {
    const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    const gid = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }))
    // The command enters the namespace as root, and only then becomes another account.
    const asPostgres = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
    for (const [n, name] of nodeNames.entries()) {
      const folder = join(this.folder, name)
      mkdirSync(folder)
      const host = this.network.add(firstNumber.node + n)
      const config = join(folder, 'patroni.yaml')
      const address = { name, address: host.address, prefix: this.network.prefix }
      writeFileSync(config, patroniFile(address, join(folder, 'postgres'), folder))
      for (const path of [folder, config]) chownSync(path, uid, gid)
      const others = () => postgresPids(folder)
      const command: [string, ...string[]] = [...inHost(host), ...asPostgres, 'patroni', config]
      const program = this.#add(`patroni ${name}`, command, { others })
      const node = { name, host, program, dataDir: folder }
      this.nodes.push(node)
      // The first one creates the database, the others copy it.
      if (name === 'one') await until('the primary', () => isPrimary(node))
    }
    for (const node of this.nodes) await until(`node ${node.name}`, () => answers(node, 'health'))
    await until('the synchronous standby', async () => (await this.synchronous()) !== undefined)
  }

  async #startHaproxy(): Promise<void> {
    const port = await freePort()
    const config = join(this.folder, 'haproxy.cfg')
    writeFileSync(config, databaseProxyFile(this.network.prefix, port))
    this.#haproxy = this.#add('haproxy', ['haproxy', '-db', '-f', config])
    this.#database = { host: '127.0.0.1', port, user: 'loquat', password: 'loquat', database: 'loquat' }
    const admin = { ...this.#database, user: 'postgres', password: 'change-me-1', database: 'postgres' }
    await until('HAProxy', () => run(admin, "create role loquat login password 'loquat'"))
    // HAProxy begins with all nodes, before it has checked them.
    await until('the database', () => run(admin, 'create database loquat owner loquat'))
  }

  async #serverSettings(): Promise<Record<string, string>> {
    const bucket = await freePort()
    this.#bucket = await startBucket(bucket)
    this.url = `http://127.0.0.1:${await freePort()}`
    const hosts =
      this.#route === 'hosts'
        ? this.nodes.map(({ host }) => host.address).join()
        : `127.0.0.1:${this.#database.port}`
    return {
      DATABASE_URL: `postgres://loquat:loquat@${hosts}/loquat?target_session_attrs=read-write`,
      LOQUAT_URL: this.url,
      LOQUAT_SECRET_KEY: Buffer.alloc(32, 'cluster').toString('base64'),
      LOQUAT_S3_BUCKET: bucketName,
      LOQUAT_S3_ENDPOINT: `http://127.0.0.1:${bucket}`,
      LOQUAT_S3_ACCESS_KEY_ID: bucketKeys.accessKeyId,
      LOQUAT_S3_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
      // Three servers with two workers each, and one more of each during a reload.
      LOQUAT_DATABASE_CONNECTIONS: '16',
      LOQUAT_OWNER_EMAIL: ownerCredentials.email,
      LOQUAT_OWNER_PASSWORD: ownerCredentials.password,
      LOQUAT_RATE_LIMITS: 'off',
      LOQUAT_WEB_APP: 'off',
    }
  }

  async #startServers(
    env: Record<string, string>,
    prepare: (database: pg.ClientConfig) => Promise<void>,
  ): Promise<void> {
    for (let n = 0; n < serverCount; n++) {
      const port = await freePort()
      const own = { ...env, PORT: String(port), LOQUAT_DATA_DIR: join(this.folder, `server-${n + 1}`) }
      const command: [string, ...string[]] = [process.execPath, serverScript, '--workers', '2']
      const program = this.#add(`server ${n + 1}`, command, { env: own })
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok
      await until(program.name, isReady)
      if (n === 0) {
        // The organization exists now.
        await program.stop()
        await prepare(this.#database)
        program.start()
        await until(program.name, isReady)
      }
      this.servers.push({ program, port })
    }
  }

  async #startNginx(): Promise<void> {
    const config = join(this.folder, 'nginx.conf')
    const ports = this.servers.map(({ port }) => port)
    writeFileSync(config, webProxyFile(ports, Number(new URL(this.url).port), this.folder))
    this.#add('nginx', ['nginx', '-p', this.folder, '-e', 'stderr', '-c', config])
    await until('nginx', async () => (await fetch(`${this.url}/health/ready`)).ok)
  }
}

const checkTimeoutMs = 2_000

/** Patroni's answer about its node. */
const answers = async ({ host }: DatabaseNode, what: string) =>
  (await fetch(`http://${host.address}:8008/${what}`, { signal: AbortSignal.timeout(checkTimeoutMs) })).ok

const isPrimary = (node: DatabaseNode) => answers(node, 'primary').catch(() => false)

const etcdUrl = ({ address }: Host) => `http://${address}:2379`

/** Also false if etcd has no leader. */
const isHealthy = async (host: Host) =>
  (await fetch(`${etcdUrl(host)}/health`, { signal: AbortSignal.timeout(checkTimeoutMs) })).ok

async function isLeader(host: Host): Promise<boolean> {
  const signal = AbortSignal.timeout(checkTimeoutMs)
  const status = await fetch(`${etcdUrl(host)}/v3/maintenance/status`, { method: 'POST', body: '{}', signal })
  const { header, leader } = (await status.json()) as { header: { member_id: string }; leader?: string }
  return leader === header.member_id
}

async function run(config: pg.ClientConfig, statement: string): Promise<true> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  await client.query(statement).finally(() => client.end())
  return true
}

/** Waits until something is so; failures count as not yet. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + startTimeoutMs
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what} did not become ready; see its log.`)
    await sleep(100)
  }
}
