import { asFlag, asNumber, asRecord, asRecords, asText, firstText, type Loose } from '../loose.ts'
import type { Report } from '../report.ts'
import type { SourceId } from '../source-id.ts'

/** A user of the archive, reduced to the imported fields. */
export interface MattermostPerson {
  /** The user name, which is the only ID in the archive. */
  id: SourceId
  name: string
  email: string | null
  isSystemAdmin: boolean
  isTeamAdmin: boolean
  isGuest: boolean
  isActive: boolean
  isInTeam: boolean
  position: string
  picture: string | undefined
  status: { text: string; emoji: string } | undefined
  alertWords: string[]
  uses24HourTime: boolean
}

export interface MattermostBot {
  id: SourceId
  name: string
  owner: SourceId | undefined
  isActive: boolean
}

/** The entry of a team in the memberships of a user. */
export const membershipOf = (user: Loose, team: string): Loose | undefined =>
  asRecords(user.teams).find((entry) => asText(entry.name) === team)

const hasRole = (roles: unknown, role: string) => asText(roles).split(/\s+/).includes(role)

export function personOf(user: Loose, team: string, now: number, report: Report): MattermostPerson {
  const username = asText(user.username).toLowerCase()
  const membership = membershipOf(user, team)
  const names = [user.first_name, user.last_name]
    .map((name) => asText(name).trim())
    .filter((name) => name !== '')
  return {
    id: username,
    name: report.clean(firstText(names.join(' '), user.nickname, username)),
    email: asText(user.email) || null,
    isSystemAdmin: hasRole(user.roles, 'system_admin'),
    isTeamAdmin: hasRole(membership?.roles, 'team_admin'),
    isGuest: hasRole(user.roles, 'system_guest') || hasRole(membership?.roles, 'team_guest'),
    isActive: (asNumber(user.delete_at) ?? 0) === 0,
    isInTeam: membership !== undefined,
    position: report.clean(asText(user.position)).trim(),
    picture: asText(user.profile_image) || undefined,
    status: statusOf(user.custom_status, now, report),
    alertWords: alertWordsOf(user, username),
    uses24HourTime: asFlag(user.military_time),
  }
}

export const botOf = (bot: Loose, report: Report): MattermostBot => ({
  id: asText(bot.username).toLowerCase(),
  name: report.clean(firstText(bot.display_name, bot.username)),
  owner: asText(bot.owner).toLowerCase() || undefined,
  isActive: (asNumber(bot.delete_at) ?? 0) === 0,
})

/** Older servers write the status as JSON in a string. */
function statusOf(value: unknown, now: number, report: Report): MattermostPerson['status'] {
  const status = asRecord(typeof value === 'string' ? parsed(value) : value)
  const expiry = Date.parse(asText(status.expires_at))
  const text = report.clean(asText(status.text))
  const emoji = asText(status.emoji)
  // The zero time of Go means never.
  const isOver = expiry > 0 && expiry * 1_000 < now
  return isOver || (text === '' && emoji === '') ? undefined : { text, emoji }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Words that notify, without the own name and user name, which do so anyway. */
function alertWordsOf(user: Loose, username: string): string[] {
  const own = new Set([
    username,
    `@${username}`,
    asText(user.first_name).toLowerCase(),
    asText(user.nickname).toLowerCase(),
  ])
  return asText(asRecord(user.notify_props).mention_keys)
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && !own.has(word.toLowerCase()))
}
