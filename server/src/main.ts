import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { connectionFor } from './db/connection.ts'
import { configFrom } from './platform/config.ts'
import { StartError, startErrorStatus } from './platform/start-error.ts'
import { stopInTime } from './stop.ts'
import { startWebAppBuild } from './web/built.ts'

const usage = 'npm start [-- --workers N]     N processes on one port; without it, one'

try {
  const { workers, generation } = options()
  const config = configFrom(process.env)
  const print = (line: string) => console.log(line)
  // Loading the modules takes most of a start. Meanwhile, PostgreSQL starts.
  const [connection, build, { startServer }, { supervise }] = await Promise.all([
    connectionFor(config, workers),
    cluster.isPrimary && config.webApp ? startWebAppBuild(print) : undefined,
    import('./serve.ts'),
    import('./supervise.ts'),
  ])
  const running =
    cluster.isPrimary && workers > 1
      ? await supervise(config, connection, { workers, print, ready: build?.finished })
      : await startServer(
          config,
          connection,
          cluster.isPrimary ? { print } : { generation, processes: workers },
        )
  const stop = async (signal: string) => {
    if (cluster.isPrimary) print(`\n${signal}: stopping.`)
    const status = await stopInTime(() => running.stop())
    if (status !== 0) console.error('Something did not stop in time; ended anyway.')
    process.exit(status)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Nobody would restart a worker whose supervisor is gone.
  process.once('disconnect', () => void stop('disconnect'))
  // A bug, but no reason to end every connection: nothing acknowledged depends on it.
  process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(error instanceof StartError && cluster.isWorker ? startErrorStatus : 1)
}

/** Only a supervisor sets a generation, which all of its workers share. */
function options(): { workers: number; generation: number } {
  try {
    const { values } = parseArgs({
      options: { workers: { type: 'string', default: '1' }, generation: { type: 'string' } },
    })
    const workers = Number(values.workers)
    if (Number.isInteger(workers) && workers >= 1 && workers <= 256)
      return { workers, generation: Number(values.generation) }
    throw new Error(`--workers must be a number from 1 to 256, not "${values.workers}".`)
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`)
  }
}
