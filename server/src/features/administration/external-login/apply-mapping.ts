import { type Role, roles } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Directory, Group, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { LoginMapping } from '../../../platform/mapping-config.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assignRole, changeName } from '../accounts/change.ts'
import { assignMember } from '../user-groups/members.ts'
import {
  claimMemberships,
  mappedRole,
  ownedMemberships,
  releaseMemberships,
  storeMappedRole,
} from './mapping-store.ts'
import { usableName } from './names.ts'
import type { Identity } from './store.ts'

/** The provider's view of a user. */
export interface MappedPerson extends Identity {
  /** Candidate names, best first. */
  names: readonly (string | undefined)[]
  mapping: LoginMapping
  /** Values of the attributes that the mapping names. */
  groups: readonly string[]
  roles: readonly string[]
}

/** The groups and roles in the attributes of a user. */
export const claimsOf = (
  { groupsAttribute, roleAttribute = groupsAttribute }: LoginMapping,
  valuesOf: (attribute: string) => readonly string[],
) => ({
  groups: groupsAttribute === undefined ? [] : valuesOf(groupsAttribute),
  roles: roleAttribute === undefined ? [] : valuesOf(roleAttribute),
})

/** The changes that a mapping asks for. */
interface MappingChanges {
  joined: Group[]
  left: Group[]
  role: Role | undefined
  name: string | undefined
  /** The role by the rules, which is kept to take it back later. */
  byRules: Role | null
  isRoleNew: boolean
}

/**
 * Applies groups, role and name of the provider to a user, in one transaction. Only takes the log's lock if there is
 * something to change, because most logins change nothing.
 */
export async function applyMapping(
  app: App,
  realm: Realm,
  userId: number,
  person: MappedPerson,
): Promise<void> {
  const { mapping } = person
  if (mapping.groups.length + mapping.roles.length === 0 && !mapping.updatesNames) return
  await realm.follower.advance()
  const changesNow = async (db: Db) => {
    const user = realm.directory.users.get(userId)
    return user && { user, changes: await changesFor(db, realm, user, person) }
  }
  if (!isChange((await changesNow(app.database.db))?.changes)) return
  await realm.transactExclusively(async (tx) => {
    const found = await changesNow(tx.db)
    if (found !== undefined) await makeChanges(tx, realm.directory, found.user, person, found.changes)
  })
  app.logger.info({ user: userId, issuer: person.issuer }, 'a login provider has changed a user')
}

const isChange = (changes: MappingChanges | undefined) =>
  changes !== undefined &&
  (changes.joined.length + changes.left.length > 0 ||
    changes.role !== undefined ||
    changes.name !== undefined ||
    changes.isRoleNew)

async function changesFor(
  db: Db,
  { id, directory }: Realm,
  user: User,
  person: MappedPerson,
): Promise<MappingChanges> {
  const { mapping, groups, issuer } = person
  const wantedNames = new Set(mapping.groups.filter(({ from }) => groups.includes(from)).map(({ to }) => to))
  const candidates = [...directory.groups.values()].filter((group) => !group.isSystem && !group.deactivated)
  const wanted = candidates.filter(({ name }) => wantedNames.has(name))
  const owned = await ownedMemberships(db, user.id, issuer)
  const before = await mappedRole(db, id, person)
  const byRules = roleByRules(person)
  const name = mapping.updatesNames ? usableName(directory, person.names, user) : undefined
  return {
    joined: wanted.filter(({ members }) => !members.has(user.id)),
    left: candidates.filter((group) => owned.has(group.id) && !wanted.includes(group)),
    role: roleChange(user, byRules, before),
    name: name === user.fullName ? undefined : name,
    byRules,
    isRoleNew: byRules !== before,
  }
}

/** The highest role of the rules that match. */
function roleByRules({ mapping, roles: held }: MappedPerson): Role | null {
  const matching = mapping.roles.filter(({ from }) => held.includes(from)).map(({ to }) => to)
  return matching.toSorted((a, b) => a - b)[0] ?? null
}

/** Takes back only a role that the mapping gave, and never touches owners. */
function roleChange(user: User, byRules: Role | null, before: number | null): Role | undefined {
  const wanted = byRules ?? (before !== null && user.role === before ? roles.member : user.role)
  return user.role === roles.owner || wanted === user.role ? undefined : wanted
}

async function makeChanges(
  tx: Tx,
  directory: Directory,
  user: User,
  person: MappedPerson,
  { joined, left, role, name, byRules, isRoleNew }: MappingChanges,
): Promise<void> {
  let current = directory
  for (const group of joined) current = await assignMember(tx, current, group.id, user.id, true)
  const idsOf = (groups: readonly Group[]) => groups.map(({ id }) => id)
  await claimMemberships(tx, user.id, person.issuer, idsOf(joined))
  const kept = await releaseMemberships(tx, user.id, person.issuer, idsOf(left))
  for (const { id, members } of left) {
    if (members.has(user.id) && !kept.has(id)) current = await assignMember(tx, current, id, user.id, false)
  }
  if (role !== undefined) await assignRole(tx, current, user, role)
  if (isRoleNew) await storeMappedRole(tx, person, byRules)
  if (name !== undefined) await changeName(tx, current, user, name)
}
