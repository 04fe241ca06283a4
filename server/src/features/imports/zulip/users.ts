import type { Role } from '@loquat/contract'
import type { Archive } from '../archives/archive.ts'
import { idsInJson } from '../loose.ts'
import type { SourceBot, SourceEmojiRef, SourceUser } from '../model.ts'
import type { Report } from '../report.ts'
import { avatarPaths, pictureIn } from './pictures.ts'
import { type RealmTables, realmRows, type ServiceRow, type StatusRow, userTables } from './realm-file.ts'
import { micros, type UserRow } from './tables.ts'

const roles = new Set([100, 200, 300, 400, 600])
const usersFieldType = 6

export async function* readUsers(
  archive: Archive,
  tables: RealmTables,
  report: Report,
): AsyncGenerator<SourceUser> {
  for (const [id, name] of tables.systemBots) yield systemBot(id, name)
  const avatars = await avatarPaths(archive)
  for await (const { key, row } of realmRows<UserRow>(archive, ...userTables)) {
    const isMirror = key === 'zerver_userprofile_mirrordummy' || row.is_mirror_dummy === true
    const avatar = row.avatar_source === 'U' ? avatars.get(String(row.id)) : undefined
    if (row.avatar_source === 'U' && avatar === undefined)
      report.skip('avatars', 'bytes are not in the archive')
    const status = tables.statuses.get(row.id)
    yield {
      id: String(row.id),
      name: row.full_name,
      handle: row.delivery_email?.split('@')[0],
      email: addressOf(row),
      role: (roles.has(row.role ?? 0) ? row.role : 400) as Role,
      isActive: row.is_active !== false && !isMirror,
      bot: row.is_bot ? botOf(tables, row, report) : undefined,
      timezone: row.timezone,
      createdAt: micros(row.date_joined),
      settings: row,
      avatar: avatar === undefined ? undefined : pictureIn(archive, avatar),
      profile: profileOf(tables, row.id),
      status: status && statusOf(status),
    }
  }
}

function systemBot(id: number, name: string): SourceUser {
  const known = { emailgateway: 'email-gateway', 'welcome-bot': 'welcome-bot' } as const
  const systemBot = known[name as keyof typeof known] ?? 'notification-bot'
  return { id: String(id), name, email: null, role: 400, isActive: true, bot: { type: 1 }, systemBot }
}

/** An address of this form stands for a user who shows the address to nobody. */
function addressOf({ delivery_email = '' }: UserRow): string | null {
  return delivery_email === '' || delivery_email.startsWith('exported-user-') ? null : delivery_email
}

/** Embedded bots are programs of the old server, and webhooks without a usable URL call nothing: they become generic bots. */
function botOf(tables: RealmTables, row: UserRow, report: Report): SourceUser['bot'] {
  const { id, bot_type, bot_owner } = row
  const common = {
    owner: idOf(bot_owner),
    defaults: {
      sendingChannel: idOf(row.default_sending_stream),
      eventsChannel: idOf(row.default_events_register_stream),
      allPublicChannels: row.default_all_public_streams === true,
    },
    storage: tables.botStorage.get(id),
  }
  const service = bot_type === 3 ? serviceOf(tables.services.get(id)) : undefined
  if (service !== undefined) return { type: 3, service, ...common }
  if (bot_type === 3 || bot_type === 4) report.skip('bot services', 'no counterpart')
  return { type: bot_type === 2 ? 2 : 1, ...common }
}

const idOf = (id: number | null | undefined) => (id == null ? undefined : String(id))

function serviceOf(row: ServiceRow | undefined): SourceBot['service'] {
  const { name = '', base_url = '', interface: kind } = row ?? {}
  if (!/^https?:$/.test(URL.parse(base_url)?.protocol ?? '')) return undefined
  return { name, url: base_url, interface: kind === 2 ? 2 : 1 }
}

function profileOf(tables: RealmTables, userId: number): SourceUser['profile'] {
  return tables.profileValues.get(userId)?.map(({ field, value }) => {
    const { field_type } = tables.profileFields.find(({ id }) => id === field) ?? {}
    return { field: String(field), value: field_type === usersFieldType ? idsInJson(value) : value }
  })
}

function statusOf({
  status_text = '',
  emoji_code = '',
  reaction_type = '',
}: StatusRow): SourceUser['status'] {
  return { text: status_text, emoji: emoji_code === '' ? undefined : emojiOf(reaction_type, emoji_code) }
}

export function emojiOf(type: string, code: string): SourceEmojiRef {
  if (type === 'realm_emoji') return { custom: code }
  // The picture is the logo of that product, which we do not have.
  if (type === 'zulip_extra_emoji') return { code: '' }
  return {
    code: code
      .split('-')
      .filter((point) => point !== 'fe0f')
      .join('-'),
  }
}
