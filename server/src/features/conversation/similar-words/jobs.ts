import { job } from '../../../jobs/job.ts'
import { collectWords } from './collect-words.ts'
import { checkWords } from './word-store.ts'

/** Reads each message about once, so that sending costs nothing extra. */
export const collectSearchWords = job<object>({
  name: 'collect-search-words',
  every: '*/10 * * * *',
  run: (app, _, stopping) => collectWords(app, stopping),
})

const dayMs = 86_400_000
const checkedPerStatement = 500
const checkedPerDay = 20_000

/** Forgets words of deleted messages. */
export const forgetSearchWords = job<object>({
  name: 'forget-search-words',
  every: '10 3 * * *',
  run: async ({ database: { backgroundDb: db }, clock }, _, stopping) => {
    const now = clock.now()
    for (let checked = 0; checked < checkedPerDay && !stopping?.aborted; checked += checkedPerStatement) {
      const count = await checkWords(db, new Date(now - dayMs), new Date(now), checkedPerStatement)
      if (count < checkedPerStatement) break
    }
  },
})
