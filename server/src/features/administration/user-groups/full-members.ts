import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { directMembers } from '../../../directory/groups.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibleChannels } from '../../places/channels/publish.ts'
import { fullMembersUntil, realmsWithWaitingPeriod, setFullMembersUntil } from './store.ts'

const dayMs = 86_400_000

/** Publishes members who have completed the waiting period since the last run. */
export async function publishFullMembers(app: App): Promise<void> {
  for (const id of await realmsWithWaitingPeriod(app.database.db)) {
    const realm = await app.realms.byId(id)
    const until = await fullMembersUntil(app.database.db, id)
    // Usually there are none; avoid the lock then.
    if (newFullMembers(realm.directory, until, Date.now()).length > 0) await publishIn(realm)
  }
}

async function publishIn(realm: Realm): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const now = Date.now()
    const people = newFullMembers(directory, await fullMembersUntil(tx.db, realm.id), now)
    await setFullMembersUntil(tx, now)
    if (people.length === 0) return
    const group_id = directory.systemGroup('role:fullmembers').id
    const user_ids = people.map((user) => user.id).sort((a, b) => a - b)
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids }, { everyone: true })
    for (const user of people) publishVisibleChannels(tx, directory, { ...user, createdAt: now }, user)
  })
}

function newFullMembers(directory: Directory, after: number, until: number): User[] {
  const wait = directory.setting('waiting_period_threshold') * dayMs
  return [...directory.activeUsers()].filter((user) => {
    const due = user.createdAt + wait
    return user.role === 400 && due > after && due <= until
  })
}

/** Publishes members who gain or lose full membership by a new waiting period. */
export function publishWaitingPeriod(tx: Tx, directory: Directory, days: number): void {
  const now = Date.now()
  const group_id = directory.systemGroup('role:fullmembers').id
  const before = new Set(directMembers(directory, directory.systemGroup('role:fullmembers')))
  const members = [...directory.activeUsers()].filter((user) => user.role === 400)
  const isFull = (user: User) => now - user.createdAt >= days * dayMs
  const gained = members.filter((user) => isFull(user) && !before.has(user.id))
  const lost = members.filter((user) => !isFull(user) && before.has(user.id))
  const idsOf = (users: User[]) => users.map((user) => user.id).sort((a, b) => a - b)
  const everyone = { everyone: true } as const
  if (gained.length > 0) {
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids: idsOf(gained) }, everyone)
  }
  if (lost.length > 0) {
    tx.publish({ type: 'user_group', op: 'remove_members', group_id, user_ids: idsOf(lost) }, everyone)
  }
  // The directory still has the old period, so simulate the new one through the account's age.
  for (const user of gained) publishVisibleChannels(tx, directory, user, { ...user, createdAt: 0 })
  for (const user of lost) publishVisibleChannels(tx, directory, user, { ...user, createdAt: now })
}
