import type { Database } from './db/database.ts'
import { withLease } from './db/lease.ts'
import { deleteIdleQueues } from './events/queue-store.ts'
import { logLimits, trimLog } from './events/trim.ts'
import type { Logger } from './platform/logger.ts'
import type { RateLimiter } from './platform/rate-limit.ts'
import type { Realms } from './realms/realms.ts'

interface Services {
  database: Database
  realms: Realms
  limiter: RateLimiter
  logger: Logger
}

/**
 * Periodic work of every process: removing expired data, and catching up on lost notifications. Each task can be
 * missed at any time, and none starts again before its last run has ended.
 */
export function startHousekeeping({ database, realms, limiter, logger }: Services) {
  const { db, backgroundDb } = database
  const stopping = new AbortController()
  const tasks = [
    every(5, () => realms.catchUp()),
    every(30, async () => {
      for (const { id, realmId } of await deleteIdleQueues(db)) realms.get(realmId)?.queues.forget(id)
    }),
    every(60, () => withLease(db, 'trim log', () => trimLog(backgroundDb, logLimits, stopping.signal))),
    every(60, async () => limiter.sweep()),
  ]

  function every(seconds: number, work: () => Promise<unknown>) {
    let running: Promise<unknown> | undefined
    const timer = setInterval(() => {
      running ??= work()
        .catch((error: unknown) => logger.warn({ err: error }, 'housekeeping failed'))
        .finally(() => {
          running = undefined
        })
    }, seconds * 1_000)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await running
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(tasks.map((stop) => stop()))
    },
  }
}
