import type { Archive } from '../archives/archive.ts'
import { jsonRows } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import {
  type ChannelRow,
  type EmojiRow,
  type NamedGroupRow,
  type ProfileFieldRow,
  type RealmRow,
  type RecipientRow,
  recipientTypes,
  type SubscriptionRow,
  type UserRow,
} from './tables.ts'

/** Objects that messages refer to. */
export type Place = { channel: number } | { user: number } | { users: readonly number[] }

export interface KnownUser {
  name: string
  /** Active and not a bot. */
  isPerson: boolean
  /** The last message that an idle user has received. */
  idleSince: number | undefined
}

/** The small tables of `realm.json`, in memory. */
export interface RealmTables {
  realm: RealmRow
  channels: Map<number, ChannelRow>
  /** Users, for mentions in texts and for flags. */
  users: Map<number, KnownUser>
  systemBots: Map<number, string>
  places: Map<number, Place>
  defaultChannels: Set<number>
  groups: Map<number, NamedGroupRow>
  /** Every group, including those without a name. */
  groupIds: Set<number>
  groupMembers: Map<number, number[]>
  subgroups: Map<number, number[]>
  emoji: EmojiRow[]
  domains: { domain: string; allow_subdomains?: boolean }[]
  linkifiers: { pattern: string; url_template?: string; order?: number }[]
  playgrounds: { name: string; pygments_language: string; url_template: string }[]
  userDefaults: Record<string, unknown>
  profileFields: ProfileFieldRow[]
  profileValues: Map<number, { field: number; value: string }[]>
  statuses: Map<number, StatusRow>
  clients: Map<number, string>
  /** Services of outgoing webhooks, by bot. */
  services: Map<number, ServiceRow>
  /** Stored values of bots, by bot and key. */
  botStorage: Map<number, Map<string, string>>
  /** Host names under which the old server was reached. */
  hosts: Set<string>
  /** Number of rows by table. */
  counts: Map<string, number>
}

interface StoredRow {
  bot_profile: number
  key?: string
  value?: string
}

/** Characters in the stored values of all bots. */
const maxStoredLength = 20_000_000

export interface StatusRow {
  user_profile: number
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: string
}

export interface ServiceRow {
  user_profile: number
  name?: string
  base_url?: string
  interface?: number
}

export const realmFile = 'realm.json'

export const userTables = ['zerver_userprofile', 'zerver_userprofile_mirrordummy']

/** Rows of some tables of `realm.json`, which may be too large for memory. */
export async function* realmRows<T>(
  archive: Archive,
  ...tables: string[]
): AsyncGenerator<{ key: string; row: T }> {
  const wanted = new Set(tables)
  for await (const { key, value } of jsonRows<T>(await archive.open(realmFile), realmFile, (name) =>
    wanted.has(name),
  )) {
    if (key !== undefined) yield { key, row: value }
  }
}

/** Tables that are read again when they are needed. */
const largeTables = new Set([
  'zerver_reaction',
  'zerver_realmauditlog',
  'zerver_usertopic',
  'zerver_useractivity',
  'zerver_useractivityinterval',
  'zerver_userpresence',
])

export async function readTables(archive: Archive): Promise<RealmTables> {
  const tables = new TableReader()
  const content = await archive.open(realmFile)
  for await (const { key, value } of jsonRows(content, realmFile, (name) => !largeTables.has(name))) {
    if (key === undefined) throw new ImportError('archive-not-tables', { entry: realmFile })
    tables.add(key, value)
  }
  return tables.finish()
}

