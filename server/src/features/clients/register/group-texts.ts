import type { Directory } from '../../../directory/directory.ts'
import { JsonBytes } from '../../../http/reply/json-text.ts'
import { Slot } from '../../../platform/slots.ts'
import { listGroups } from '../../administration/user-groups/present.ts'

interface GroupLists {
  changedAt: number
  all?: JsonBytes
  active?: JsonBytes
}

const listSlot = new Slot<Directory, GroupLists>()

/**
 * All groups with members, the same for every user. Cached, because system groups list half of the
 * organization each.
 */
export function groupList(directory: Directory, includeDeactivated: boolean): JsonBytes {
  let cached = directory.slots.get(listSlot)
  if (cached?.changedAt !== directory.changedAt) {
    cached = directory.slots.set(listSlot, { changedAt: directory.changedAt })
  }
  const which = includeDeactivated ? 'all' : 'active'
  cached[which] ??= new JsonBytes(JSON.stringify(listGroups(directory, includeDeactivated)))
  return cached[which]
}
