import { suggestionClass } from '../lib/rank.ts'
import { isInactive } from '../people/people.ts'
import { membersIn, namedGroups } from '../people/user-groups.ts'
import { myId, org } from '../session/session.ts'

/** Larger groups are not expanded into the recipients of a direct message. */
const maxMembers = 20

/** Groups whose name matches, with their direct and indirect members. */
export const expandableGroups = (query: string): { id: number; name: string; members: number[] }[] =>
  namedGroups(org())
    .filter(({ name, deactivated }) => !deactivated && suggestionClass(query, name) !== undefined)
    .map(({ id, name }) => ({
      id,
      name,
      members: [...membersIn(org(), id)].filter((member) => member !== myId() && !isInactive(member)),
    }))
    .filter(({ members }) => members.length > 0 && members.length <= maxMembers)
