import type { App } from '../../../app.ts'

/** What goes wrong for one must not keep the others waiting. It is tried again when we look next. */
export async function runIsolated(app: App, whose: object, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    app.logger.error({ err: error, ...whose }, 'could not tell of missed messages')
    return false
  }
}
