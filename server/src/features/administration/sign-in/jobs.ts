import { job } from '../../../jobs/job.ts'
import { deleteExpiredGrants } from '../apps/store.ts'
import { deleteExpiredSamlLogins } from '../saml/store.ts'
import { deleteExpiredLogins } from '../second-factors/login-store.ts'
import { deleteExpiredChallenges } from '../second-factors/passkey-store.ts'
import { deleteExpiredTokens } from '../tokens/store.ts'
import { deleteOldAttempts } from './attempt-store.ts'
import { maxWindowSeconds } from './attempts.ts'
import { deleteExpiredLinks } from './link-store.ts'

/** An expired token says so for a day, and is unknown afterwards. */
const dayMs = 24 * 60 * 60 * 1_000
/** Apps that registered themselves are deleted after this time if nobody uses them. */
const unusedAppDays = 7

export const tidySignIn = job<object>({
  name: 'tidy-sign-in',
  every: '17 3 * * *',
  run: async ({ database: { backgroundDb: db }, clock }) => {
    const now = clock.now()
    await deleteExpiredLinks(db, new Date(now))
    await deleteExpiredLogins(db, new Date(now))
    await deleteExpiredChallenges(db, new Date(now))
    await deleteExpiredTokens(db, new Date(now - dayMs))
    await deleteExpiredGrants(db, new Date(now - dayMs), new Date(now - unusedAppDays * dayMs))
    await deleteExpiredSamlLogins(db, new Date(now))
  },
})

const batchSize = 10_000

/** Hourly, because an attack writes many rows. */
export const deleteOldLoginAttempts = job<object>({
  name: 'forget-attempts',
  every: '47 * * * *',
  run: async ({ database: { db }, clock }, _, stopping) => {
    const before = new Date(clock.now() - maxWindowSeconds * 1_000)
    let deleted = batchSize
    while (deleted === batchSize && !stopping?.aborted) {
      deleted = await deleteOldAttempts(db, before, batchSize)
    }
  },
})
