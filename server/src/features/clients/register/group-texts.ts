import type { Directory } from '../../../directory/directory.ts'
import { JsonBytes } from '../../../http/json-text.ts'
import { listGroups } from '../../administration/user-groups/present.ts'

interface Lists {
  changedAt: number
  all?: JsonBytes
  active?: JsonBytes
}

const lists = new WeakMap<Directory, Lists>()

/** All groups with their members, the same for everybody. Groups by role list half of the organization each. */
export function groupList(directory: Directory, includeDeactivated: boolean): JsonBytes {
  let known = lists.get(directory)
  if (known?.changedAt !== directory.changedAt) {
    known = { changedAt: directory.changedAt }
    lists.set(directory, known)
  }
  const which = includeDeactivated ? 'all' : 'active'
  known[which] ??= new JsonBytes(JSON.stringify(listGroups(directory, includeDeactivated)))
  return known[which]
}
