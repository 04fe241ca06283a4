import type { Directory } from '../../../directory/directory.ts'
import { JsonBytes } from '../../../http/json-text.ts'
import { listGroups } from '../../administration/user-groups/present.ts'

interface GroupLists {
  changedAt: number
  all?: JsonBytes
  active?: JsonBytes
}

const listCache = new WeakMap<Directory, GroupLists>()

/**
 * All groups with members, the same for every user. Cached, because system groups list half of the
 * organization each.
 */
export function groupList(directory: Directory, includeDeactivated: boolean): JsonBytes {
  let known = listCache.get(directory)
  if (known?.changedAt !== directory.changedAt) {
    known = { changedAt: directory.changedAt }
    listCache.set(directory, known)
  }
  const which = includeDeactivated ? 'all' : 'active'
  known[which] ??= new JsonBytes(JSON.stringify(listGroups(directory, includeDeactivated)))
  return known[which]
}
