import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type User, userSetting } from '../../../directory/directory.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts'
import { fetchOutside, OutsideError } from '../../../platform/outbound.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { giphy } from './giphy.ts'
import { type GifPage, type GifProvider, type GifQuery, isMediaUrl } from './provider.ts'
import { tenor } from './tenor.ts'

export interface GifLimits {
  timeoutMs: number
  /** Maximum size of a response. */
  maxBytes: number
  cachedPages: number
  cacheMs: number
  /** For tests: a stand-in for the provider. */
  origin?: string
}

const defaultLimits: GifLimits = {
  timeoutMs: 5_000,
  maxBytes: 2 * 1_048_576,
  cachedPages: 500,
  cacheMs: 10 * 60_000,
}
const concurrency = { total: 16, perKey: 2, waitingPerKey: 4 }

interface CachedPage {
  page: GifPage
  expiresAt: number
}

/** Searches at the GIF provider of this server, cached and limited. */
export class Gifs {
  readonly #app: App
  readonly #limits: GifLimits
  readonly #cache: BoundedCache<string, CachedPage>
  readonly #concurrency = new ConcurrencyLimit(concurrency)

  constructor(app: App, limits: Partial<GifLimits> = {}) {
    this.#app = app
    this.#limits = { ...defaultLimits, ...limits }
    this.#cache = new BoundedCache(this.#limits.cachedPages)
  }

  async search(
    realm: Realm,
    user: User,
    sent: { query: string; position: string },
  ): Promise<GifPage & { provider: GifProvider['name'] }> {
    const { gifs: config, rateLimits } = this.#app.config
    if (config === undefined) throw apiError('gifs-not-configured')
    const rating = realm.directory.setting('giphy_rating')
    if (rating === 0) throw apiError('gifs-disabled')
    const known = config.provider === 'giphy' ? giphy : tenor
    const provider = { ...known, origin: this.#limits.origin ?? known.origin }
    const { position } = sent
    if (position !== '' && !provider.isPosition(position)) throw apiError('gif-position-invalid')
    const words = sent.query.replace(/\s+/g, ' ').trim()
    const query = { words, position, rating, language: userSetting(user, 'default_language') }

    // By organization, so that none can find out by the response time what another one searches for.
    const key = JSON.stringify([realm.id, query])
    const cached = this.#cache.get(key)
    const now = this.#app.clock.now()
    if (cached !== undefined && cached.expiresAt > now) return { ...cached.page, provider: provider.name }
    if (rateLimits) this.#app.limiter.take('gifs', user.id)
    const page = await this.#concurrency.run(
      String(user.id),
      async () => await this.#fetch(provider, query, config.key),
    )
    this.#cache.set(key, { page, expiresAt: now + this.#limits.cacheMs })
    return { ...page, provider: provider.name }
  }

  async #fetch(provider: GifProvider, query: GifQuery, key: string): Promise<GifPage> {
    const { path, headers } = provider.requestFor(query, key)
    const { timeoutMs, maxBytes } = this.#limits
    try {
      const answer = await fetchOutside(provider.origin + path, {
        headers: { accept: 'application/json', ...headers },
        timeoutMs,
        maxBytes,
        // The path contains the key.
        redirects: 0,
        // The addresses of the providers are public.
        allowPrivate: this.#limits.origin !== undefined,
      })
      if (answer.status !== 200 || answer.isCut) throw new Error(`status ${answer.status}`)
      const { gifs, next } = provider.parse(JSON.parse(answer.body.toString()))
      const isOurs = (url: string) => isMediaUrl(url, provider)
      return {
        gifs: gifs
          .filter(({ url, preview_url }) => isOurs(url) && isOurs(preview_url))
          .map((gif) =>
            gif.still_url !== null && isOurs(gif.still_url) ? gif : { ...gif, still_url: null },
          ),
        next,
      }
    } catch (error) {
      // Without the URL, which contains the key.
      const problem = error instanceof OutsideError ? error.failure : (error as Error).message.slice(0, 200)
      this.#app.logger.warn({ provider: provider.name, problem }, 'GIF search failed')
      throw apiError('gif-provider-failed')
    }
  }
}

export const gifsSlot = new Slot<App, Gifs>()

export const gifsOf = (app: App): Gifs => app.slots.get(gifsSlot) ?? app.slots.set(gifsSlot, new Gifs(app))
