import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { configFrom } from './platform/config.ts'
import { StartError } from './platform/start-error.ts'
import { tellSupervisor } from './supervisor/messages.ts'

const usage = 'npm start [-- --workers N]     N processes serve requests; without it, one'

// A bug, but no reason to end every connection: nothing acknowledged depends on it.
process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error))
// Output that cannot be written, because its terminal was closed, must not end the server before it has stopped PostgreSQL.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
try {
  const { workers, ...options } = argumentsOf(process.argv.slice(2))
  // Not both: the supervisor needs a fraction of the server's memory.
  if (cluster.isPrimary) {
    await (await import('./supervisor/run.ts')).runSupervisor(process.env, workers)
  } else {
    // A terminal sends these to all processes. The supervisor decides about them.
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
    const config = configFrom(process.env)
    const print = (line: string) => console.log(line)
    const { connectionFor } = await import('./db/connection.ts')
    // PostgreSQL starts while the rest of the program is loaded.
    const connection = connectionFor(config, workers)
    connection.catch(() => {})
    const { runWorker } = await import('./worker.ts')
    await runWorker(config, { processes: workers, connection, ...options, print })
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  if (cluster.isWorker) {
    await tellSupervisor({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
  process.exit(1)
}

/** Only a supervisor passes more than the number of workers: see `WorkerSpec`. */
function argumentsOf(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        workers: { type: 'string', default: '1' },
        generation: { type: 'string', default: '0' },
        joins: { type: 'boolean', default: false },
        beside: { type: 'string' },
        building: { type: 'boolean', default: false },
      },
    })
    const workers = Number(values.workers)
    if (!Number.isInteger(workers) || workers < 1 || workers > 256)
      throw new Error(`--workers must be a number from 1 to 256, not "${values.workers}".`)
    return { ...values, workers, generation: Number(values.generation) }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`)
  }
}
