import { apiError, type ProfileValue } from '@loquat/contract'
import { type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noSuchUser } from '../users/find.ts'
import { deleteValues, loadFields, loadProfiles, type ProfileField, storeValues } from './store.ts'
import { checkedValue } from './values.ts'

export interface ProfileEntry {
  id: number
  /** Null removes the value. */
  value: ProfileValue | null
}

/** Changes fields of the user's own profile. */
export async function changeOwnProfile(
  realm: Realm,
  userId: number,
  entries: readonly ProfileEntry[],
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const user = realm.directory.users.get(userId)
    if (user === undefined) throw noSuchUser()
    await changeProfile(tx, realm.directory, user, user, entries)
  })
}

/** Checks all values before storing any. The last of several values for one field wins. */
export async function changeProfile(
  tx: Tx,
  directory: Directory,
  caller: User,
  target: User,
  entries: readonly ProfileEntry[],
): Promise<void> {
  const fields = new Map((await loadFields(tx.db, tx.realmId)).map((field) => [field.id, field]))
  const changes = entries.map(({ id, value }) => {
    const field = editableField(fields, caller, id)
    return { id, stored: value === null ? null : checkedValue(directory, field, value) }
  })
  const profile = (await loadProfiles(tx.db, tx.realmId, [target.id])).get(target.id) ?? {}
  const last = new Map(changes.map(({ id, stored }) => [id, stored]))
  const changed = [...last].filter(([id, stored]) => profile[id]?.value !== stored?.value)
  const filled = changed.flatMap(([id, stored]) => (stored === null ? [] : [[id, stored] as const]))
  await storeValues(tx, target.id, new Map(filled))
  const emptied = changed.filter(([, stored]) => stored === null).map(([id]) => id)
  await deleteValues(tx, target.id, emptied)
  if (caller.id !== target.id) {
    tx.audit({
      kind: 'user.profile_changed',
      target: { type: 'user', id: target.id },
      before: Object.fromEntries(changed.map(([id]) => [id, profile[id]?.value ?? null])),
      after: Object.fromEntries(changed.map(([id, stored]) => [id, stored?.value ?? null])),
    })
  }
  for (const [id, stored] of changed) {
    const custom_profile_field = { id, ...(stored ?? { value: null }) }
    tx.publish(
      { type: 'realm_user', op: 'update', person: { user_id: target.id, custom_profile_field } },
      { knowing: target.id },
    )
  }
}

function editableField(fields: ReadonlyMap<number, ProfileField>, caller: User, id: number): ProfileField {
  const field = fields.get(id)
  if (field === undefined) throw apiError('profile-field-not-found', { field: id })
  if (!field.editableByUser && !isAdmin(caller)) {
    throw apiError('profile-value-denied', { field: field.name })
  }
  return field
}
