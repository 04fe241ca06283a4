import type { App } from './app.ts'
import { type AppOptions, createApp } from './create-app.ts'
import { type Connection, connectionFor } from './db/connection.ts'
import { welcome } from './features/administration/accounts/welcome.ts'
import { createOrganization } from './features/administration/realm-lifecycle/create.ts'
import { publishRestart } from './features/clients/restart/publish.ts'
import { downloads } from './features/downloads.ts'
import { jobs } from './features/jobs.ts'
import { protocols } from './features/protocols.ts'
import { routes } from './features/routes.ts'
import { sites } from './features/sites.ts'
import { assertPortIsFree, listenError } from './http/listen.ts'
import { createServer } from './http/server.ts'
import { shutDown } from './http/shutdown.ts'
import { startJobs } from './jobs/runner.ts'
import type { Config } from './platform/config.ts'
import { randomPassword } from './platform/passwords.ts'

/**
 * Connections that may wait to be accepted; the system may allow fewer. Beyond that it drops packets, and clients wait for minutes
 * where the server would have answered with 503.
 */
const backlog = 4_096

export interface Running {
  app: App
  port: number
  stop(): Promise<void>
}

/** With a generation, one of several processes that were started together, of which another has done what is done once. */
interface ServeOptions extends AppOptions {
  /** Tells the person at the terminal. */
  say?(line: string): void
}

/** Starts everything: database, first organization, HTTP. */
export async function startServer(config: Config, options: ServeOptions = {}): Promise<Running> {
  const say = options.say ?? (() => {})
  const connection = await connectionFor(config, options.processes)
  let app: App | undefined
  try {
    app = await createApp(config, connection.config, { ...options, revive: connection.revive })
    await ensureOrganization(app, say)
    if (options.generation === undefined) {
      // A server that cannot take its port must not tell clients that it was started.
      await assertPortIsFree(config)
      await publishRestart(app)
    }
    return await listen(app, connection, say)
  } catch (error) {
    await app?.close()
    await connection.release()
    throw error
  }
}

async function listen(app: App, connection: Connection, say: (line: string) => void): Promise<Running> {
  const server = createServer(app, { routes, downloads, protocols, sites })
  await server.listen({ host: app.config.host, port: app.config.port, backlog }).catch((error: unknown) => {
    throw listenError(error, app.config)
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : app.config.port
  say(`Loquat is at ${app.config.url}  (API reference: ${app.config.url}/api/docs)`)
  const background = startJobs(app, jobs)
  const stop = async () => {
    await Promise.all([shutDown(app, server), background.stop()])
    await app.close()
    await connection.release()
  }
  return { app, port, stop }
}

/** Brings the database up to date and makes the first organization, without serving anything. Returns the generation. */
export async function prepare(
  config: Config,
  connection: Connection,
  processes: number,
  say: (line: string) => void,
): Promise<number> {
  const app = await createApp(config, connection.config, { revive: connection.revive, processes })
  try {
    await ensureOrganization(app, say)
    await assertPortIsFree(config)
    await publishRestart(app)
    return app.generation
  } finally {
    await app.close()
  }
}

/** On the first start there is nobody yet: make the organization and its owner. */
async function ensureOrganization(app: App, say: (line: string) => void): Promise<void> {
  const { config } = app
  if ((await app.realms.byHost('')) !== undefined) return
  const password = config.owner.password ?? randomPassword()
  const realm = await createOrganization(app, {
    subdomain: '',
    name: config.organization,
    owner: { email: config.owner.email, fullName: 'Owner', password },
  })
  if (realm === undefined) return
  const owner = realm.directory.userByEmail(config.owner.email)
  if (owner !== undefined) await welcome(app, realm, owner.id)
  say(`\nThis is the first start. The organization "${config.organization}" has been created.\n`)
  say(`  Email     ${config.owner.email}`)
  say(
    `  Password  ${config.owner.password === undefined ? `${password}   (shown only once)` : 'as you set it'}\n`,
  )
  if (config.webApp)
    say(`Open ${config.url} and log in. Or, as a program, get your API key and send a message:\n`)
  else say('Get your API key and send a message:\n')
  say(`  curl -sS ${config.url}/api/v1/fetch_api_key -d username=${config.owner.email} -d password=…`)
  say(`  curl -sS ${config.url}/api/v1/messages -u ${config.owner.email}:API_KEY \\`)
  say("    -d type=channel -d to=general -d topic=hello -d 'content=Hello, world'\n")
}
