import type { RegisteredUser } from '@loquat/contract'
import { memoised } from '../lib/memoised.ts'
import { useOrg } from '../session/session.ts'

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const byName = (a: RegisteredUser, b: RegisteredUser) => collator.compare(a.full_name, b.full_name)

const activePeople = memoised(
  (org) => [org.realm_users],
  ({ realm_users: users = [] }): readonly RegisteredUser[] => users.toSorted(byName),
)
const formerPeople = memoised(
  (org) => [org.realm_non_active_users],
  ({ realm_non_active_users: users = [] }): readonly RegisteredUser[] => users.toSorted(byName),
)

/** Active users, including bots, sorted by name. */
export const useActivePeople = (): readonly RegisteredUser[] => useOrg(activePeople)
export const useFormerPeople = (): readonly RegisteredUser[] => useOrg(formerPeople)
