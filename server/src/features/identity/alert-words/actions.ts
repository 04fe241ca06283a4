import { caseless, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkedWords } from './rules.ts'
import * as store from './store.ts'

export async function addWords(realm: Realm, user: User, sent: readonly string[]): Promise<string[]> {
  const words = checkedWords(sent)
  return await change(realm, user, (tx) => store.insertWords(tx, user.id, words))
}

export async function removeWords(realm: Realm, user: User, sent: readonly string[]): Promise<string[]> {
  return await change(realm, user, (tx) => store.deleteWords(tx, user.id, sent.map(caseless)))
}

/** Publishes the full list of words, even if the call changed nothing. */
function change(realm: Realm, user: User, work: (tx: Tx) => Promise<void>): Promise<string[]> {
  return realm.transact(async (tx) => {
    await store.lockWords(tx, user.id)
    await work(tx)
    const words = await store.wordsOf(tx.db, user.id)
    const body = { type: 'alert_words' as const, alert_words: words }
    tx.publish(body, { users: [user.id] }, { alertWords: true })
    return words
  })
}
