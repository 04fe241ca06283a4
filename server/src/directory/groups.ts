import { type GroupSettingValue, type Role, type SystemGroup, systemGroups } from '@loquat/contract'
import { Slot } from '../platform/slots.ts'
import type { Directory, Group, User } from './directory.ts'

/** Each system group by role contains the group of the next higher role. */
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

/** Active users who are direct members of a group, not through a subgroup. */
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

/** The system groups by role that a user is a direct member of. */
export function groupsByRole(directory: Directory, user: User): SystemGroup[] {
  return isFullMember(directory, user) ? [byRole[user.role], 'role:fullmembers'] : [byRole[user.role]]
}

const day = 86_400_000

export function isFullMember(directory: Directory, user: User, now = Date.now()): boolean {
  return user.role === 400 && now - user.createdAt >= directory.setting('waiting_period_threshold') * day
}

/** When the next user becomes a full member by age; infinite if none is waiting. */
export function nextFullMemberAt(directory: Directory, now = Date.now()): number {
  const wait = directory.setting('waiting_period_threshold') * day
  let next = Number.POSITIVE_INFINITY
  if (wait === 0) return next
  for (const user of directory.activeUsers()) {
    const due = user.createdAt + wait
    if (user.role === 400 && due > now && due < next) next = due
  }
  return next
}

/** The contents of a group, at any depth. */
export interface GroupContents {
  /** Including the group itself. */
  groups: ReadonlySet<number>
  /** Explicit members of any of these groups, including deactivated users. */
  people: ReadonlySet<number>
  /** The widest system group by role among them; it contains the others. */
  role: SystemGroup | undefined
}

const emptyContents: GroupContents = { groups: new Set(), people: new Set(), role: undefined }

interface ContentsCache {
  groupChanges: number
  contents: Map<number, GroupContents>
}
const contentsSlot = new Slot<Directory, ContentsCache>()

/** Cached until a group changes: every send needs it, and groups change rarely. */
export function contentsOf(directory: Directory, groupId: number): GroupContents {
  let cache = directory.slots.get(contentsSlot)
  if (cache === undefined || cache.groupChanges !== directory.groupChanges) {
    const { groupChanges } = directory
    cache = directory.slots.set(contentsSlot, { groupChanges, contents: new Map() })
  }
  let found = cache.contents.get(groupId)
  if (found === undefined) {
    const group = directory.groups.get(groupId)
    if (group === undefined) return emptyContents
    found = computeContents(directory, group)
    cache.contents.set(groupId, found)
  }
  return found
}

function computeContents(directory: Directory, start: Group): GroupContents {
  const groups = new Set([start.id])
  const people = new Set<number>()
  let widest = -1
  // Iterating a set includes elements added meanwhile and visits each once, so cycles terminate.
  for (const id of groups) {
    const group = directory.groups.get(id)
    if (group === undefined) continue
    for (const inner of directSubgroups(directory, group)) groups.add(inner)
    for (const person of group.members) people.add(person)
    if (group.isSystem) widest = Math.max(widest, systemGroups.indexOf(group.name as SystemGroup))
  }
  return { groups, people, role: systemGroups[widest] }
}

/** Whether a value is a group or contains it, at any depth. */
export function contains(directory: Directory, value: GroupSettingValue, groupId: number): boolean {
  const direct = typeof value === 'number' ? [value] : value.direct_subgroups
  return direct.some((id) => contentsOf(directory, id).groups.has(groupId))
}

/** Includes membership through subgroups. Deactivated users are in no group. */
export function isInGroup(directory: Directory, user: User, groupId: number): boolean {
  const { people, role } = contentsOf(directory, groupId)
  return user.isActive && (people.has(user.id) || (role !== undefined && hasRole(directory, user, role)))
}

/** All active members of a group, including those of its subgroups. */
export function* membersOf(directory: Directory, group: Group): Iterable<number> {
  const { people, role } = contentsOf(directory, group.id)
  if (role === undefined) {
    for (const id of people) if (directory.users.get(id)?.isActive) yield id
    return
  }
  for (const user of directory.activeUsers()) if (isInGroup(directory, user, group.id)) yield user.id
}

function hasRole(directory: Directory, user: User, name: SystemGroup): boolean {
  // Among the groups by role, system bots are only in those that contain everyone.
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
