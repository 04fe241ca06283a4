import type { App } from '../../../app.ts'

/**
 * Isolates failures per user or organization; retried on the next scan. Returns whether the work succeeded.
 */
export async function runIsolated(app: App, logContext: object, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    app.logger.error({ err: error, ...logContext }, 'could not tell of missed messages')
    return false
  }
}
