import { apiError } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { markSenderRead } from '../read-state/flags.ts'
import { assertMayMute, isMuted } from './rules.ts'
import * as store from './store.ts'

/**
 * Blocks sending while muting: marks earlier messages read here, while later ones are sent by processes that
 * know the mute.
 */
export async function muteUser(realm: Realm, user: User, mutedUserId: number, now: Date): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    assertMayMute(realm.directory, user, mutedUserId)
    await store.insertMute(tx, user.id, mutedUserId, now)
    await markSenderRead(tx, user.id, mutedUserId)
    await publishMutedUsers(tx, user)
  })
}

/** Messages marked read by muting stay read. */
export async function unmuteUser(realm: Realm, user: User, mutedUserId: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    if (!isMuted(realm.directory, user, mutedUserId)) {
      throw apiError('mute-missing')
    }
    await store.deleteMute(tx, user.id, mutedUserId)
    await publishMutedUsers(tx, user)
  })
}

async function publishMutedUsers(tx: Tx, { id }: User): Promise<void> {
  const muted_users = await store.mutedUsersOf(tx.db, id)
  tx.publish({ type: 'muted_users', muted_users }, { users: [id] }, { mutes: [id] })
}
