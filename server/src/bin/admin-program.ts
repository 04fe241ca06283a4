import { runAdmin } from '../admin/main.ts'
import { progressOn } from '../admin/progress.ts'
import { configFrom } from '../platform/config.ts'
import { lowerPriority } from '../platform/priority.ts'
import { StartError } from '../platform/start-error.ts'

/** For commands that clean up when they are interrupted. A second Ctrl-C ends them at once. */
function interruptSignal(): AbortSignal {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort())
  return interrupted.signal
}

try {
  const { text, exitCode } = await runAdmin(process.argv.slice(2), configFrom(process.env), {
    env: process.env,
    signal: interruptSignal,
    progress: progressOn(process.stderr),
    lowerPriority: () => lowerPriority(process.pid),
  })
  if (text !== '') console.log(text)
  process.exit(exitCode)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
