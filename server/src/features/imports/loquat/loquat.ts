import { type RealmPermission, type SystemGroup, systemGroups, type UserSettings } from '@loquat/contract'
import type { Archive } from '../archives/archive.ts'
import { jsonFile } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import { idsInJson } from '../loose.ts'
import type {
  Source,
  SourceChannel,
  SourceContext,
  SourceFile,
  SourceGroup,
  SourceGroupValue,
  SourceKind,
  SourceOrganization,
  SourcePicture,
  SourceSubscription,
  SourceUser,
} from '../model.ts'
import { readSmall } from '../read-small.ts'
import type { Report } from '../report.ts'
import { DialectConverter } from '../text/own-dialect.ts'
import { emojiRef } from './emoji-ref.ts'
import { readFolders } from './folders.ts'
import { readMessages } from './messages.ts'
import { readFlags, readPersonal, readReadStates } from './personal.ts'
import { type LoquatNames, linesOf, readNames } from './reader.ts'
import {
  type AttachmentRow,
  type BookmarkRow,
  type ChannelRow,
  type FileRow,
  type GroupValue,
  micros,
  type OrganizationRow,
  optionalId,
  type PersonalSubscriptionRow,
  type UserRow,
} from './rows.ts'

const newestVersion = 1

/** Exports of Loquat. */
export const loquat: SourceKind = {
  name: 'loquat',
  product: 'Loquat',
  rejectsDuplicates: true,
  ordersByPosition: true,
  isData: () => true,
  open: openLoquat,
}

async function openLoquat({ archive, report }: SourceContext): Promise<Source> {
  for (const name of ['organization.jsonl', 'users.jsonl', 'messages.jsonl']) {
    if (!archive.has(name))
      throw new ImportError('archive-not-of-product', { product: 'Loquat', entry: name })
  }
  await checkFormat(archive)
  const names = await readNames(archive)
  const [organization] = await collect(linesOf<OrganizationRow>(archive, 'organization'))
  if (organization === undefined)
    throw new ImportError('archive-organization-missing', { entry: 'organization.jsonl' })
  const active = names.emoji.filter(({ deactivated }) => !deactivated)
  const texts = new DialectConverter({
    users: Array.from(names.users, ([id, { name }]) => [id, name] as const),
    channels: names.channels,
    groups: Array.from(names.groups, ([id, { name }]) => [id, name] as const),
    emoji: active.map(({ id, name }) => [id, name] as const),
    isOldHost: (host) => organization.subdomain !== '' && host.startsWith(`${organization.subdomain}.`),
    keepsMentions: true,
  })
  const conversations = new Map<string, number[]>()
  return {
    organization: await organizationOf(archive, organization, names),
    users: () => readUsers(archive, names, report),
    groups: () => readGroups(names),
    channels: () => readChannels(archive, names),
    emoji: async function* () {
      for (const { id, name, author_id, deactivated, created_at } of names.emoji) {
        const picture = pictureIn(archive, names.emojiPictures.get(id))
        yield {
          id: String(id),
          name,
          author: optionalId(author_id),
          isDeactivated: deactivated,
          createdAt: micros(created_at),
          picture,
        }
      }
    },
    subscriptions: () => readSubscriptions(archive),
    files: () => readFiles(archive, report),
    messages: () => readMessages(archive, texts, (users) => conversations.set(users.join(), users)),
    flags: () => readFlags(archive),
    readStates: () => readReadStates(archive, names, conversations),
    personal: () => readPersonal(archive, texts),
  }
}

/** Archives of the first versions do not say their format. */
async function checkFormat(archive: Archive): Promise<void> {
  const name = 'format.json'
  if (!archive.has(name)) return
  const { format, version } = await jsonFile<{ format?: unknown; version?: unknown }>(
    await archive.open(name),
    name,
  )
  if (format !== 'loquat' || typeof version !== 'number') throw new ImportError('archive-format-not-loquat')
  if (version > newestVersion)
    throw new ImportError('archive-version-newer', { version, known: newestVersion })
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

const pictureIn =
  (archive: Archive, path: string | undefined): SourcePicture =>
  async () =>
    path !== undefined && archive.has(path) ? await readSmall(await archive.open(path)) : undefined

/** A system group by its name, another by its ID. */
const groupRef = ({ groups }: LoquatNames, id: number) => {
  const group = groups.get(id)
  return group?.is_system ? group.name : String(id)
}

function groupValue(names: LoquatNames, value: GroupValue): SourceGroupValue {
  if (typeof value !== 'number') {
    const members = value.direct_members.map(String)
    return { members, groups: value.direct_subgroups.map((id) => groupRef(names, id)) }
  }
  const ref = groupRef(names, value)
  return (systemGroups as readonly string[]).includes(ref) ? { system: ref as SystemGroup } : { group: ref }
}

const permissionsIn = <K extends string>(names: LoquatNames, values: Record<string, GroupValue> = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, groupValue(names, value)]),
  ) as Partial<Record<K, SourceGroupValue>>

