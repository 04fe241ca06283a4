import type { Role } from '@loquat/contract'
import type { Archive } from '../archives/archive.ts'
import { jsonElements } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import { asFlag, asRecord, asText, firstText, type Loose } from '../loose.ts'
import type { Report } from '../report.ts'
import type { SourceId } from '../source-id.ts'

/** A user of `users.json`, reduced to the imported fields. */
export interface SlackPerson {
  id: SourceId
  handle: string
  name: string
  email: string | null
  role: Role
  isActive: boolean
  isBot: boolean
  /** Under which messages of a bot may come instead of its user ID. */
  botId: string | undefined
  timezone: string | undefined
  statusText: string
  statusEmoji: string
  profile: Partial<Record<ProfileField, string>>
  /** URL of an own picture. */
  picture: string | undefined
}

/** Fields of the profile that have a name in the archive. */
export const profileFields = ['title', 'phone', 'skype', 'pronouns'] as const
export type ProfileField = (typeof profileFields)[number]

export async function readPeople(
  archive: Archive,
  userFiles: readonly string[],
  emails: ReadonlyMap<string, string>,
  report: Report,
): Promise<Map<SourceId, SlackPerson>> {
  const people = new Map<SourceId, SlackPerson>()
  const teams = new Map<SourceId, string>()
  let homeTeam = ''
  for (const name of userFiles) {
    const before = new Set(people.keys())
    for await (const row of jsonElements(await archive.open(name), name)) {
      const raw = asRecord(row)
      const id = asText(raw.id)
      if (id === '') report.skip('users', 'cannot be read')
      // An organization's list repeats the users of the workspace.
      else if (before.has(id)) continue
      else if (people.has(id)) throw new ImportError('archive-user-twice', { entry: name, id })
      else {
        people.set(id, personOf(id, raw, emails, report))
        if (raw.enterprise_user === undefined) teams.set(id, asText(raw.team_id))
        if (asFlag(raw.is_primary_owner)) homeTeam = asText(raw.team_id)
      }
    }
  }
  markForeigners(people, teams, homeTeam)
  return people
}

/** People of other workspaces are in shared channels only, like guests. */
function markForeigners(
  people: ReadonlyMap<SourceId, SlackPerson>,
  teams: ReadonlyMap<SourceId, string>,
  homeTeam: string,
): void {
  if (homeTeam === '') return
  for (const [id, team] of teams) {
    const person = people.get(id)
    if (person !== undefined && team !== '' && team !== homeTeam) person.role = 600
  }
}

function personOf(
  id: SourceId,
  raw: Loose,
  emails: ReadonlyMap<string, string>,
  report: Report,
): SlackPerson {
  const profile = asRecord(raw.profile)
  const handle = asText(raw.name)
  const isSlackbot = id === slackbot
  const isBot = asFlag(raw.is_bot) || asFlag(raw.is_app_user) || isSlackbot
  const timezone = asText(raw.tz)
  report.skip('profile fields', 'field without a name', Object.keys(asRecord(profile.fields)).length)
  return {
    id,
    handle,
    name: report.clean(firstText(profile.real_name, raw.real_name, profile.display_name, handle, id)),
    email: isBot ? null : firstText(emails.get(id), emails.get(handle), profile.email) || null,
    role: roleOf(raw),
    isActive: !asFlag(raw.deleted) && !isSlackbot,
    isBot,
    botId: asText(profile.bot_id) || undefined,
    timezone: timezone.includes('/') ? timezone : undefined,
    statusText: report.clean(asText(profile.status_text)),
    statusEmoji: asText(profile.status_emoji).replace(/^:|:$/g, ''),
    profile: Object.fromEntries(
      profileFields.flatMap((field) => {
        const value = report.clean(asText(profile[field])).trim()
        return value === '' ? [] : [[field, value]]
      }),
    ),
    picture: pictureOf(profile),
  }
}

export const slackbot = 'USLACKBOT'

/** Guests first: a guest stays a guest, regardless of other roles. */
function roleOf(raw: Loose): Role {
  if (asFlag(raw.is_restricted) || asFlag(raw.is_ultra_restricted)) return 600
  if (asFlag(raw.is_primary_owner) || asFlag(raw.is_owner)) return 100
  return asFlag(raw.is_admin) ? 200 : 400
}

/** The hashes of generated pictures begin with `g`. */
function pictureOf(profile: Loose): string | undefined {
  const isOwn = asText(profile.image_original) !== '' || /^[^g]/.test(asText(profile.avatar_hash))
  return isOwn
    ? firstText(profile.image_512, profile.image_original, profile.image_192) || undefined
    : undefined
}
