import type { User } from '../../../directory/directory.ts'
import { invalid } from './errors.ts'
import type { AttributePath } from './filters/paths.ts'
import { isObject, type JsonObject, type Operation, partsOf } from './patch.ts'
import { attributesOf } from './schemas.ts'
import type { UserRow } from './store.ts'

/** The attributes of a user that the provider can set. */
export interface UserState {
  userName: string
  externalId: string | null
  /** Empty unless the request has it. */
  displayName: string
  /** Empty unless the request has it. */
  formatted: string
  givenName: string | null
  familyName: string | null
  active: boolean
}

export const newUserState: UserState = {
  userName: '',
  externalId: null,
  displayName: '',
  formatted: '',
  givenName: null,
  familyName: null,
  active: true,
}

export const stateOf = (user: User, row: UserRow): UserState => ({
  userName: user.deliveryEmail,
  externalId: row.externalId,
  displayName: '',
  formatted: '',
  givenName: row.givenName,
  familyName: row.familyName,
  active: user.isActive,
})

/** The full names to choose from, best first. Empty if the request changes none. */
export function nameCandidates(before: UserState, after: UserState): string[] {
  const joined = (state: UserState) => [state.givenName, state.familyName].filter(Boolean).join(' ')
  const parts = joined(after)
  return [after.displayName, after.formatted, parts === joined(before) ? '' : parts].filter(
    (name) => name.trim() !== '',
  )
}

type Setter = (state: UserState, value: unknown) => UserState

/** The setters of attributes, by their paths in lower case. */
const setters: Record<string, Setter> = {
  username: (state, value) => ({ ...state, userName: requiredText(value, 'userName') }),
  externalid: (state, value) => ({ ...state, externalId: textOf(value, 'externalId') }),
  displayname: (state, value) => ({ ...state, displayName: textOf(value, 'displayName') ?? '' }),
  'name.formatted': (state, value) => ({ ...state, formatted: textOf(value, 'name.formatted') ?? '' }),
  'name.givenname': (state, value) => ({ ...state, givenName: textOf(value, 'name.givenName') }),
  'name.familyname': (state, value) => ({ ...state, familyName: textOf(value, 'name.familyName') }),
  active: (state, value) => ({ ...state, active: booleanOf(value) }),
  name: (state, value) => {
    if (!isObject(value)) throw invalid('invalidValue', 'name must be an object.')
    return Object.entries(value).reduce(
      (result, [part, text]) => setters[`name.${part.toLowerCase()}`]?.(result, text) ?? result,
      state,
    )
  },
}

const maxTextLength = 255

function textOf(value: unknown, name: string): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string') throw invalid('invalidValue', `${name} must be text.`)
  if (value.length > maxTextLength)
    throw invalid('invalidValue', `${name} must be at most ${maxTextLength} characters.`)
  if (/[\p{Cc}\p{Cs}]/u.test(value))
    throw invalid('invalidValue', `${name} has characters that are not allowed.`)
  return value
}

export function requiredText(value: unknown, name: string): string {
  const text = textOf(value, name)?.trim()
  if (!text) throw invalid('invalidValue', `${name} is required.`)
  return text
}

export const externalIdOf = (value: unknown) => textOf(value, 'externalId')

/** Entra sends "True" and "False". */
function booleanOf(value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 'true') return true
  if (text === false || text === 'false') return false
  throw invalid('invalidValue', 'active must be true or false.')
}

/**
 * The state that a whole resource describes. Attributes that it lacks are cleared, except the full name and whether the account is active:
 * nobody is activated or deactivated without being told so.
 */
export function replacedState(before: UserState, body: JsonObject): UserState {
  const cleared: UserState = { ...before, userName: '', externalId: null, givenName: null, familyName: null }
  const state = Object.entries(body).reduce(
    (result, [name, value]) => setters[name.toLowerCase()]?.(result, value) ?? result,
    cleared,
  )
  return { ...state, userName: requiredText(state.userName, 'userName') }
}

export const patchedState = (before: UserState, operations: readonly Operation[]): UserState =>
  operations.reduce((state, { op, path, value }) => {
    if (path === undefined)
      return partsOf(value).reduce((result, [part, one]) => setAt(result, part.path, one), state)
    // Values of lists are none of those that we keep.
    if (path.filter !== undefined) {
      assertKnown(path.path)
      return state
    }
    return op === 'remove' ? removeAt(state, path.path) : setAt(state, path.path, value)
  }, before)

const keyOf = ({ attribute, subAttribute }: AttributePath) =>
  subAttribute === undefined ? attribute : `${attribute}.${subAttribute}`

function setAt(state: UserState, path: AttributePath, value: unknown): UserState {
  const set = path.extension === undefined ? setters[keyOf(path)] : undefined
  if (set !== undefined) return set(state, value)
  assertKnown(path)
  return state
}

const required = ['username', 'active', 'displayname', 'name', 'name.formatted']

function removeAt(state: UserState, path: AttributePath): UserState {
  const key = keyOf(path)
  if (path.extension === undefined && required.includes(key))
    throw invalid('mutability', `${key} cannot be removed.`)
  return setAt(state, path, null)
}

/** Attributes that SCIM defines are accepted although we do not keep them: providers send them by default. */
function assertKnown({ attribute, extension }: AttributePath): void {
  const isKnown = attributesOf.User.some(({ name }) => name.toLowerCase() === attribute)
  if (extension === undefined && !isKnown && !attribute.startsWith('urn:'))
    throw invalid('invalidPath', `There is no attribute "${attribute}".`)
}
