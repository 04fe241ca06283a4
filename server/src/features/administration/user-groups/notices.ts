import { type Directory, type Group, isBot, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { sendDirectNotices } from '../../conversation/messages/notices.ts'
import { nameOf } from '../../places/channels/bot-text.ts'

/** A change of group members by another user. */
interface MembershipChange {
  realmId: number
  callerId: number
  groupId: number
  added: number[]
  removed: number[]
}

/** Shutdown waits for running jobs, so each should be short. */
const usersPerJob = 500

/** Users to notify: active people other than the caller. */
const recipientsAmong = (directory: Directory, callerId: number, ids: readonly number[]): User[] =>
  [...new Set(ids)]
    .flatMap((id) => directory.users.get(id) ?? [])
    .filter((user) => user.isActive && !isBot(user) && user.id !== callerId)

/** Enqueues direct messages to users whom another user added to or removed from a group. */
export async function notifyMembersLater(
  tx: Tx,
  directory: Directory,
  caller: User,
  group: Group,
  { added, removed }: Record<'added' | 'removed', readonly number[]>,
): Promise<void> {
  // The other server has notified them.
  if (directory.realm.previewOf !== null) return
  const recipientIds = (ids: readonly number[]) =>
    recipientsAmong(directory, caller.id, ids).map(({ id }) => id)
  const [joining, leaving] = [recipientIds(added), recipientIds(removed)]
  const jobs = Math.ceil(Math.max(joining.length, leaving.length) / usersPerJob)
  await enqueueAll(
    tx.db,
    notifyGroupMembers,
    Array.from({ length: jobs }, (_, n) => {
      const part = (ids: readonly number[]) => ids.slice(n * usersPerJob, (n + 1) * usersPerJob)
      const payload = { realmId: tx.realmId, callerId: caller.id, groupId: group.id }
      return { payload: { ...payload, added: part(joining), removed: part(leaving) } }
    }),
  )
}

export const notifyGroupMembers = job<MembershipChange>({
  name: 'notify-group-members',
  run: async (app, { realmId, callerId, groupId, added, removed }) => {
    const realm = await app.realms.byId(realmId)
    await realm.follower.advance()
    const { directory } = realm
    const caller = directory.users.get(callerId)
    const group = directory.groups.get(groupId)
    if (caller === undefined || group === undefined) return
    const values = { user: nameOf(caller), group: `@_*${group.name}*` }
    const others = (ids: readonly number[]) => recipientsAmong(directory, callerId, ids)
    await sendDirectNotices(app, realm, others(added), (text) => text('group.added', values))
    await sendDirectNotices(app, realm, others(removed), (text) => text('group.removed', values))
  },
})
