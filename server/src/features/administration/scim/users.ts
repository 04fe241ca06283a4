import { isDeepStrictEqual } from 'node:util'
import { caseless } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { assertNotPreview } from '../../../directory/preview.ts'
import type { Realm } from '../../../realms/realm.ts'
import { changeEmail } from '../../identity/users/email.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { changeName } from '../accounts/change.ts'
import { createUser } from '../accounts/create.ts'
import { deactivateAs } from '../accounts/deactivate.ts'
import { reactivateAs } from '../accounts/reactivate.ts'
import { welcome } from '../accounts/welcome.ts'
import { assertAllowedAddress } from '../domains/rules.ts'
import { usableName } from '../external-login/names.ts'
import { actingOwner } from './caller.ts'
import { invalid, notFound, ScimError } from './errors.ts'
import type { JsonObject } from './patch.ts'
import { assertUnchanged, isVisible, presentUser, type Resource } from './resources.ts'
import { modifiedTimes, noUserRow, storeUserRow, type UserRow, userRows } from './store.ts'
import type { StoredToken } from './token-store.ts'
import { nameCandidates, newUserState, replacedState, stateOf, type UserState } from './user-state.ts'

/** A request of the provider to one organization. */
export interface ScimCall {
  app: App
  realm: Realm
  token: StoredToken
  ifMatch: string | undefined
}

const noUser = (id: string) => notFound(`There is no user ${JSON.stringify(id)}.`)

/** A user by the ID in the path, if the provider sees them. */
function findUser(directory: Directory, id: string, rows: ReadonlyMap<number, UserRow>): User {
  const user = /^\d{1,15}$/.test(id) ? directory.users.get(Number(id)) : undefined
  if (user === undefined || !isVisible(user, rows.get(user.id))) throw noUser(id)
  return user
}

const idsIn = (id: string) => (/^\d{1,15}$/.test(id) ? [Number(id)] : [])

export async function getUser(
  { app, realm }: Pick<ScimCall, 'app' | 'realm'>,
  id: string,
): Promise<Resource> {
  await realm.follower.advance()
  const rows = await userRows(app.database.db, realm.id, idsIn(id))
  const user = findUser(realm.directory, id, rows)
  const modified = await modifiedTimes(app.database.db, realm.id, 'account', [user.id])
  return presentUser(realm.directory, user, rows.get(user.id), modified.get(user.id))
}

function emailIn({ userName }: UserState): string {
  const email = parseEmail(userName)
  if (email === undefined) throw invalid('invalidValue', 'userName must be an email address.')
  return email
}

/** Creates an account. A user that the provider has deleted is reactivated instead, because an address has one account. */
export async function createScimUser(call: ScimCall, body: JsonObject): Promise<Resource> {
  const { app, realm } = call
  const state = replacedState(newUserState, body)
  const email = emailIn(state)
  await realm.follower.advance()
  const { directory } = realm
  const existing = directory.userByEmail(email)
  if (existing !== undefined) {
    const row = (await userRows(app.database.db, realm.id, [existing.id])).get(existing.id)
    if (row?.isDeleted !== true || existing.isActive)
      throw new ScimError(409, `There is an account with the address ${email}.`, 'uniqueness')
    await changeUser(call, String(existing.id), () => state, { isRevived: true })
    return await getUser(call, String(existing.id))
  }
  assertAllowedAddress(directory, email)
  const id = await createUser(realm, {
    email,
    fullName: usableName(directory, [...nameCandidates(newUserState, state), email.split('@')[0]]),
    role: 400,
    passwordHash: null,
    isSilent: !state.active,
    within: (tx, user) => storeUserRow(tx, user.id, rowOf(state, false), new Date(app.clock.now())),
  })
  if (state.active) await welcome(app, realm, id)
  else await deleteOrDeactivate(call, String(id), { isDeleted: false })
  return await getUser(call, String(id))
}

const rowOf = ({ externalId, givenName, familyName }: UserState, isDeleted: boolean): UserRow => ({
  externalId,
  givenName,
  familyName,
  isDeleted,
})

/**
 * Changes a user in one transaction, by the actions of the app. The state is computed in it, so that it starts from the user as they are,
 * and a version that the provider expects is exact.
 */
export async function changeUser(
  { app, realm, token, ifMatch }: ScimCall,
  id: string,
  change: (before: UserState) => UserState,
  { isRevived = false, isDeleted = false } = {},
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    assertNotPreview(directory)
    const rows = await userRows(tx.db, realm.id, idsIn(id))
    const user = isRevived ? directory.users.get(Number(id)) : findUser(directory, id, rows)
    if (user === undefined) throw noUser(id)
    const row = rows.get(user.id) ?? noUserRow
    assertUnchanged(ifMatch, presentUser(directory, user, row, undefined))
    const before = stateOf(user, row)
    const after = change(before)
    const email = emailIn(after)
    const caller = actingOwner(directory, token, user)
    // Reactivation first and deactivation last, so that clients get the changes of an active user.
    if (after.active && !user.isActive) await reactivateAs(tx, directory, caller, user)
    const names = nameCandidates(before, after)
    if (names.length > 0) await changeName(tx, directory, user, usableName(directory, names, user))
    if (caseless(email) !== caseless(user.deliveryEmail)) {
      assertAllowedAddress(directory, email)
      await changeEmail(tx, directory, caller, user, email)
    }
    if (!after.active && user.isActive) await deactivateAs(tx, directory, caller, user)
    const changed = rowOf(after, isDeleted)
    if (!isDeepStrictEqual(row, changed)) await storeUserRow(tx, user.id, changed, new Date(app.clock.now()))
  })
}

/** Deactivates a user. A deleted one is hidden from the provider until they are reactivated or created again. */
export async function deleteOrDeactivate(
  call: ScimCall,
  id: string,
  { isDeleted }: { isDeleted: boolean },
): Promise<void> {
  await changeUser(call, id, (before) => ({ ...before, active: false }), { isDeleted })
}
