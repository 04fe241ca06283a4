import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { directMembers } from '../../../directory/groups.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibleChannels } from '../../places/channels/publish.ts'
import { fullMembersUntil, realmsWithWaitingPeriod, setFullMembersUntil } from './store.ts'

const day = 86_400_000

/** Tells of the members who have waited long enough since this was last looked after. */
export async function publishFullMembers(app: App): Promise<void> {
  for (const id of await realmsWithWaitingPeriod(app.database.db)) {
    const realm = await app.realms.byId(id)
    const until = await fullMembersUntil(app.database.db, id)
    // Most of the time there is nobody, and nothing need be locked to see that.
    if (grownUp(realm.directory, until, Date.now()).length > 0) await announceIn(realm)
  }
}

async function announceIn(realm: Realm): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const now = Date.now()
    const people = grownUp(directory, await fullMembersUntil(tx.db, realm.id), now)
    await setFullMembersUntil(tx, now)
    if (people.length === 0) return
    const group_id = directory.systemGroup('role:fullmembers').id
    const user_ids = people.map((user) => user.id).sort((a, b) => a - b)
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids }, { everyone: true })
    for (const user of people) publishVisibleChannels(tx, directory, { ...user, createdAt: now }, user)
  })
}

function grownUp(directory: Directory, after: number, until: number): User[] {
  const wait = directory.setting('waiting_period_threshold') * day
  return [...directory.activeUsers()].filter((user) => {
    const due = user.createdAt + wait
    return user.role === 400 && due > after && due <= until
  })
}

/** Another waiting period makes some people full members at once, and others not yet. */
export function publishWaitingPeriod(tx: Tx, directory: Directory, days: number): void {
  const now = Date.now()
  const group_id = directory.systemGroup('role:fullmembers').id
  const before = new Set(directMembers(directory, directory.systemGroup('role:fullmembers')))
  const members = [...directory.activeUsers()].filter((user) => user.role === 400)
  const isFull = (user: User) => now - user.createdAt >= days * day
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
  // The directory still has the old period, so age stands for what the new one makes of them.
  for (const user of gained) publishVisibleChannels(tx, directory, user, { ...user, createdAt: 0 })
  for (const user of lost) publishVisibleChannels(tx, directory, user, { ...user, createdAt: now })
}
