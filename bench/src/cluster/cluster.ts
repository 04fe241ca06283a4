import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, ownerCredentials, postgresPids } from '@loquat/devkit/server-process'
import pg from 'pg'
import { bucketKeys, bucketName, startBucket } from './bucket.ts'
import { databaseProxyFile, type NodePorts, patroniFile, webProxyFile } from './files.ts'
import { Program, type ProgramOptions } from './program.ts'

const serverScript = fileURLToPath(import.meta.resolve('@loquat/server/bin/serve.ts'))
const nodeNames = ['one', 'two', 'three']
const serverCount = 3
const startTimeoutMs = 180_000

/** How the servers reach the database: through HAProxy, or by the names of all hosts. */
export type DatabaseRoute = 'haproxy' | 'hosts'

/** A node of the database: Patroni with its PostgreSQL. */
export interface DatabaseNode extends NodePorts {
  program: Program
  dataDir: string
}

/** Everything that a highly available installation consists of, on one machine. */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'loquat-cluster-'))
  readonly nodes: DatabaseNode[] = []
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
    const etcd = await this.#startEtcd()
    await this.#startNodes(etcd)
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
    return [...lines, `logs and data         ${this.folder}`, `open                  ${this.url}`]
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

  /** Waits until everything runs again: three nodes, of which one is the primary and one its synchronous standby. */
  async untilComplete(): Promise<void> {
    await until('the primary', async () => (await this.primary()) !== undefined)
    await until('the synchronous standby', async () => (await this.synchronous()) !== undefined)
    const others = async () => {
      const healthy = await Promise.all(this.nodes.map((node) => answers(node, 'replica').catch(() => false)))
      return healthy.filter(Boolean).length === this.nodes.length - 1
    }
    await until('every standby', others)
    for (const { program, port } of this.servers)
      await until(program.name, async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok)
  }

  /** Ends everything. Logs are kept if something failed. */
  async stop(keepsLogs = false): Promise<void> {
    for (const program of this.#programs) program.retire()
    for (const program of this.#programs.toReversed()) await program.stop()
    this.#bucket?.close()
    if (!keepsLogs) rmSync(this.folder, { recursive: true, force: true })
  }

  #add(name: string, command: [string, ...string[]], options: Partial<ProgramOptions> = {}): Program {
    const log = join(this.folder, `${name.replaceAll(' ', '-')}.log`)
    const program = new Program({ name, command, log, ...options })
    this.#programs.push(program)
    program.start()
    return program
  }

  async #startEtcd(): Promise<number> {
    const [clients, peers] = [await freePort(), await freePort()]
    const [own, peer] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`]
    const listen = ['--listen-client-urls', own, '--advertise-client-urls', own, '--listen-peer-urls', peer]
    const members = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`]
    const data = ['--name', 'etcd', '--data-dir', join(this.folder, 'etcd'), '--log-level', 'warn']
    this.#add('etcd', ['etcd', ...data, ...listen, ...members])
    await until('etcd', async () => (await fetch(`${own}/health`)).ok)
    return clients
  }

  async #startNodes(etcd: number): Promise<void> {
    const account = {
      uid: Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })),
      gid: Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' })),
    }
    for (const name of nodeNames) {
      const folder = join(this.folder, name)
      mkdirSync(folder)
      const dataDir = join(folder, 'postgres')
      const ports = { name, postgres: await freePort(), api: await freePort() }
      const config = join(folder, 'patroni.yaml')
      writeFileSync(config, patroniFile(ports, etcd, dataDir, folder))
      for (const path of [folder, config]) chownSync(path, account.uid, account.gid)
      const others = () => postgresPids(folder)
      const program = this.#add(`patroni ${name}`, ['patroni', config], { account, others })
      const node = { ...ports, program, dataDir: folder }
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
    writeFileSync(config, databaseProxyFile(this.nodes, port))
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
        ? this.nodes.map(({ postgres }) => `127.0.0.1:${postgres}`).join()
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

/** Patroni's answer about its node. */
const answers = async ({ api }: NodePorts, what: string) =>
  (await fetch(`http://127.0.0.1:${api}/${what}`, { signal: AbortSignal.timeout(2_000) })).ok

const isPrimary = (node: NodePorts) => answers(node, 'primary').catch(() => false)

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
