import { runAdmin } from '../admin/main.ts'
import { ConfigError, configFrom } from '../platform/config.ts'

try {
  const { text, exitCode } = await runAdmin(process.argv.slice(2), configFrom(process.env))
  console.log(text)
  process.exit(exitCode)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
