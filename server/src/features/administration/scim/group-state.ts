import { invalid } from './errors.ts'
import { assertUsable, matches } from './filters/match.ts'
import type { PatchPath } from './filters/parse.ts'
import { isObject, type JsonObject, memberOf, type Operation, partsOf } from './patch.ts'
import { attributesOf } from './schemas.ts'
import { externalIdOf, requiredText } from './user-state.ts'

/** The attributes of a group that the provider can set. */
export interface GroupState {
  displayName: string
  externalId: string | null
  members: ReadonlySet<number>
}

const maxMembers = 20_000
const memberAttributes = attributesOf.Group.find(({ name }) => name === 'members')?.subAttributes ?? []

/** The users that a list of members names. */
function membersIn(value: unknown): number[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxMembers) throw invalid('invalidValue', `A group has at most ${maxMembers} members.`)
  return list.map((item) => {
    const id = isObject(item) ? memberOf(item, 'value') : item
    if (isObject(item)) {
      const [type, reference] = [memberOf(item, 'type'), memberOf(item, '$ref')]
      const isGroup =
        (typeof type === 'string' && type.toLowerCase() === 'group') ||
        (typeof reference === 'string' && /\/groups\/[^/]*$/i.test(reference))
      if (isGroup) throw invalid('invalidValue', 'Nested groups are not supported: members must be users.')
    }
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id))
      throw invalid('invalidValue', 'Each member needs the ID of a user as its value.')
    return Number(id)
  })
}

/** The state that a whole resource describes. Without `members`, they stay as they are. */
export function replacedGroup(before: GroupState, body: JsonObject): GroupState {
  const members = memberOf(body, 'members')
  return {
    displayName: requiredText(memberOf(body, 'displayName'), 'displayName'),
    externalId: externalIdOf(memberOf(body, 'externalId')),
    members: members === undefined || members === null ? before.members : new Set(membersIn(members)),
  }
}

export const patchedGroup = (before: GroupState, operations: readonly Operation[]): GroupState =>
  operations.reduce((state, { op, path, value }) => {
    if (path === undefined)
      return partsOf(value).reduce((result, [part, one]) => change(result, op, part, one), state)
    return change(state, op, path, value)
  }, before)

function change(state: GroupState, op: Operation['op'], target: PatchPath, value: unknown): GroupState {
  const { path, filter } = target
  if (path.extension !== undefined) return state
  switch (path.attribute) {
    case 'displayname':
      if (op === 'remove') throw invalid('mutability', 'displayName cannot be removed.')
      return { ...state, displayName: requiredText(value, 'displayName') }
    case 'externalid':
      return { ...state, externalId: op === 'remove' ? null : externalIdOf(value) }
    case 'members':
      if (filter !== undefined || path.subAttribute !== undefined) return changeSelected(state, op, target)
      return { ...state, members: changedMembers(state.members, op, value) }
    // Okta sends the ID with a new name.
    case 'id':
    case 'schemas':
    case 'meta':
      return state
    default:
      throw invalid('invalidPath', `There is no attribute "${path.attribute}".`)
  }
}

function changedMembers(
  before: ReadonlySet<number>,
  op: Operation['op'],
  value: unknown,
): ReadonlySet<number> {
  const isEmpty = value === undefined || value === null
  if (op === 'remove') {
    // Entra names the members to remove in the value; without one, all are meant.
    const gone = new Set(isEmpty ? before : membersIn(value))
    return new Set([...before].filter((id) => !gone.has(id)))
  }
  const given = isEmpty ? [] : membersIn(value)
  if (op === 'replace') return new Set(given)
  const members = new Set([...before, ...given])
  if (members.size > maxMembers) throw invalid('invalidValue', `A group has at most ${maxMembers} members.`)
  return members
}

/** `members[value eq "7"]`, which can only be removed: the parts of a member do not change. */
function changeSelected(
  state: GroupState,
  op: Operation['op'],
  { filter, subAttribute }: PatchPath,
): GroupState {
  if (op !== 'remove' || filter === undefined || subAttribute !== undefined)
    throw invalid('mutability', 'Members are added and removed as a whole.')
  assertUsable(filter, memberAttributes)
  const isSelected = (id: number) => matches(filter, { value: String(id), type: 'User' }, memberAttributes)
  return { ...state, members: new Set([...state.members].filter((id) => !isSelected(id))) }
}
