import { apiError, maxSavedSearches } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentSearch } from './present.ts'
import { checkedName, checkedQuery } from './rules.ts'
import * as store from './store.ts'

/** Locks the log first, so that simultaneous requests cannot exceed the limit. */
export async function createSearch(
  app: App,
  realm: Realm,
  user: User,
  sent: { name: string; query: string },
): Promise<number> {
  const search = {
    name: checkedName(sent.name),
    query: checkedQuery(sent.query),
    created_at: new Date(app.clock.now()),
  }
  return await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    if ((await store.countSearches(tx, user.id)) >= maxSavedSearches) {
      throw apiError('saved-search-limit-reached', { limit: maxSavedSearches })
    }
    const id = await store.insertSearch(tx, user.id, search)
    const saved_search = presentSearch({ id, ...search })
    tx.publish({ type: 'saved_searches', op: 'add', saved_search }, { users: [user.id] })
    return id
  })
}

/** Updates the given properties. */
export async function editSearch(
  realm: Realm,
  user: User,
  id: number,
  sent: { name: string | undefined; query: string | undefined },
): Promise<void> {
  const name = sent.name === undefined ? undefined : checkedName(sent.name)
  const query = sent.query === undefined ? undefined : checkedQuery(sent.query)
  await realm.transact(async (tx) => {
    const before = await store.lockSearch(tx, user.id, id)
    if (before === undefined) throw apiError('saved-search-not-found')
    const after = { ...before, name: name ?? before.name, query: query ?? before.query }
    if (after.name === before.name && after.query === before.query) return
    await store.updateSearch(tx, after)
    const saved_search = presentSearch(after)
    tx.publish({ type: 'saved_searches', op: 'update', saved_search }, { users: [user.id] })
  })
}

export async function deleteSearch(realm: Realm, user: User, id: number): Promise<void> {
  await realm.transact(async (tx) => {
    if (!(await store.deleteSearch(tx, user.id, id))) throw apiError('saved-search-not-found')
    tx.publish({ type: 'saved_searches', op: 'remove', saved_search_id: id }, { users: [user.id] })
  })
}
