import type { Role } from '@loquat/contract'
import { roles } from '@loquat/contract/light'
import { isOn, optional, type SettingsReader } from './login-settings.ts'

/** How the groups and roles of a login provider become ours. */
export interface LoginMapping {
  /** Attribute or claim with the groups of a user. */
  groupsAttribute: string | undefined
  /** Attribute or claim whose values choose the role; `groupsAttribute` if undefined. */
  roleAttribute: string | undefined
  /** User groups, by name. */
  groups: readonly { from: string; to: string }[]
  roles: readonly { from: string; to: Role }[]
  /** Renames users at each login as the provider names them. */
  updatesNames: boolean
}

export const noMapping: LoginMapping = {
  groupsAttribute: undefined,
  roleAttribute: undefined,
  groups: [],
  roles: [],
  updatesNames: false,
}

const maxRules = 500

/** Owners are not mapped: a mistake at the provider must not lock the organization. */
const mappedRoles: Readonly<Record<string, Role>> = {
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
}

export function mappingIn(reader: SettingsReader, prefix: string): LoginMapping {
  const groupsAttribute = optional(reader, `${prefix}_GROUPS_ATTRIBUTE`)
  const roleAttribute = optional(reader, `${prefix}_ROLE_ATTRIBUTE`)
  const groups = rulesIn(reader, `${prefix}_GROUPS`)
  const roleRules = rulesIn(reader, `${prefix}_ROLES`)
  if (groups.length > 0 && groupsAttribute === undefined) {
    reader.problems.push(`${prefix}_GROUPS_ATTRIBUTE is missing: ${prefix}_GROUPS is set.`)
  }
  if (roleRules.length > 0 && (roleAttribute ?? groupsAttribute) === undefined) {
    reader.problems.push(`${prefix}_ROLE_ATTRIBUTE is missing: ${prefix}_ROLES is set.`)
  }
  const unknown = roleRules.find(({ to }) => !Object.hasOwn(mappedRoles, to))
  if (unknown !== undefined) {
    const known = Object.keys(mappedRoles).join(', ')
    reader.problems.push(`${prefix}_ROLES: roles are ${known}, not "${unknown.to}".`)
  }
  return {
    groupsAttribute,
    roleAttribute,
    groups,
    roles: roleRules.map(({ from, to }) => ({ from, to: mappedRoles[to] ?? roles.member })),
    updatesNames: isOn(reader, `${prefix}_UPDATE_NAMES`),
  }
}

/** `theirs => ours; theirs => ours`. Names in LDAP have commas and equals signs. */
function rulesIn(reader: SettingsReader, setting: string): { from: string; to: string }[] {
  const parts = (optional(reader, setting) ?? '').split(';').map((part) => part.trim())
  const rules = parts.filter((part) => part !== '').map((part) => part.split('=>').map((name) => name.trim()))
  if (rules.some((rule) => rule.length !== 2 || rule.includes(''))) {
    reader.problems.push(`${setting} must be a list like "their group => our group; another => ours".`)
    return []
  }
  if (rules.length > maxRules) reader.problems.push(`${setting} has more than ${maxRules} rules.`)
  return rules.map(([from = '', to = '']) => ({ from, to }))
}

/** For providers whose group names ignore case. */
export const withoutCase = (mapping: LoginMapping): LoginMapping => ({
  ...mapping,
  groups: mapping.groups.map(({ from, to }) => ({ from: from.toLowerCase(), to })),
  roles: mapping.roles.map(({ from, to }) => ({ from: from.toLowerCase(), to })),
})
