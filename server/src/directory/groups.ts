import { type GroupSettingValue, type Role, type SystemGroup, systemGroups } from '@loquat/contract'
import type { Directory, Group, User } from './directory.ts'

/** Each of the groups by role contains the one of the next higher role. */
const containedIn: Partial<Record<SystemGroup, SystemGroup>> = {
  'role:administrators': 'role:owners',
  'role:moderators': 'role:administrators',
  'role:fullmembers': 'role:moderators',
  'role:members': 'role:fullmembers',
  'role:everyone': 'role:members',
  'role:internet': 'role:everyone',
}

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

export function directSubgroups(directory: Directory, group: Group): number[] {
  if (!group.isSystem) return ascending(group.subgroups)
  const inner = containedIn[group.name as SystemGroup]
  return inner === undefined ? [] : [directory.systemGroup(inner).id]
}

/** Active people who are in a group themselves, not through a subgroup. */
export function directMembers(directory: Directory, group: Group): number[] {
  if (!group.isSystem) {
    return ascending(group.members).filter((id) => directory.users.get(id)?.isActive)
  }
  const isDirect = (user: User) =>
    group.name === 'role:fullmembers' ? isFullMember(directory, user) : byRole[user.role] === group.name
  return ascending([...directory.activeUsers()].filter(isDirect).map((user) => user.id))
}

const byRole: Record<Role, SystemGroup> = {
  100: 'role:owners',
  200: 'role:administrators',
  300: 'role:moderators',
  400: 'role:members',
  600: 'role:everyone',
}

/** The groups by role that somebody is in directly. */
export function groupsByRole(directory: Directory, user: User): SystemGroup[] {
  return isFullMember(directory, user) ? [byRole[user.role], 'role:fullmembers'] : [byRole[user.role]]
}

const day = 86_400_000

export function isFullMember(directory: Directory, user: User, now = Date.now()): boolean {
  return user.role === 400 && now - user.createdAt >= directory.setting('waiting_period_threshold') * day
}

/** Everything inside a group, at any depth. */
export interface Reach {
  /** With the group itself. */
  groups: ReadonlySet<number>
  /** Put into any of them by somebody, deactivated people included. */
  people: ReadonlySet<number>
  /** The widest of the groups by role that is inside; it contains the others. */
  role: SystemGroup | undefined
}

const nothing: Reach = { groups: new Set(), people: new Set(), role: undefined }

interface Known {
  groupChanges: number
  reaches: Map<number, Reach>
}
const knownOf = new WeakMap<Directory, Known>()

/** Every send asks this about some group, and groups change rarely: so it is kept until one does. */
export function reachOf(directory: Directory, groupId: number): Reach {
  let known = knownOf.get(directory)
  if (known === undefined || known.groupChanges !== directory.groupChanges) {
    known = { groupChanges: directory.groupChanges, reaches: new Map() }
    knownOf.set(directory, known)
  }
  let reach = known.reaches.get(groupId)
  if (reach === undefined) {
    const group = directory.groups.get(groupId)
    if (group === undefined) return nothing
    reach = explore(directory, group)
    known.reaches.set(groupId, reach)
  }
  return reach
}

function explore(directory: Directory, start: Group): Reach {
  const groups = new Set([start.id])
  const people = new Set<number>()
  let widest = -1
  // A set is walked in the order in which it grows, and takes each group once: no circle can hold this up.
  for (const id of groups) {
    const group = directory.groups.get(id)
    if (group === undefined) continue
    for (const inner of directSubgroups(directory, group)) groups.add(inner)
    for (const person of group.members) people.add(person)
    if (group.isSystem) widest = Math.max(widest, systemGroups.indexOf(group.name as SystemGroup))
  }
  return { groups, people, role: systemGroups[widest] }
}

/** Whether a value is a group or has it inside, at any depth. */
export function contains(directory: Directory, value: GroupSettingValue, groupId: number): boolean {
  const direct = typeof value === 'number' ? [value] : value.direct_subgroups
  return direct.some((id) => reachOf(directory, id).groups.has(groupId))
}

/** Through subgroups too. Deactivated people are in no group. */
export function isInGroup(directory: Directory, user: User, groupId: number): boolean {
  const { people, role } = reachOf(directory, groupId)
  return user.isActive && (people.has(user.id) || (role !== undefined && hasRole(directory, user, role)))
}

/** Everyone active in a group, through its subgroups too. */
export function* membersOf(directory: Directory, group: Group): Iterable<number> {
  const { people, role } = reachOf(directory, group.id)
  if (role === undefined) {
    for (const id of people) if (directory.users.get(id)?.isActive) yield id
    return
  }
  for (const user of directory.activeUsers()) if (isInGroup(directory, user, group.id)) yield user.id
}

function hasRole(directory: Directory, user: User, name: SystemGroup): boolean {
  // The system's own bots are in the organization only as far as everyone is.
  if (user.isSystemBot) return name === 'role:everyone' || name === 'role:internet'
  switch (name) {
    case 'role:nobody':
      return false
    case 'role:owners':
      return user.role <= 100
    case 'role:administrators':
      return user.role <= 200
    case 'role:moderators':
      return user.role <= 300
    case 'role:fullmembers':
      return user.role < 400 || isFullMember(directory, user)
    case 'role:members':
      return user.role <= 400
    case 'role:everyone':
    case 'role:internet':
      return true
  }
}
