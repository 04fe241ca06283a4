import { apiError, type NewDraft } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentDraft } from './present.ts'
import { assertDraftsEnabled, checkedDraft } from './rules.ts'
import * as store from './store.ts'

/** Evaluates a decision with the owner's current state. */
function decideWithOwner<T>(realm: Realm, { id }: User, decision: (owner: User) => T): Promise<T> {
  return realm.decideFresh(() => {
    const owner = realm.directory.users.get(id)
    if (owner === undefined) throw apiError('draft-not-found')
    assertDraftsEnabled(owner)
    return decision(owner)
  })
}

export async function getDrafts(app: App, realm: Realm, user: User) {
  await decideWithOwner(realm, user, () => {})
  const rows = await store.draftsQuery(app.database.db, user.id).execute()
  return rows.map((row) => presentDraft(row.id, row))
}

/** Stores all drafts, or none if one of them is invalid. */
export async function createDrafts(
  app: App,
  realm: Realm,
  user: User,
  drafts: readonly NewDraft[],
): Promise<number[]> {
  const now = app.clock.now()
  const checked = await decideWithOwner(realm, user, (owner) =>
    drafts.map((draft) => checkedDraft(realm.directory, owner, draft, now)),
  )
  if (checked.length === 0) return []
  return await realm.transact(async (tx) => {
    await store.lockDrafts(tx, user.id)
    const ids = await store.insertDrafts(tx, user.id, checked)
    const added = checked.map((draft, n) => presentDraft(ids[n] ?? 0, draft))
    tx.publish({ type: 'drafts', op: 'add', drafts: added }, { users: [user.id] })
    return ids
  })
}

export async function editDraft(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  draft: NewDraft,
): Promise<void> {
  const now = app.clock.now()
  const checked = await decideWithOwner(realm, user, (owner) =>
    checkedDraft(realm.directory, owner, draft, now),
  )
  await realm.transact(async (tx) => {
    await store.lockDrafts(tx, user.id)
    if (!(await store.updateDraft(tx, user.id, id, checked))) throw apiError('draft-not-found')
    tx.publish({ type: 'drafts', op: 'update', draft: presentDraft(id, checked) }, { users: [user.id] })
  })
}

export async function deleteDraft(realm: Realm, user: User, id: number): Promise<void> {
  await decideWithOwner(realm, user, () => {})
  await realm.transact(async (tx) => {
    await store.lockDrafts(tx, user.id)
    if (!(await store.deleteDraft(tx, user.id, id))) throw apiError('draft-not-found')
    tx.publish({ type: 'drafts', op: 'remove', draft_id: id }, { users: [user.id] })
  })
}
