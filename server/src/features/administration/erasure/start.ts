import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { ErasedIdentity } from '../../../db/tables/erasure.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { deleteQueuesOf } from '../../../events/queue-store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assignAvatar } from '../../identity/avatars/assign.ts'
import { loadProfiles } from '../../identity/profile-fields/store.ts'
import { publishEmail } from '../../identity/users/email.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { apiEmail } from '../../identity/users/present.ts'
import { isOnlyOwner } from '../../identity/users/rules.ts'
import { deactivate } from '../accounts/deactivate.ts'
import { storeUserRow } from '../scim/store.ts'
import { erasePeople } from './job.ts'
import { pseudonymOf } from './pseudonym.ts'
import { formerIdentity, insertErasure, isErased, isHoldInForce, pseudonymizeAccount } from './store.ts'

export interface ErasureRequest {
  userId: number
  messages: 'keep' | 'delete'
  /** The name of the person, which confirms that it is the right one. */
  fullName: string
  /** Null for the command line. */
  requesterId: number | null
}

/**
 * Erases a person. The account is deactivated and loses everything that identifies it at once; a job removes the rest, because that can
 * concern every message of the organization.
 */
export async function startErasure(app: App, realm: Realm, request: ErasureRequest): Promise<void> {
  const { directory } = realm
  const { userId, messages, requesterId } = request
  await realm.transactExclusively(async (tx) => {
    const user = directory.users.get(userId)
    if (user === undefined || isBot(user) || user.isSystemBot) throw noSuchUser()
    if (user.id === requesterId) throw apiError('erasure-of-self-denied')
    if (await isErased(tx.db, user.id)) throw apiError('account-erased')
    if (isOnlyOwner(directory, user)) throw apiError('account-is-only-owner')
    if (await isHoldInForce(tx)) throw apiError('erasure-during-hold')
    if (request.fullName.trim() !== user.fullName) throw apiError('erasure-name-wrong')
    const identity = await identityOf(tx, directory, user)
    if (user.isActive) await deactivate(tx, directory, user)
    await anonymize(tx, directory, user)
    await storeUserRow(tx, user.id, hiddenFromProvider, new Date(app.clock.now()))
    await insertErasure(tx, {
      userId,
      realmId: realm.id,
      messages,
      identity,
      step: messages === 'delete' ? 'delete' : 'rewrite',
      position: 0,
      requesterId,
      requestedAt: new Date(app.clock.now()),
    })
    tx.audit({ kind: 'user.erased', target: { type: 'user', id: userId }, after: { messages } })
    await enqueue(tx.db, erasePeople, {}, { key: erasePeople.name })
  })
}

const hiddenFromProvider = { externalId: null, givenName: null, familyName: null, isDeleted: true }

/** A name that another account has, too, is not replaced in plain text: it would change texts about them. */
async function identityOf(tx: Tx, directory: Directory, user: User): Promise<ErasedIdentity> {
  const former = await formerIdentity(tx.db, tx.realmId, user.id)
  const names = [...new Set([user.fullName, ...former.names])]
  const others = new Set(
    [...directory.users.values()].filter(({ id }) => id !== user.id).map((one) => one.fullName.toLowerCase()),
  )
  return {
    names,
    emails: [...new Set([user.deliveryEmail, ...former.emails])],
    plainNames: names.filter((name) => !others.has(name.toLowerCase())),
  }
}

/** Events tell clients the pseudonym; none of them and no audit entry has the old values. */
async function anonymize(tx: Tx, directory: Directory, user: User): Promise<void> {
  const { name, email } = pseudonymOf(user.id)
  const profile = (await loadProfiles(tx.db, tx.realmId, [user.id])).get(user.id) ?? {}
  await pseudonymizeAccount(tx, user.id, { name, email })
  await deleteQueuesOf(tx.db, [user.id])
  for (const id of Object.keys(profile)) {
    const custom_profile_field = { id: Number(id), value: null }
    tx.publish(
      { type: 'realm_user', op: 'update', person: { user_id: user.id, custom_profile_field } },
      { knowing: user.id },
    )
  }
  const renamed = {
    ...user,
    isActive: false,
    fullName: name,
    deliveryEmail: email,
    settings: {},
    timezone: '',
  }
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, full_name: name } },
    { knowing: user.id },
    { users: [user.id], sessions: [user.id] },
  )
  if (user.timezone !== '')
    tx.publish(
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: user.id, email: apiEmail(directory, renamed), timezone: '' },
      },
      { knowing: user.id },
    )
  publishEmail(tx, directory, await assignAvatar(tx, renamed, null))
}
