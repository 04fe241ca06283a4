import { job } from '../../jobs/job.ts'
import { deleteExpiredSessions } from '../../sessions/store.ts'
import { deleteOldAttempts } from './attempt-store.ts'
import { deleteExpiredLinks } from './link-store.ts'

const longestCounted = 2 * 24 * 60 * 60 * 1_000

export const tidySignIn = job<object>({
  name: 'tidy-sign-in',
  every: '17 3 * * *',
  run: async ({ database: { backgroundDb: db }, clock }) => {
    const now = clock.now()
    await deleteExpiredSessions(db, new Date(now))
    await deleteExpiredLinks(db, new Date(now))
    await deleteOldAttempts(db, new Date(now - longestCounted))
  },
})
