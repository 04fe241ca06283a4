import type { App } from '../../../app.ts'
import { ConcurrencyLimit, type ConcurrencyOptions } from '../../../platform/concurrency-limit.ts'
import { Overloaded } from '../../../platform/overloaded.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type FetchLimits, fetchImage } from './fetch.ts'
import { type ExternalImage, ImageCache } from './image-cache.ts'

export interface ExternalImageLimits extends FetchLimits {
  /** Total size of the cache. */
  cacheBytes: number
  /** Fetches at a time, by viewer: sites that are slow to answer delay only the viewers who look at them. */
  concurrency: ConcurrencyOptions
  /** Running and waiting fetches. */
  pending: number
}

const mib = 1_048_576
const defaultLimits: ExternalImageLimits = {
  timeoutMs: 10_000,
  maxBytes: 10 * mib,
  cacheBytes: 64 * mib,
  concurrency: { total: 16, perKey: 6, waitingPerKey: 100 },
  pending: 500,
}

const minuteMs = 60_000
/** Cache lifetimes: failed fetches are retried sooner. */
const cacheMs = { found: 24 * 60 * minuteMs, nothing: minuteMs }

export interface Viewing {
  realm: Realm
  /** Identifies the viewer; spectators of an organization are one. */
  viewer: string
  /** Throws if the viewer has fetched too many images. Cached ones are free. */
  takeAllowance(): void
}

/** Images of other sites, fetched and cached by this process. */
export class ExternalImages {
  readonly #app: App
  readonly #limits: ExternalImageLimits
  readonly #cache: ImageCache
  readonly #concurrency: ConcurrencyLimit
  readonly #pending = new Map<string, Promise<ExternalImage | undefined>>()

  constructor(app: App, limits: Partial<ExternalImageLimits> = {}) {
    this.#app = app
    this.#limits = { ...defaultLimits, ...limits }
    this.#cache = new ImageCache(app.clock, this.#limits.cacheBytes)
    this.#concurrency = new ConcurrencyLimit(this.#limits.concurrency)
  }

  /** The image at a URL; undefined if there is none. Concurrent requests share one fetch. */
  async get(url: URL, { realm, viewer, takeAllowance }: Viewing): Promise<ExternalImage | undefined> {
    // By organization, so that none can find out by the response time what another one looks at.
    const key = `${realm.id} ${url.href}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached.image
    takeAllowance()
    const pending = this.#pending.get(key)
    if (pending !== undefined) return await pending
    if (this.#pending.size >= this.#limits.pending) throw new Overloaded('external images')
    const fetching = this.#concurrency
      .run(viewer, async () => await this.#fetch(key, url))
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, fetching)
    return await fetching
  }

  async #fetch(key: string, url: URL): Promise<ExternalImage | undefined> {
    const image = await fetchImage(url.href, this.#limits, this.#app.config.allowPrivateCallbacks)
    this.#cache.set(key, image, image === undefined ? cacheMs.nothing : cacheMs.found)
    return image
  }
}

export const externalImagesSlot = new Slot<App, ExternalImages>()

export const externalImagesOf = (app: App): ExternalImages =>
  app.slots.get(externalImagesSlot) ?? app.slots.set(externalImagesSlot, new ExternalImages(app))
