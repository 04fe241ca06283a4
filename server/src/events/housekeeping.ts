import type { Database } from '../db/database.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Logger } from '../platform/logger.ts'
import type { Realms } from '../realms/realms.ts'
import { deleteIdleQueues } from './queue-store.ts'
import { trimLog } from './store.ts'

interface Services {
  database: Database
  realms: Realms
  limiter: RateLimiter
  logger: Logger
}

/**
 * What every process does from time to time. All of it may run in several processes at once and be missed at any
 * time: it only removes what has expired, and looks for what a notice should have told.
 */
export function startHousekeeping({ database, realms, limiter, logger }: Services) {
  const tasks = [
    every(5, () => realms.catchUp()),
    every(30, async () => {
      for (const id of await deleteIdleQueues(database.db))
        for (const realm of realms.all()) realm.queues.forget(id)
    }),
    every(60, () => trimLog(database.db)),
    every(60, async () => limiter.sweep()),
  ]

  function every(seconds: number, work: () => Promise<unknown>) {
    let running: Promise<unknown> = Promise.resolve()
    const timer = setInterval(() => {
      running = work().catch((error: unknown) => logger.warn({ err: error }, 'housekeeping failed'))
    }, seconds * 1_000)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await running
    }
  }

  return {
    stop: async () => {
      await Promise.all(tasks.map((stop) => stop()))
    },
  }
}
