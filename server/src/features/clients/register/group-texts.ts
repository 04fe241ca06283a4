import type { UserGroupObject } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { nextFullMemberAt } from '../../../directory/groups.ts'
import { Slot } from '../../../platform/slots.ts'
import { listGroups } from '../../administration/user-groups/present.ts'
import { JsonList } from './json-list.ts'

export interface GroupListOptions {
  includeDeactivated: boolean
  /** Whether long lists of members are ranges of IDs. */
  memberRanges: boolean
}

interface GroupLists {
  userChanges: number
  groupChanges: number
  waitingPeriod: number
  /** When the next user becomes a full member. */
  validUntil: number
  lists: Map<string, JsonList>
}

const listSlot = new Slot<Directory, GroupLists>()

/**
 * All groups with members, the same for every user. Cached, because system groups list half of the
 * organization each.
 */
export function groupList(directory: Directory, options: GroupListOptions): JsonList {
  const { lists } = cachedLists(directory)
  const key = `${options.includeDeactivated} ${options.memberRanges}`
  const list = lists.get(key) ?? serialize(directory, options)
  lists.set(key, list)
  return list
}

function cachedLists(directory: Directory): GroupLists {
  const { userChanges, groupChanges } = directory
  const waitingPeriod = directory.setting('waiting_period_threshold')
  const cached = directory.slots.get(listSlot)
  const isCurrent =
    cached?.userChanges === userChanges &&
    cached.groupChanges === groupChanges &&
    cached.waitingPeriod === waitingPeriod &&
    Date.now() < cached.validUntil
  if (isCurrent) return cached
  const validUntil = nextFullMemberAt(directory)
  return directory.slots.set(listSlot, {
    userChanges,
    groupChanges,
    waitingPeriod,
    validUntil,
    lists: new Map(),
  })
}

function serialize(directory: Directory, { includeDeactivated, memberRanges }: GroupListOptions): JsonList {
  const groups = listGroups(directory, includeDeactivated)
  return JsonList.of(
    groups.map((group) => ({
      id: group.id,
      text: JSON.stringify(memberRanges ? withMemberRanges(group) : group),
    })),
  )
}

/** Users of an organization often have consecutive IDs. */
function withMemberRanges({ members, ...group }: UserGroupObject) {
  const ranges: [first: number, last: number][] = []
  for (const id of members) {
    const range = ranges.at(-1)
    if (range?.[1] === id - 1) range[1] = id
    else ranges.push([id, id])
  }
  // A range takes as much as two members.
  return 2 * ranges.length < members.length ? { ...group, member_ranges: ranges } : { ...group, members }
}
