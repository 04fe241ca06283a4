import {
  channelPermissions,
  groupPermissions,
  realmPermissions,
  type SystemGroup,
  systemGroups,
} from '@loquat/contract'
import type { Archive } from '../archives/archive.ts'
import type { SourceGroup, SourceGroupValue, SourceOrganization } from '../model.ts'
import type { Report } from '../report.ts'
import { realmPictures } from './pictures.ts'
import type { RealmTables } from './realm-file.ts'
import { micros } from './tables.ts'

const isSystemGroup = (name: string): name is SystemGroup =>
  (systemGroups as readonly string[]).includes(name)

/** The value of a permission. A group without a name stands for its members. */
function groupValue(tables: RealmTables, id: number): SourceGroupValue {
  const named = tables.groups.get(id)
  if (named === undefined && tables.groupIds.has(id)) {
    return {
      members: (tables.groupMembers.get(id) ?? []).map(String),
      groups: (tables.subgroups.get(id) ?? []).map((subgroup) => groupRef(tables, subgroup)),
    }
  }
  // The writer counts groups that are not in the archive.
  return named?.is_system_group && isSystemGroup(named.name) ? { system: named.name } : { group: String(id) }
}

/** A system group by its name, another by its ID. */
export function groupRef(tables: RealmTables, id: number): string {
  const named = tables.groups.get(id)
  return named?.is_system_group ? named.name : String(id)
}

type Permissions<K extends string> = Partial<Record<K, SourceGroupValue>>

/** The permissions of a row: columns whose value is the ID of a group. */
function permissionsIn<K extends string>(
  tables: RealmTables,
  names: Readonly<Record<K, unknown>>,
  row: Readonly<Record<string, unknown>>,
): Permissions<K> {
  const values: Permissions<K> = {}
  for (const name of Object.keys(names) as K[]) {
    const id = row[name]
    if (typeof id === 'number') values[name] = groupValue(tables, id)
  }
  return values
}

export const channelPermissionsIn = (tables: RealmTables, row: Record<string, unknown>) => ({
  ...postPolicy(row),
  ...permissionsIn(tables, channelPermissions, row),
})

/** Only in archives that were converted from other products. */
function postPolicy({ stream_post_policy }: Record<string, unknown>): Permissions<'can_send_message_group'> {
  const groups: Record<number, SystemGroup> = {
    2: 'role:administrators',
    3: 'role:fullmembers',
    4: 'role:moderators',
  }
  const system = groups[Number(stream_post_policy)]
  return system === undefined ? {} : { can_send_message_group: { system } }
}

/** Settings that refer to channels, by their names there and here. */
const channelSettings = {
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'chat_update_announcements_stream_id',
  moderation_request_channel: 'moderation_request_channel_id',
}

const historyPolicies: Record<number, string> = { 1: 'all', 2: 'moves', 3: 'none' }

export async function readOrganization(
  archive: Archive,
  tables: RealmTables,
  report: Report,
): Promise<SourceOrganization> {
  const { realm } = tables
  const policy = realm.message_edit_history_visibility_policy
  return {
    name: realm.name,
    subdomain: realm.string_id,
    createdAt: micros(realm.date_created),
    settings: {
      ...realm,
      ...(typeof policy === 'number'
        ? { message_edit_history_visibility_policy: historyPolicies[policy] }
        : {}),
      ...(realm.allow_edit_history === false ? { message_edit_history_visibility_policy: 'none' } : {}),
    },
    permissions: permissionsIn(tables, realmPermissions, realm),
    userDefaults: tables.userDefaults,
    channelSettings: Object.fromEntries(
      Object.entries(channelSettings).flatMap(([theirs, ours]) => {
        const id = realm[theirs]
        return typeof id === 'number' ? [[ours, String(id)]] : []
      }),
    ),
    pictures: await realmPictures(archive, tables),
    domains: tables.domains.map(({ domain, allow_subdomains = false }) => ({
      domain,
      allowSubdomains: allow_subdomains,
    })),
    linkifiers: tables.linkifiers
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map(({ pattern, url_template = '' }) => ({ pattern, urlTemplate: url_template })),
    playgrounds: tables.playgrounds.map(({ name, pygments_language, url_template }) => ({
      name,
      language: pygments_language,
      urlTemplate: url_template,
    })),
    profileFields: tables.profileFields
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .flatMap((field) => {
        if (field.name === '') {
          report.skip('profile fields', 'field without a name')
          return []
        }
        return [
          {
            id: String(field.id),
            type: field.field_type,
            name: field.name,
            hint: field.hint ?? '',
            data: parsedData(field.field_data),
            inSummary: field.display_in_profile_summary ?? false,
            required: field.required ?? false,
            editableByUser: field.editable_by_user ?? true,
          },
        ]
      }),
  }
}

function parsedData(data: string | null | undefined): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(data || '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Named groups other than those of roles. */
export function* readGroups(tables: RealmTables): Generator<SourceGroup> {
  for (const [id, group] of tables.groups) {
    if (group.is_system_group) continue
    yield {
      id: String(id),
      name: group.name,
      description: group.description ?? '',
      members: (tables.groupMembers.get(id) ?? []).map(String),
      subgroups: (tables.subgroups.get(id) ?? []).map((subgroup) => groupRef(tables, subgroup)),
      creator: group.creator == null ? undefined : String(group.creator),
      createdAt: micros(group.date_created),
      isDeactivated: group.deactivated ?? false,
      permissions: permissionsIn(tables, groupPermissions, group),
    }
  }
}
