import type { App } from '../../../app.ts'
import { isUnspaced } from '../message-queries/search-text.ts'
import { countWords, startCollecting, storeProgress, storeWords, unknownWords } from './word-store.ts'

const messagesPerBatch = 2_000
/** Storing progress takes a row of each organization. */
const batchesPerProgress = 50
/** Words per organization. Any further ones are not remembered. */
const maxWords = 300_000

/** Collects words of new messages, in the order of their IDs, so that progress is the same for all organizations. */
export async function collectWords(
  { database: { backgroundDb: db }, clock }: App,
  stopping: AbortSignal | undefined,
): Promise<void> {
  let after = await startCollecting(db)
  if (after === undefined) return
  const rooms = new Map<number, number>()
  for (let batch = 1; !stopping?.aborted; batch++) {
    const { last, words } = await unknownWords(db, after, messagesPerBatch)
    for (const [id, found] of Object.entries(words)) {
      const realmId = Number(id)
      const room = rooms.get(realmId) ?? maxWords - (await countWords(db, realmId))
      const added = found.filter((word) => !isUnspaced(word)).slice(0, Math.max(0, room))
      rooms.set(realmId, room - added.length)
      await storeWords(db, realmId, added, new Date(clock.now()))
    }
    after = last ?? after
    if (last === null || batch % batchesPerProgress === 0) await storeProgress(db, after)
    if (last === null) return
  }
  await storeProgress(db, after)
}
