import { ConfigError, configFrom } from '../platform/config.ts'
import { startServer } from '../serve.ts'

try {
  const running = await startServer(configFrom(process.env), { say: (line) => console.log(line) })
  const stop = async (signal: string) => {
    console.log(`\n${signal}: stopping.`)
    await running.stop()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
