import type { Directory } from '../../../directory/directory.ts'
import { Slot } from '../../../platform/slots.ts'
import { listGroups } from '../../administration/user-groups/present.ts'
import { JsonList } from './json-list.ts'

interface GroupLists {
  changedAt: number
  all?: JsonList
  active?: JsonList
}

const listSlot = new Slot<Directory, GroupLists>()

/**
 * All groups with members, the same for every user. Cached, because system groups list half of the
 * organization each.
 */
export function groupList(directory: Directory, includeDeactivated: boolean): JsonList {
  let cached = directory.slots.get(listSlot)
  if (cached?.changedAt !== directory.changedAt) {
    cached = directory.slots.set(listSlot, { changedAt: directory.changedAt })
  }
  const which = includeDeactivated ? 'all' : 'active'
  cached[which] ??= JsonList.of(
    listGroups(directory, includeDeactivated).map((group) => ({ id: group.id, text: JSON.stringify(group) })),
  )
  return cached[which]
}