async function organizationOf(
  archive: Archive,
  row: OrganizationRow,
  names: LoquatNames,
): Promise<SourceOrganization> {
  const channelSettings = Object.entries(row.settings).filter(([name]) =>
    /_(?:stream|channel)_id$/.test(name),
  )
  const pictures = (['icon', 'logo', 'night_logo'] as const).filter((name) => names.realmPictures.has(name))
  return {
    name: row.name,
    subdomain: row.subdomain === '' ? row.name : row.subdomain,
    createdAt: micros(row.created_at),
    settings: Object.fromEntries(
      Object.entries(row.settings).filter((entry) => !channelSettings.some(([name]) => name === entry[0])),
    ),
    channelSettings: Object.fromEntries(channelSettings.map(([name, id]) => [name, String(id)])),
    permissions: permissionsIn<RealmPermission>(names, row.permissions),
    authentication: row.authentication ?? {},
    userDefaults: (row.user_defaults ?? {}) as Partial<UserSettings>,
    pictures: Object.fromEntries(
      pictures.map((name) => [name, pictureIn(archive, names.realmPictures.get(name))]),
    ),
    domains: (await collect(linesOf<{ domain: string; allow_subdomains: boolean }>(archive, 'domains'))).map(
      ({ domain, allow_subdomains }) => ({ domain, allowSubdomains: allow_subdomains }),
    ),
    linkifiers: (
      await collect(linesOf<{ pattern: string; url_template: string }>(archive, 'linkifiers'))
    ).map(({ pattern, url_template }) => ({ pattern, urlTemplate: url_template })),
    playgrounds: (
      await collect(
        linesOf<{ name: string; highlight_language: string; url_template: string }>(archive, 'playgrounds'),
      )
    ).map(({ name, highlight_language, url_template }) => ({
      name,
      language: highlight_language,
      urlTemplate: url_template,
    })),
    profileFields: (await collect(linesOf<ProfileFieldRow>(archive, 'profile_fields'))).map((field) => ({
      id: String(field.id),
      type: field.type,
      name: field.name,
      hint: field.hint,
      data: field.field_data ?? undefined,
      inSummary: field.in_summary,
      required: field.required,
      editableByUser: field.editable_by_user,
    })),
    channelFolders: await readFolders(archive),
    defaultChannelGroups: (
      await collect(
        linesOf<{ name: string; description: string; channel_ids: number[] }>(
          archive,
          'default_channel_groups',
        ),
      )
    ).map(({ name, description, channel_ids }) => ({ name, description, channels: channel_ids.map(String) })),
  }
}

interface ProfileFieldRow {
  id: number
  type: number
  name: string
  hint: string
  field_data: Record<string, unknown> | null
  in_summary: boolean
  required: boolean
  editable_by_user: boolean
}

const usersFieldType = 6

async function* readUsers(archive: Archive, names: LoquatNames, report: Report): AsyncGenerator<SourceUser> {
  const fields = await collect(linesOf<ProfileFieldRow>(archive, 'profile_fields'))
  const isUsersField = (id: string) =>
    fields.some((field) => String(field.id) === id && field.type === usersFieldType)
  for await (const row of linesOf<UserRow>(archive, 'users')) {
    const systemBot = names.users.get(row.id)?.systemBot as SourceUser['systemBot']
    const personal = names.personalUsers.get(row.id)
    const avatar = names.avatars.get(row.id)
    if (row.bot_type === 3 || row.bot_type === 4) report.skip('bot services', 'no counterpart')
    yield {
      id: String(row.id),
      name: row.full_name,
      email: row.email,
      role: row.role,
      isActive: row.is_active,
      bot:
        row.bot_type === null ? undefined : { type: row.bot_type as 1, owner: optionalId(row.bot_owner_id) },
      systemBot,
      timezone: row.timezone,
      createdAt: micros(row.created_at),
      settings: personal?.settings,
      onboardingDone: personal?.onboarding_done,
      avatar: avatar === undefined ? undefined : pictureIn(archive, avatar),
      profile: Object.entries(row.profile ?? {}).map(([field, value]) => ({
        field,
        value: isUsersField(field) ? idsInJson(value) : value,
      })),
      status: row.status === null ? undefined : statusOf(row.status),
    }
  }
}

