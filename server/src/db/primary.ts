import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseHost } from '../platform/database-url.ts'

/** Connection options of a database that several hosts replicate, or of one host. */
export interface ReplicatedConfig extends pg.ClientConfig {
  primary?: Primary
}

const probeTimeoutMs = 2_000
/**
 * After a failover, the old primary may still answer, and sooner than the new one. The others get this long to show a
 * newer timeline. Only silent hosts use it up.
 */
const comparisonMs = 1_000
/** A failed search is not repeated sooner. */
const retryMs = 250

/** PostgreSQL answered that it does not want this client. Another host would not either. */
const refusals = new Set(['28P01', '28000', '3D000', '42501', '53300'])
export const isRefusal = (error: unknown) => refusals.has((error as { code?: string }).code ?? '')

type Probe =
  | { kind: 'primary'; host: DatabaseHost; timeline: string }
  | { kind: 'standby'; host: DatabaseHost }
  | { kind: 'failed'; host: DatabaseHost; error: Error & { code?: string } }

/** None of the hosts accepts writes. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  /** Could not establish a connection. */
  readonly code = '08001'
  /** Why a host that runs does not want this client. */
  readonly refusal: { host: DatabaseHost; error: Error } | undefined

  constructor(probes: readonly Probe[]) {
    super(`No host of the database accepts writes: ${probes.map(described).join(', ')}.`)
    this.refusal = probes.find(
      (probe) => probe.kind === 'failed' && isRefusal(probe.error),
    ) as typeof this.refusal
  }
}

function described(probe: Probe): string {
  const place = placeOf(probe.host)
  if (probe.kind === 'failed') return `${place} does not answer (${probe.error.code ?? probe.error.message})`
  return probe.kind === 'standby'
    ? `${place} is a standby`
    : `${place} was replaced by a newer primary (restart Loquat if it should be used again)`
}

export const placeOf = ({ host, port }: DatabaseHost) => (host.startsWith('/') ? host : `${host}:${port}`)

/**
 * Which of several hosts is the primary. It is remembered until a connection breaks or cannot be made; then all hosts
 * are asked at the same time.
 */
export class Primary {
  readonly hosts: readonly DatabaseHost[]
  #current: DatabaseHost | undefined
  /** The newest one seen. A promotion begins a new timeline, so a host on an older one was replaced. */
  #timeline = ''
  #isTrusted = false
  #searching: Promise<DatabaseHost> | undefined
  #failure: { error: Error; at: number } | undefined
  readonly #onMoved = new Set<() => void>()

  constructor(hosts: readonly DatabaseHost[]) {
    this.hosts = hosts
  }

  get isTrusted(): boolean {
    return this.#isTrusted
  }

  isAt(host: DatabaseHost): boolean {
    return this.#current === host
  }

  /** The host to connect to. Rejects with {@link NoPrimary}. */
  async locate(config: pg.ClientConfig): Promise<DatabaseHost> {
    if (this.#isTrusted && this.#current !== undefined) return this.#current
    if (this.#failure !== undefined && performance.now() - this.#failure.at < retryMs)
      throw this.#failure.error
    this.#searching ??= this.#search(config).finally(() => {
      this.#searching = undefined
    })
    return await this.#searching
  }

  /** A connection to this host broke or failed: the next one begins with a search. */
  suspect(host: DatabaseHost): void {
    if (this.isAt(host)) this.#isTrusted = false
  }

  /** Calls back when another host has become the primary. Returns a function that ends this. */
  onMoved(listener: () => void): () => void {
    this.#onMoved.add(listener)
    return () => this.#onMoved.delete(listener)
  }

  /**
   * The primary on the newest timeline. A host on an older one would accept writes that are lost when it joins the
   * others. Of the same timeline, the one in use: a proxy may lead to a host that is named as well.
   */
  #newest(primaries: readonly { host: DatabaseHost; timeline: string }[]): DatabaseHost | undefined {
    for (const { timeline } of primaries) if (timeline > this.#timeline) this.#timeline = timeline
    const hosts = primaries.filter(({ timeline }) => timeline === this.#timeline).map(({ host }) => host)
    return hosts.find((host) => this.isAt(host)) ?? this.hosts.find((host) => hosts.includes(host))
  }

  async #search(config: pg.ClientConfig): Promise<DatabaseHost> {
    const probes = await probeAll(config, this.hosts)
    const found = this.#newest(probes.filter((probe) => probe.kind === 'primary'))
    if (found === undefined) {
      const error = new NoPrimary(probes)
      this.#failure = { error, at: performance.now() }
      throw error
    }
    const isMoved = this.#current !== undefined && this.#current !== found
    this.#current = found
    this.#isTrusted = true
    this.#failure = undefined
    if (isMoved) for (const listener of [...this.#onMoved]) listener()
    return found
  }
}

/** Does not wait for silent hosts if another one is the primary. */
async function probeAll(config: pg.ClientConfig, hosts: readonly DatabaseHost[]): Promise<Probe[]> {
  const done: Probe[] = []
  const probing = hosts.map(async (host) => {
    const result = await probe(config, host)
    done.push(result)
    if (result.kind !== 'primary') throw new Error('not the primary')
  })
  const all = Promise.allSettled(probing)
  const enough = Promise.any(probing).then(() => sleep(comparisonMs))
  await Promise.race([all, enough.catch(() => all)])
  return [...done]
}

async function probe(config: pg.ClientConfig, host: DatabaseHost): Promise<Probe> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  Object.assign(client, host)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
         else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    )
    const timeline = rows[0]?.timeline ?? null
    return timeline === null ? { kind: 'standby', host } : { kind: 'primary', host, timeline }
  } catch (error) {
    return { kind: 'failed', host, error: error as Error }
  } finally {
    // Not awaited: a host that does not answer would not close the connection either.
    void client.end().catch(() => {})
  }
}

/** The options in a form that can be sent to another process. */
export function toPlainConfig({ types: _, primary, ...plain }: ReplicatedConfig): pg.ClientConfig {
  return primary === undefined ? plain : ({ ...plain, hosts: primary.hosts } as pg.ClientConfig)
}

/** The options that another process has sent. */
export function fromPlainConfig(plain: pg.ClientConfig): ReplicatedConfig {
  const { hosts, ...config } = plain as pg.ClientConfig & { hosts?: DatabaseHost[] }
  return hosts === undefined ? config : { ...config, primary: new Primary(hosts) }
}
