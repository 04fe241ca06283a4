import type { Directory } from '../../../directory/directory.ts'
import { JsonBytes } from '../../../http/reply/json-text.ts'
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
  let cached = listCache.get(directory)
  if (cached?.changedAt !== directory.changedAt) {
    cached = { changedAt: directory.changedAt }
    listCache.set(directory, cached)
  }
  const which = includeDeactivated ? 'all' : 'active'
  cached[which] ??= new JsonBytes(JSON.stringify(listGroups(directory, includeDeactivated)))
  return cached[which]
}