class TableReader {
  #realm: RealmRow | undefined
  readonly #tables: Omit<RealmTables, 'realm' | 'places'> = {
    channels: new Map(),
    users: new Map(),
    systemBots: new Map(),
    defaultChannels: new Set(),
    groups: new Map(),
    groupIds: new Set(),
    groupMembers: new Map(),
    subgroups: new Map(),
    emoji: [],
    domains: [],
    linkifiers: [],
    playgrounds: [],
    userDefaults: {},
    profileFields: [],
    profileValues: new Map(),
    statuses: new Map(),
    clients: new Map(),
    services: new Map(),
    botStorage: new Map(),
    hosts: new Set(),
    counts: new Map(),
  }
  readonly #recipients = new Map<number, RecipientRow>()
  /** Members by recipient, also of channels: the kind of a recipient may come later. */
  readonly #groupRecipients = new Map<number, number[]>()
  readonly #ids = new Set<string>()
  #storedLength = 0

  add(table: string, row: unknown): void {
    const t = this.#tables
    t.counts.set(table, (t.counts.get(table) ?? 0) + 1)
    switch (table) {
      case 'zerver_realm':
        this.#realm = row as RealmRow
        return
      case 'zerver_userprofile':
      case 'zerver_userprofile_mirrordummy':
        this.#addUser(row as UserRow)
        return
      case 'zerver_userprofile_crossrealm': {
        const { id, email } = row as { id: number; email: string }
        t.systemBots.set(id, email.split('@')[0] ?? '')
        return
      }
      case 'zerver_stream': {
        const channel = row as ChannelRow
        this.#once('zerver_stream', channel.id)
        t.channels.set(channel.id, channel)
        return
      }
      case 'zerver_recipient':
        this.#recipients.set((row as RecipientRow).id, row as RecipientRow)
        return
      case 'zerver_subscription': {
        const { recipient, user_profile } = row as SubscriptionRow
        const known = this.#recipients.get(recipient)
        if (known === undefined || known.type === recipientTypes.group)
          push(this.#groupRecipients, recipient, user_profile)
        return
      }
      case 'zerver_defaultstream':
        t.defaultChannels.add((row as { stream: number }).stream)
        return
      case 'zerver_usergroup':
        t.groupIds.add((row as { id: number }).id)
        return
      case 'zerver_namedusergroup': {
        const group = row as NamedGroupRow
        const id = group.usergroup_ptr ?? group.id
        if (id !== undefined) t.groups.set(id, group)
        return
      }
      case 'zerver_usergroupmembership': {
        const { user_group, user_profile } = row as { user_group: number; user_profile: number }
        t.groupIds.add(user_group)
        push(t.groupMembers, user_group, user_profile)
        return
      }
      case 'zerver_groupgroupmembership': {
        const { supergroup, subgroup } = row as { supergroup: number; subgroup: number }
        t.groupIds.add(supergroup)
        push(t.subgroups, supergroup, subgroup)
        return
      }
      case 'zerver_realmemoji':
        t.emoji.push(row as EmojiRow)
        return
      case 'zerver_realmdomain':
        t.domains.push(row as RealmTables['domains'][number])
        return
      case 'zerver_realmfilter':
        t.linkifiers.push(row as RealmTables['linkifiers'][number])
        return
      case 'zerver_realmplayground':
        t.playgrounds.push(row as RealmTables['playgrounds'][number])
        return
      case 'zerver_realmuserdefault':
        t.userDefaults = row as Record<string, unknown>
        return
      case 'zerver_customprofilefield':
        t.profileFields.push(row as ProfileFieldRow)
        return
      case 'zerver_customprofilefieldvalue': {
        const { user_profile, field, value } = row as { user_profile: number; field: number; value: string }
        push(t.profileValues, user_profile, { field, value })
        return
      }
      case 'zerver_userstatus':
        t.statuses.set((row as StatusRow).user_profile, row as StatusRow)
        return
      case 'zerver_service':
        t.services.set((row as ServiceRow).user_profile, row as ServiceRow)
        return
      case 'zerver_botstoragedata':
        this.#addStored(row as StoredRow)
        return
      case 'zerver_client':
        t.clients.set((row as { id: number }).id, (row as { name: string }).name)
        return
    }
  }

  /** Bounded as the storage of all bots together, because it is kept in memory. */
  #addStored({ bot_profile, key = '', value = '' }: StoredRow): void {
    this.#storedLength += key.length + value.length
    if (this.#storedLength > maxStoredLength) return
    const stored = this.#tables.botStorage.get(bot_profile) ?? new Map<string, string>()
    this.#tables.botStorage.set(bot_profile, stored.set(key, value))
  }

  #once(table: string, id: number): void {
    const key = `${table} ${id}`
    if (this.#ids.has(key)) throw new ImportError('archive-row-twice', { entry: realmFile, table, id })
    this.#ids.add(key)
  }

  #addUser(user: UserRow): void {
    this.#once('zerver_userprofile', user.id)
    this.#tables.users.set(user.id, {
      name: user.full_name,
      isPerson: !user.is_bot && !user.is_mirror_dummy && user.is_active !== false,
      idleSince: user.long_term_idle ? (user.last_active_message_id ?? 0) : undefined,
    })
    // Bots and hidden addresses are below the host name of the organization.
    const address = user.is_bot ? user.delivery_email : user.email
    const [, local = '', host = ''] = /^(.*)@([^@]+)$/.exec(address ?? '') ?? []
    if (host !== '' && (user.is_bot || /^(?:user\d+|exported-user-.*)$/.test(local)))
      this.#tables.hosts.add(host.toLowerCase())
  }

  finish(): RealmTables {
    if (this.#realm === undefined) throw new ImportError('archive-organization-missing', { entry: realmFile })
    for (const [recipient, [user = 0]] of this.#groupRecipients)
      if (!this.#recipients.has(recipient))
        throw new ImportError('archive-subscription-unknown', { entry: realmFile, user, recipient })
    const places = new Map<number, Place>()
    for (const { id, type, type_id } of this.#recipients.values()) {
      if (type === recipientTypes.user) places.set(id, { user: type_id })
      else if (type === recipientTypes.group) places.set(id, { users: this.#groupRecipients.get(id) ?? [] })
      else if (this.#tables.channels.has(type_id)) places.set(id, { channel: type_id })
    }
    return { ...this.#tables, realm: this.#realm, places }
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
