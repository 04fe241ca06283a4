import { runAdmin } from '../admin/main.ts'
import { configFrom } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'

try {
  const { text, exitCode } = await runAdmin(process.argv.slice(2), configFrom(process.env))
  console.log(text)
  process.exit(exitCode)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
