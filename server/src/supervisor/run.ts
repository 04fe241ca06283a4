import { closeSync, openSync } from 'node:fs'
import { type Config, configFrom } from '../platform/config.ts'
import { databasePlace } from '../platform/database-url.ts'
import { returnFreeMemory } from '../platform/free-memory.ts'
import { StartError } from '../platform/start-error.ts'
import { stopInTime } from '../stop.ts'
import { ensureWebApp, startWebAppBuild } from '../web/built.ts'
import { controlPath, openControl } from './control.ts'
import { Supervisor } from './supervise.ts'
import { type Env, WorkerError } from './worker-process.ts'

/** Longer than workers get, and less than the ten seconds that operators are promised. */
const stopTimeoutMs = 9_000

/** Starts the server, and reacts to signals and commands until it is stopped. */
export async function runSupervisor(ownEnv: Env, workers: number): Promise<void> {
  const config = configFrom(ownEnv)
  const print = (line: string) => console.log(line)
  const end = async (status?: 1) => {
    const stopped = await stopInTime(async () => {
      await Promise.all([closeControl?.(), supervisor.stop()])
    }, stopTimeoutMs)
    if (stopped !== 0) console.error('Something did not stop in time; ended anyway.')
    process.exit(status ?? stopped)
  }
  const supervisor = new Supervisor({ env: ownEnv, config, workers, print })
  let isStopping = false
  let isStarted = false
  let closeControl: (() => Promise<void>) | undefined
  const stop = (reason: string) => {
    if (isStopping) return
    isStopping = true
    print(`\n${reason}: stopping.`)
    void end()
  }
  /** The settings of the last reload. */
  let env = ownEnv
  const planFor = async (newEnv: Env = env) => {
    // A variable that is no longer set must not be inherited.
    const unset = Object.fromEntries(Object.keys(ownEnv).map((name) => [name, undefined]))
    const plan = { env: { ...unset, ...newEnv }, config: configFrom(newEnv) }
    assertSameServer(config, plan.config)
    if (plan.config.webApp) await ensureWebApp(print)
    return plan
  }
  const reload = async (newEnv: Env | undefined, report: (line: string) => void) => {
    const plan = await planFor(newEnv).catch((error: Error) => {
      print(`Reload failed: ${error.message}`)
      throw error
    })
    await supervisor.reload(plan, report)
    env = plan.env
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  process.on('SIGHUP', () => {
    if (isTerminalGone()) stop('The terminal was closed')
    else if (!isStarted) print('SIGHUP: the server is still starting, so there is nothing to reload.')
    else reload(undefined, () => {}).catch(() => {})
  })

  try {
    await supervisor.start(config.webApp ? await startWebAppBuild(print) : undefined)
  } catch (error) {
    if (isStopping) return
    if (!(error instanceof WorkerError && error.isPrinted))
      console.error(error instanceof StartError || error instanceof WorkerError ? error.message : error)
    await end(1)
  }
  isStarted = true
  returnFreeMemory()
  const servedBy = workers === 1 ? '' : `, served by ${workers} processes`
  print(`Loquat is at ${config.url}${servedBy} (API reference: ${config.url}/api/docs)`)
  closeControl = await openControl(controlPath(config), reload).catch((error: Error) => {
    print(`The command "admin reload" cannot reach this server; SIGHUP works: ${error.message}`)
    return undefined
  })
}

/** Settings that workers share, or by which others find the server, cannot differ between old and new workers. */
function assertSameServer(old: Config, next: Config): void {
  const changed = [
    old.host !== next.host && 'HOST',
    old.port !== next.port && 'PORT',
    old.dataDir !== next.dataDir && 'LOQUAT_DATA_DIR',
    databaseOf(old) !== databaseOf(next) && 'DATABASE_URL',
    (old.tls === undefined) !== (next.tls === undefined) && 'LOQUAT_TLS_CERT',
  ].filter((name) => name !== false)
  if (changed.length > 0)
    throw new StartError(`A change of ${changed.join(' and ')} needs a restart. No worker was replaced.`)
}

/** Without user and password, which may change. */
const databaseOf = ({ databaseUrl }: Config) => databaseUrl && databasePlace(databaseUrl)

/** A terminal that is closed sends SIGHUP as well, and nobody would stop the server then. */
function isTerminalGone(): boolean {
  if (!(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY)) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}
