import { job } from '../../../jobs/job.ts'
import { isUnspaced } from '../message-queries/search-text.ts'
import { checkWords, countWords, realmsWithNewMessages, storeWords, unknownWords } from './word-store.ts'

const messagesPerBatch = 2_000
/** Words per organization. Any further ones are not remembered. */
const maxWords = 300_000

/** Collects words of new messages. Reads each message about once, so that sending costs nothing extra. */
export const collectSearchWords = job<object>({
  name: 'collect-search-words',
  every: '*/10 * * * *',
  run: async ({ database: { backgroundDb: db }, clock }, _, stopping) => {
    for (const backlog of await realmsWithNewMessages(db)) {
      let room = maxWords - (await countWords(db, backlog.realmId))
      while (!stopping?.aborted) {
        const { last, words } = await unknownWords(db, backlog, messagesPerBatch)
        if (last === null) break
        const added = words.filter((word) => !isUnspaced(word)).slice(0, Math.max(0, room))
        room -= added.length
        backlog.upto = last
        await storeWords(db, backlog, added, new Date(clock.now()))
      }
    }
  },
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
