import cluster from 'node:cluster'
import type { App } from './app.ts'
import { type AppOptions, createApp } from './create-app.ts'
import { type Connection, connectionFor } from './db/connection.ts'
import { claimFilesFolder } from './db/files-folder.ts'
import { welcome } from './features/administration/accounts/welcome.ts'
import { createOrganization } from './features/administration/realm-lifecycle/create.ts'
import { publishRestart } from './features/clients/restart/publish.ts'
import { downloads } from './features/downloads.ts'
import { jobs } from './features/jobs.ts'
import { protocols } from './features/protocols.ts'
import { startSmtpListener } from './features/reach/inbound-email/listener.ts'
import { routes } from './features/routes.ts'
import { sites } from './features/sites.ts'
import { assertPortIsFree, listenError } from './http/listen.ts'
import { createServer } from './http/server.ts'
import { drain, shutDown } from './http/shutdown.ts'
import { startJobs } from './jobs/runner.ts'
import type { Config } from './platform/config.ts'
import { randomPassword } from './platform/passwords.ts'

/**
 * Length of the accept queue; the system may allow less. Beyond it the system drops packets, and clients wait for
 * minutes where the server would have answered with 503.
 */
const backlog = 4_096

export interface Running {
  app: App
  port: number
  /** Leaves the port to another process. Resolves when the last connection is closed, or after the deadline; then stop. */
  drain(deadlineMs: number): Promise<void>
  stop(): Promise<void>
}

export interface ServeOptions extends AppOptions {
  /** Another process of this server has the port, and has announced the start to clients. */
  joins?: boolean
  /** Without it, the database of the settings is opened. */
  connection?: Promise<Connection>
  /** Prints a line to the terminal. */
  print?(line: string): void
}

/** Starts everything: database, first organization, HTTP. */
export async function startServer(config: Config, options: ServeOptions = {}): Promise<Running> {
  const print = options.print ?? (() => {})
  const connection = await (options.connection ?? connectionFor(config, options.processes))
  let app: App | undefined
  try {
    app = await createApp(config, connection.config, { ...options, revive: connection.revive })
    await claimFilesFolder(app.database.db, config)
    await ensureOrganization(app, print)
    if (!options.joins) {
      // Checked first: a server that cannot take its port must not announce its start to clients.
      await assertPortIsFree(config)
      await publishRestart(app)
    }
    return await listen(app, connection)
  } catch (error) {
    await app?.close()
    await connection.release()
    throw error
  }
}

async function listen(app: App, connection: Connection): Promise<Running> {
  const server = createServer(app, { routes, downloads, protocols, sites })
  await server.listen({ host: app.config.host, port: app.config.port, backlog }).catch((error: unknown) => {
    throw listenError(error, app.config)
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : app.config.port
  const emails = await startSmtpListener(app).catch(async (error: unknown) => {
    await shutDown(app, server)
    throw error
  })
  const background = startJobs(app, jobs)
  const reportMetrics = cluster.isWorker ? app.metrics.share() : undefined
  let jobsStopped: Promise<void> | undefined
  const stopJobs = () => {
    jobsStopped ??= background.stop()
    return jobsStopped
  }
  return {
    app,
    port,
    drain: async (deadlineMs) => {
      await Promise.all([drain(app, server, deadlineMs), emails?.close(), stopJobs()])
      // Counts since the last scrape stay part of the totals.
      await reportMetrics?.()
    },
    stop: async () => {
      await Promise.all([shutDown(app, server), emails?.close(), stopJobs()])
      await app.close()
      await connection.release()
    },
  }
}

/** Creates the organization and its owner on the first start. */
async function ensureOrganization(app: App, print: (line: string) => void): Promise<void> {
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
  print(`\nThis is the first start. The organization "${config.organization}" has been created.\n`)
  print(`  Email     ${config.owner.email}`)
  print(
    `  Password  ${config.owner.password === undefined ? `${password}   (shown only once)` : 'as you set it'}\n`,
  )
  if (config.webApp)
    print(`Open ${config.url} and log in. Or, as a program, get your API key and send a message:\n`)
  else print('Get your API key and send a message:\n')
  print(`  curl -sS ${config.url}/api/v1/fetch_api_key -d username=${config.owner.email} -d password=…`)
  print(`  curl -sS ${config.url}/api/v1/messages -u ${config.owner.email}:API_KEY \\`)
  print("    -d type=channel -d to=general -d topic=hello -d 'content=Hello, world'\n")
}
