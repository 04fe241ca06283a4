import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { ConfigError, configFrom } from './platform/config.ts'
import { startServer } from './serve.ts'
import { supervise } from './supervise.ts'
import { ensureWebApp } from './web/built.ts'

const usage = 'npm start [-- --workers N]     N processes on one port; without it, one'

try {
  const { workers, generation } = options()
  const config = configFrom(process.env)
  const say = (line: string) => console.log(line)
  if (cluster.isPrimary && config.webApp) await ensureWebApp(say)
  const running =
    cluster.isPrimary && workers > 1
      ? await supervise(config, workers, say)
      : await startServer(config, cluster.isPrimary ? { say } : { generation })
  const stop = async (signal: string) => {
    if (cluster.isPrimary) say(`\n${signal}: stopping.`)
    await running.stop()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // A worker whose supervisor is gone has nobody to be started again by.
  process.once('disconnect', () => void stop('disconnect'))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

/** A generation is only given by a supervisor to its workers, which are all of one. */
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
    throw new ConfigError(`${(error as Error).message}\n\n${usage}`)
  }
}
