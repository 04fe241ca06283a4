import type { RegisteredUser } from '@loquat/contract'
import { compareNames } from '../lib/collation.ts'
import { memoized } from '../lib/memoized.ts'
import { useOrg } from '../session/session.ts'

const byName = (a: RegisteredUser, b: RegisteredUser) => compareNames(a.full_name, b.full_name)

const activePeople = memoized(
  (org) => [org.realm_users],
  ({ realm_users: users = [] }): readonly RegisteredUser[] => users.toSorted(byName),
)
const formerPeople = memoized(
  (org) => [org.realm_non_active_users],
  ({ realm_non_active_users: users = [] }): readonly RegisteredUser[] => users.toSorted(byName),
)

/** Active users, including bots, sorted by name. */
export const useActivePeople = (): readonly RegisteredUser[] => useOrg(activePeople)
export const useFormerPeople = (): readonly RegisteredUser[] => useOrg(formerPeople)
