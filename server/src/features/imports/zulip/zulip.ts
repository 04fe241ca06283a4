import type { Archive } from '../archives/archive.ts'
import { jsonFile } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import type {
  Source,
  SourceChannel,
  SourceContext,
  SourceEmoji,
  SourceKind,
  SourceReaction,
  SourceSubscription,
} from '../model.ts'
import type { Report } from '../report.ts'
import { DialectConverter, type DialectNames } from '../text/own-dialect.ts'
import { emojiCodesIn } from './emoji-codes.ts'
import { FlagCollector } from './flags.ts'
import { assertRows, isMessageFile, messageFiles, type Stats } from './message-files.ts'
import { readMessages } from './messages.ts'
import { channelPermissionsIn, readGroups, readOrganization } from './organization.ts'
import { readPersonal } from './personal.ts'
import { emojiPaths, pictureIn } from './pictures.ts'
import { readStatesIn } from './read-states.ts'
import { type RealmTables, readTables, realmFile, realmRows } from './realm-file.ts'
import { micros, type ReactionRow, type SubscriptionRow } from './tables.ts'
import { attachedBytes, attachedFiles, attachmentFile } from './uploads.ts'
import { emojiOf, readUsers } from './users.ts'

const newestVersion = 12

/** Archives of Zulip 9 to 12. */
export const zulip: SourceKind = {
  name: 'zulip',
  product: 'Zulip',
  rejectsDuplicates: true,
  hasMessageLinks: true,
  isData: (name) => !name.startsWith('uploads/') || name === 'uploads/records.json',
  open: openZulip,
}

async function openZulip({ archive, report, now }: SourceContext): Promise<Source> {
  for (const name of [realmFile, attachmentFile]) {
    if (!archive.has(name)) throw new ImportError('archive-not-of-product', { product: 'Zulip', entry: name })
  }
  await checkVersion(archive, report)
  const files = messageFiles(archive)
  const tables = await readTables(archive)
  const stats = await readStats(archive)
  checkCompleteness(stats, tables, files)
  const emojiCodes = await emojiCodesIn({ archive, tables, files, stats })
  const texts = new DialectConverter({ ...namesIn(tables), emojiCodes })
  const flags = new FlagCollector(tables)
  return {
    organization: await readOrganization(archive, tables, report),
    users: () => readUsers(archive, tables, report),
    groups: async function* () {
      yield* readGroups(tables)
    },
    channels: async function* () {
      for (const row of tables.channels.values()) yield channelOf(tables, row)
    },
    emoji: () => readEmoji(archive, tables),
    subscriptions: () => readSubscriptions(archive, tables, report),
    fileBytes: await attachedBytes(archive),
    files: () => attachedFiles(archive, stats, report),
    messages: () => readMessages({ archive, files, stats, tables, texts, flags, report }),
    reactions: () => readReactions(archive),
    readStates: () =>
      readStatesIn({ archive, tables, flags, report }, () => readSubscriptions(archive, tables)),
    personal: () => readPersonal({ archive, tables, texts, report, now }),
  }
}

function namesIn(tables: RealmTables): DialectNames {
  const { string_id } = tables.realm
  const groups = [...tables.groups].filter(([, group]) => !group.is_system_group)
  return {
    users: Array.from(tables.users, ([id, { name }]) => [id, name] as const),
    channels: Array.from(tables.channels, ([id, { name }]) => [id, name] as const),
    groups: groups.map(([id, { name }]) => [id, name] as const),
    emoji: tables.emoji.filter(({ deactivated }) => !deactivated).map(({ id, name }) => [id, name] as const),
    isOldHost: (host) => tables.hosts.has(host) || (string_id !== '' && host.startsWith(`${string_id}.`)),
  }
}

/** Newer versions are read as far as they are known. */
async function checkVersion(archive: Archive, report: Report): Promise<void> {
  const name = 'migration_status.json'
  if (!archive.has(name)) return
  const { zulip_version = '' } = await jsonFile<{ zulip_version?: string }>(await archive.open(name), name)
  if (Number.parseInt(zulip_version, 10) > newestVersion) {
    report.warn('archive-product-newer', { product: 'Zulip', version: zulip_version })
  }
}

async function readStats(archive: Archive): Promise<Stats> {
  const name = 'stats.json'
  return archive.has(name) ? await jsonFile<Stats>(await archive.open(name), name) : {}
}

/** Checks the small tables, and that no message file is missing. Messages are counted when they are read. */
function checkCompleteness(stats: Stats, { counts }: RealmTables, files: readonly string[]): void {
  const missing = Object.keys(stats).find((name) => isMessageFile(name) && !files.includes(name))
  if (missing !== undefined) throw new ImportError('archive-entry-missing', { entry: missing })
  for (const [table, count] of counts) assertRows(stats, realmFile, table, count)
}

function channelOf(
  tables: RealmTables,
  row: RealmTables['channels'] extends Map<number, infer R> ? R : never,
): SourceChannel {
  return {
    id: String(row.id),
    // Old servers mark archived channels in their names.
    name: row.name.replace(/^!+DEACTIVATED:/, ''),
    description: row.description ?? '',
    isPrivate: row.invite_only ?? false,
    isWebPublic: row.is_web_public ?? false,
    hasSharedHistory: row.history_public_to_subscribers ?? true,
    isArchived: row.deactivated ?? false,
    isDefault: tables.defaultChannels.has(row.id),
    creator: row.creator == null ? undefined : String(row.creator),
    createdAt: micros(row.date_created),
    retentionDays: row.message_retention_days ?? null,
    permissions: channelPermissionsIn(tables, row),
  }
}

async function* readEmoji(archive: Archive, { emoji }: RealmTables): AsyncGenerator<SourceEmoji> {
  const paths = await emojiPaths(archive)
  for (const row of emoji) {
    const path = paths.get(row.file_name ?? '')
    yield {
      id: String(row.id),
      name: row.name,
      author: row.author == null ? undefined : String(row.author),
      isDeactivated: row.deactivated ?? false,
      picture: path === undefined ? async () => undefined : pictureIn(archive, path),
    }
  }
}

async function* readSubscriptions(
  archive: Archive,
  { places }: RealmTables,
  report?: Report,
): AsyncGenerator<SourceSubscription> {
  for await (const { row } of realmRows<SubscriptionRow>(archive, 'zerver_subscription')) {
    const place = places.get(row.recipient)
    // Public exports may name private channels that they leave out.
    if (place === undefined) report?.skip('subscriptions', 'channel is not in the archive')
    // Rows of users and of groups of users are glue.
    if (place === undefined || !('channel' in place)) continue
    yield {
      user: String(row.user_profile),
      channel: String(place.channel),
      isActive: row.active !== false,
      color: row.color,
      isMuted: row.is_muted ?? false,
      isPinned: row.pin_to_top ?? false,
      desktopNotifications: row.desktop_notifications ?? null,
      emailNotifications: row.email_notifications ?? null,
      pushNotifications: row.push_notifications ?? null,
      audibleNotifications: row.audible_notifications ?? null,
      wildcardMentionsNotify: row.wildcard_mentions_notify ?? null,
    }
  }
}

async function* readReactions(archive: Archive): AsyncGenerator<SourceReaction & { message: string }> {
  for await (const { row } of realmRows<ReactionRow>(archive, 'zerver_reaction')) {
    const emoji = emojiOf(row.reaction_type, row.emoji_code)
    yield { message: String(row.message), user: String(row.user_profile), emoji }
  }
}