const statusOf = ({ text, emoji_code, reaction_type }: NonNullable<UserRow['status']>) => ({
  text,
  emoji: emoji_code === '' ? undefined : emojiRef(reaction_type, emoji_code),
})

async function* readGroups(names: LoquatNames): AsyncGenerator<SourceGroup> {
  for (const row of names.groups.values()) {
    if (row.is_system) continue
    yield {
      id: String(row.id),
      name: row.name,
      description: row.description,
      members: row.member_ids.map(String),
      subgroups: row.subgroup_ids.map((id) => groupRef(names, id)),
      creator: optionalId(row.creator_id),
      createdAt: micros(row.created_at),
      isDeactivated: row.deactivated,
      permissions: permissionsIn(names, row.permissions),
    }
  }
}

async function* readChannels(archive: Archive, names: LoquatNames): AsyncGenerator<SourceChannel> {
  for await (const row of linesOf<ChannelRow>(archive, 'channels')) {
    yield {
      id: String(row.id),
      name: row.name,
      description: row.description,
      isPrivate: row.invite_only,
      isWebPublic: row.is_web_public,
      hasSharedHistory: row.history_public_to_subscribers,
      isArchived: row.is_archived,
      isDefault: row.is_default,
      creator: optionalId(row.creator_id),
      createdAt: micros(row.created_at),
      retentionDays: row.message_retention_days,
      permissions: permissionsIn(names, row.permissions),
      folder: optionalId(row.folder_id ?? null),
      bookmarks: (row.bookmarks ?? []).map(bookmarkOf),
    }
  }
}

const bookmarkOf = ({ title, url, path_id, user_id, created_at }: BookmarkRow) => ({
  title,
  to: path_id === null ? { url: url ?? '' } : { file: path_id },
  user: String(user_id),
  createdAt: micros(created_at),
})

/** How users want their channels is known only of those whose personal data is in the archive. */
async function* readSubscriptions(archive: Archive): AsyncGenerator<SourceSubscription> {
  const personal = new Map<string, PersonalSubscriptionRow>()
  for await (const row of linesOf<PersonalSubscriptionRow>(archive, 'personal/subscriptions')) {
    personal.set(`${row.user_id} ${row.channel_id}`, row)
  }
  for await (const row of linesOf<{ channel_id: number; user_id: number; active: boolean }>(
    archive,
    'subscriptions',
  )) {
    const own = personal.get(`${row.user_id} ${row.channel_id}`)
    yield {
      user: String(row.user_id),
      channel: String(row.channel_id),
      isActive: row.active,
      color: own?.color,
      isMuted: own?.is_muted ?? false,
      isPinned: own?.pin_to_top ?? false,
      desktopNotifications: own?.desktop_notifications ?? null,
      emailNotifications: own?.email_notifications ?? null,
      pushNotifications: own?.push_notifications ?? null,
      audibleNotifications: own?.audible_notifications ?? null,
      wildcardMentionsNotify: own?.wildcard_mentions_notify ?? null,
    }
  }
}

/** Both lists are in the order of IDs, but only one of them is held in memory. */
async function* readFiles(archive: Archive, report: Report): AsyncGenerator<SourceFile> {
  const paths = new Map<number, string>()
  for await (const { kind, of, path } of linesOf<FileRow>(archive, 'files')) {
    if (kind === 'attachment' && of !== null) paths.set(of, path)
  }
  for await (const row of linesOf<AttachmentRow>(archive, 'attachments')) {
    const path = paths.get(row.id)
    if (path === undefined || !archive.has(path)) {
      report.skip('files', 'bytes are not in the archive')
      continue
    }
    yield {
      id: row.path_id,
      name: row.name,
      contentType: row.content_type,
      owner: String(row.owner_id),
      createdAt: micros(row.created_at),
      open: () => archive.open(path),
    }
  }
}
