import { createApp } from '../create-app.ts'
import { fromPlainConfig } from '../db/primary.ts'
import type { FromRun, ToRun } from '../features/imports/requests/run-messages.ts'
import { carryOut } from '../features/imports/requests/serve-run.ts'
import { createLogger } from '../platform/logger.ts'

/** Started by the server for one import in the app: `features/imports/requests/run.ts`. */
const canceled = new AbortController()
// Without the server, nobody would learn of the result.
process.once('disconnect', () => canceled.abort())
// Ctrl-C in a terminal reaches all processes; the server decides what becomes of this one.
process.on('SIGINT', () => {})

const send = (message: FromRun) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

process.on('message', (message: ToRun) => {
  if (message.kind === 'cancel') canceled.abort()
  else void run(message)
})

async function run({ order }: Extract<ToRun, { kind: 'order' }>): Promise<void> {
  const logger = createLogger(order.config.logLevel === 'silent' ? 'silent' : 'warn')
  const app = await createApp(order.config, fromPlainConfig(order.database), { logger, isUpToDate: true })
  const result = await carryOut(app, order, canceled.signal, send)
  await app.close()
  send(result)
  process.disconnect?.()
}
