import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, createApi } from '@loquat/client'
import type { App } from '@loquat/server/app.ts'
import { createApp } from '@loquat/server/create-app.ts'
import { downloads } from '@loquat/server/features/downloads.ts'
import { apiKeyOf } from '@loquat/server/features/identity/users/api-key.ts'
import { protocols } from '@loquat/server/features/protocols.ts'
import { routes } from '@loquat/server/features/routes.ts'
import { sites } from '@loquat/server/features/sites.ts'
import { createServer } from '@loquat/server/http/server.ts'
import { shutDown } from '@loquat/server/http/shutdown.ts'
import type { Clock } from '@loquat/server/platform/clock.ts'
import type { Config } from '@loquat/server/platform/config.ts'
import type { Limits } from '@loquat/server/platform/limits.ts'
import { createLogger, type Logger } from '@loquat/server/platform/logger.ts'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type CastName, cast, emailOf } from './cast.ts'
import { testConfig } from './config.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { cloneTemplate, dropDatabase } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: pg.ClientConfig
  }
}

/** A user with an API client. */
export interface Person {
  id: number
  email: string
  apiKey: string
  api: Api
}

export interface Node {
  app: App
  url: string
  /** A person's API through this process. */
  as(person: Person): Api
  stop(): Promise<void>
}

export interface World extends Record<CastName, Person> {
  app: App
  /** Where the server is, without a trailing slash. */
  url: string
  /** An API client without credentials. */
  anyone: Api
  clock: TestClock
  database: pg.ClientConfig
  /** The proxy between the servers and the database; only with the option `proxied`. */
  proxy: DatabaseProxy
  /** Another process on the same database. */
  secondNode(): Promise<Node>
  /** The account with this ID, which was made in the test. */
  person(id: number): Person
  /** A raw request, for calls that the typed client cannot make. */
  raw(path: string, init?: RequestInit & { as?: Person }): Promise<Response>
}

export interface WorldOptions {
  config?: Partial<Config>
  /** Errors that the server logs are expected. */
  quiet?: boolean
  limits?: Partial<Limits>
  /** Takes the log of the servers. */
  logger?: Logger
  /** Time passes by itself, as it does in the browsers of journeys. */
  hasRunningClock?: boolean
  /** The servers reach the database through a proxy that can break the connections. */
  proxied?: boolean
}

/** Stands still until it is moved, so that the speed of the machine does not affect tests. */
export class TestClock implements Clock {
  readonly #real: () => number
  #ahead = 0

  constructor({ isRunning = false } = {}) {
    const start = Date.now()
    this.#real = isRunning ? Date.now : () => start
  }

  now(): number {
    return this.#real() + this.#ahead
  }

  advance(seconds: number): void {
    this.#ahead += seconds * 1_000
  }
}

/** A server over a database of its own, with the cast in it. Ends with the test. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const postgres = inject('postgres')
  const name = `world_${randomUUID().replaceAll('-', '')}`
  await cloneTemplate(postgres, name)
  const database = { ...postgres, database: name }
  const proxy = options.proxied ? await startDatabaseProxy(database) : undefined
  // Made when something is put there.
  const dataDir = join(tmpdir(), name)
  const clock = new TestClock({ isRunning: options.hasRunningClock ?? false })
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const stop of stops) await stop()
    proxy?.close()
    await dropDatabase(postgres, name)
    await rm(dataDir, { recursive: true, force: true })
  })

  const startNode = async (): Promise<Node> => {
    const logger = options.logger ?? createLogger(options.quiet ? 'silent' : 'error')
    const config = testConfig({ dataDir, ...options.config })
    const app = await createApp(config, proxy?.config ?? database, {
      clock,
      logger,
      isUpToDate: true,
      // A busy machine is no reason to turn a test away.
      // Other tests use the processor all the time, so programs of low priority would wait for minutes.
      limits: { eventLoopDelayMs: Number.POSITIVE_INFINITY, programPriority: 0, ...options.limits },
    })
    // The app must be closed even if the server cannot be created.
    stops.unshift(() => app.close())
    const server = createServer(app, { routes, downloads, protocols, sites })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    let stopped = false
    const stop = async () => {
      if (stopped) return
      stopped = true
      await shutDown(app, server)
      await app.close()
    }
    stops[0] = stop
    const as = ({ email, apiKey }: Person) =>
      createApi({ url, credentials: { email, apiKey }, clientName: 'website', fetch: fetchUncompressed })
    return { app, url, as, stop }
  }

  const { app, url, as } = await startNode()
  const realm = await app.realms.byHost('')
  if (realm === undefined) throw new Error('The template has no organization.')
  const person = (id: number): Person => {
    const user = realm.directory.users.get(id)
    if (user === undefined) throw new Error(`There is no user ${id}.`)
    const self = { id, email: user.deliveryEmail, apiKey: apiKeyOf(app.sealer, user) }
    return { ...self, api: as({ ...self } as Person) }
  }
  const people = Object.fromEntries(
    Object.keys(cast).map((role) => [
      role,
      person(realm.directory.userByEmail(emailOf(role as CastName))?.id ?? 0),
    ]),
  ) as Record<CastName, Person>
  return {
    ...people,
    app,
    url,
    clock,
    database,
    // Tests that ask for it without the option fail where they use it.
    proxy: proxy as DatabaseProxy,
    anyone: createApi({ url }),
    person,
    secondNode: startNode,
    raw: async (path, { as: caller, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (caller !== undefined) headers.set('authorization', basicAuth(caller.email, caller.apiKey))
      return await fetch(`${url}${path}`, { ...init, headers })
    },
  }
}

/** Compression has tests of its own. API clients without credentials still use it. */
const fetchUncompressed: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' },
  })

export const basicAuth = (email: string, apiKey: string) =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
