import { isIP } from 'node:net'
import { lastPositions } from '../events/store.ts'
import type { Extensions } from '../events/transaction.ts'
import type { DirectorySize } from '../platform/metrics/process.ts'
import { Realm, type RealmServices } from './realm.ts'
import { findRealm } from './store.ts'

/** The organization of the system bots. No host name maps to it. */
export const systemSubdomain = 'loquat-system'

/** The organizations loaded in this process, and the mapping from host names to organizations. */
export class Realms {
  readonly #services: RealmServices
  readonly #baseHost: string
  readonly #idBySubdomain = new Map<string, number>()
  readonly #subdomainByHost = new Map<string, string>()
  readonly #loaded = new Map<number, Promise<Realm>>()
  readonly #ready = new Map<number, Realm>()

  constructor(services: RealmServices, publicUrl: string) {
    this.#services = services
    this.#baseHost = new URL(publicUrl).hostname.toLowerCase()
  }

  get extensions(): Extensions {
    return this.#services.extensions
  }

  /**
   * `acme.chat.example.com` is the organization `acme` if the public URL is `chat.example.com`. Any other host name,
   * such as that of a proxy or tunnel, is the organization without a subdomain.
   */
  subdomainOf(host: string): string {
    const name = (URL.parse(`http://${host}`)?.hostname ?? '').toLowerCase()
    for (const base of [this.#baseHost, 'localhost']) {
      if (isIP(base) === 0 && name.endsWith(`.${base}`)) return name.slice(0, -base.length - 1)
    }
    return ''
  }

  /** The organization of a host name, if it is already loaded. */
  readyByHost(host: string): Realm | undefined {
    const subdomain = this.#subdomainByHost.get(host)
    const id = subdomain === undefined ? undefined : this.#idBySubdomain.get(subdomain)
    const realm = id === undefined ? undefined : this.#ready.get(id)
    return realm !== undefined && isCurrent(realm, subdomain) ? realm : undefined
  }

  async byHost(host: string): Promise<Realm | undefined> {
    return await this.bySubdomain(this.#subdomainByHost.get(host) ?? this.#noteHost(host))
  }

  async bySubdomain(subdomain: string): Promise<Realm | undefined> {
    if (subdomain === systemSubdomain) return undefined
    const known = this.#idBySubdomain.get(subdomain)
    const realm = known === undefined ? undefined : (this.#ready.get(known) ?? (await this.byId(known)))
    if (realm !== undefined && isCurrent(realm, subdomain)) return realm
    // A deactivated or renamed organization may have been replaced by another one.
    const row = await findRealm(this.#services.database.db, subdomain)
    if (realm !== undefined && row?.id !== realm.id) this.#forget(subdomain, realm.id)
    if (row === undefined) return undefined
    this.#idBySubdomain.set(subdomain, row.id)
    const found = await this.byId(row.id)
    // It may have been loaded before it was renamed.
    found.directory.url = this.#services.urlOf(subdomain)
    return found
  }

  #forget(subdomain: string, id: number): void {
    this.#idBySubdomain.delete(subdomain)
    this.#loaded.delete(id)
    this.#ready.delete(id)
  }

  /** Cached: clients use few host names, and parsing them for every request would be measurable. */
  #noteHost(host: string): string {
    const subdomain = this.subdomainOf(host)
    if (this.#subdomainByHost.size < 1_000) this.#subdomainByHost.set(host, subdomain)
    return subdomain
  }

  async byId(id: number): Promise<Realm> {
    let loading = this.#loaded.get(id)
    if (loading === undefined) {
      loading = Realm.load(this.#services, id)
      this.#loaded.set(id, loading)
      loading.then(
        (realm) => this.#ready.set(id, realm),
        // Failures are not cached: the next request retries.
        () => this.#loaded.delete(id),
      )
    }
    return await loading
  }

  /** The organization, if it is already loaded. */
  get(id: number): Realm | undefined {
    return this.#ready.get(id)
  }

  all(): Iterable<Realm> {
    return this.#ready.values()
  }

  /** Number of entries in memory, over all organizations. */
  directorySize(): DirectorySize {
    const size = { organizations: this.#ready.size, users: 0, channels: 0, subscriptions: 0 }
    for (const { directory } of this.#ready.values()) {
      size.users += directory.users.size
      size.channels += directory.channels.size
      for (const { subscribers } of directory.channels.values()) size.subscriptions += subscribers.size
    }
    return size
  }

  /** Reads logs that have grown, in case notifications were lost. */
  async catchUp(): Promise<void> {
    const ids = [...this.#ready.keys()]
    if (ids.length === 0) return
    const positions = await lastPositions(this.#services.database.followDb, ids)
    const lags = [...this.#ready.values()].map(
      ({ id, follower }) => (positions.get(id) ?? 0) - follower.position,
    )
    this.#services.metrics.logChecked(Math.max(0, ...lags), this.#services.clock.now())
    const moved = [...this.#ready.values()].filter(
      (realm) => positions.get(realm.id) !== realm.follower.position,
    )
    await this.#advance(moved)
  }

  /** Called when the database is on a different history, which may lack the end of the logs seen here. */
  async checkHistory(): Promise<void> {
    const realms = [...this.#ready.values()]
    for (const realm of realms) realm.follower.suspectHistory()
    await this.#advance(realms)
  }

  /** A few at a time, because each takes a connection that requests may be waiting for. */
  async #advance(realms: readonly Realm[]): Promise<void> {
    const waiting = realms.values()
    const errors: unknown[] = []
    const advanceSome = async () => {
      for (const realm of waiting) {
        await realm.follower.advance().catch((error: unknown) => errors.push(error))
      }
    }
    await Promise.all(Array.from({ length: this.#services.database.sizes.follow }, advanceSome))
    if (errors.length > 0) throw errors[0]
  }
}

const isCurrent = ({ directory: { realm } }: Realm, subdomain: string | undefined) =>
  !realm.deactivated && realm.subdomain === subdomain
