import { initialUserSettings } from '@loquat/contract'
import { sql } from 'kysely'
import { messageSections, openChannels } from './messages-store.ts'
import { personalSections } from './personal-store.ts'
import { visibleToNobody } from './rules.ts'
import type { Section } from './section.ts'
import type { ExportScope } from './snapshot-store.ts'

const organization: Section = {
  file: 'organization',
  about: 'the organization, its settings and permissions; what is not there has its initial value',
  rows: ({ realmId }) => sql`
    select id, subdomain, name, settings, permissions, authentication, user_defaults, pictures, created_at
    from realm where id = ${realmId}`,
}

/** Hidden email addresses are exported only with the user's consent. */
const users: Section = {
  file: 'users',
  about:
    "people and bots, with their profiles and status; `email` is null where a person shows it to nobody; the server's own bots are there as well",
  rows: ({ realmId, consenting }) => sql`
    select a.id, a.full_name,
      case when a.bot_type is not null or a.id = any(${consenting}::bigint[])
          or coalesce((a.settings ->> 'email_address_visibility')::integer,
            ${initialUserSettings.email_address_visibility}) <> ${visibleToNobody}
        then a.delivery_email end as email,
      a.role, a.is_active, a.bot_type, a.bot_owner_id, a.is_system_bot, a.timezone, a.created_at,
      (select json_object_agg(v.field_id, v.value) from profile_value v where v.user_id = a.id) as profile,
      (select json_build_object('text', s.status_text, 'emoji_name', s.emoji_name, 'emoji_code', s.emoji_code,
        'reaction_type', s.reaction_type) from user_status s where s.user_id = a.id) as status
    from account a where a.realm_id = ${realmId} or a.is_system_bot order by a.id`,
}

const channels: Section = {
  file: 'channels',
  about:
    'channels with their bookmarks, archived ones included; `is_default` are those that new people begin in',
  rows: (scope) => sql`
    select c.id, c.name, c.description, c.rendered_description, c.creator_id, c.invite_only, c.is_web_public,
      c.history_public_to_subscribers, c.is_archived, c.message_retention_days, c.folder_id, c.permissions,
      c.created_at, exists (select from default_channel d where d.channel_id = c.id) as is_default,
      (select json_agg(json_build_object('title', b.title, 'path_id', f.path_id,
          'url', case when f.id is null then b.url end, 'user_id', b.created_by,
          'created_at', b.created_at) order by b.position, b.id)
        from channel_bookmark b left join attachment f on f.id = b.attachment_id where b.channel_id = c.id) as bookmarks
    from channel c join ${openChannels(scope)} o on o.id = c.id order by c.id`,
}

const channelFolders: Section = {
  file: 'channel_folders',
  about: 'folders of channels in their order, archived ones included; channels have `folder_id`',
  rows: ({ realmId }) => sql`
    select id, name, description, creator_id, is_archived, created_at
    from channel_folder where realm_id = ${realmId} order by position, id`,
}

const defaultChannelGroups: Section = {
  file: 'default_channel_groups',
  about: 'sets of channels that new people can choose',
  rows: (scope) => sql`
    select g.id, g.name, g.description, array(
      select c.channel_id from default_channel_group_channel c join ${openChannels(scope)} o on o.id = c.channel_id
      where c.group_id = g.id order by c.channel_id) as channel_ids
    from default_channel_group g where g.realm_id = ${scope.realmId} order by g.id`,
}

const subscriptions: Section = {
  file: 'subscriptions',
  about: 'who is in these channels (`active`) or was',
  rows: (scope) => sql`
    select s.channel_id, s.user_id, s.active
    from subscription s join ${openChannels(scope)} o on o.id = s.channel_id order by s.channel_id, s.user_id`,
}

const groups: Section = {
  file: 'user_groups',
  about: 'user groups with their members and subgroups; who is in those by role follows from the role',
  rows: ({ realmId }) => sql`
    select g.id, g.name, g.description, g.is_system, g.creator_id, g.deactivated, g.permissions, g.created_at,
      array(select m.user_id from user_group_member m where m.group_id = g.id order by 1) as member_ids,
      array(select s.subgroup_id from user_group_subgroup s where s.group_id = g.id order by 1) as subgroup_ids
    from user_group g where g.realm_id = ${realmId} order by g.id`,
}

const smallSections: Section[] = [
  {
    file: 'profile_fields',
    about: 'what people can say of themselves; users.jsonl has it by the ID of the field',
    rows: ({ realmId }) => sql`
      select id, type, position, name, hint, field_data, in_summary, required, editable_by_user
      from profile_field where realm_id = ${realmId} order by position, id`,
  },
  {
    file: 'custom_emoji',
    about: 'emoji of the organization, deactivated ones included',
    rows: ({ realmId }) => sql`
      select id, name, author_id, is_animated, deactivated, created_at
      from custom_emoji where realm_id = ${realmId} order by id`,
  },
  {
    file: 'linkifiers',
    about: 'patterns that become links',
    rows: ({ realmId }) => sql`
      select id, pattern, url_template, position from linkifier where realm_id = ${realmId} order by position, id`,
  },
  {
    file: 'playgrounds',
    about: 'where code can be tried out',
    rows: ({ realmId }) => sql`
      select id, name, highlight_language, url_template from playground where realm_id = ${realmId} order by id`,
  },
  {
    file: 'domains',
    about: 'the domains of which people may have their address',
    rows: ({ realmId }) => sql`
      select id, domain, allow_subdomains from realm_domain where realm_id = ${realmId} order by id`,
  },
]

/** Tables excluded from exports, with the reason. Every table needs a decision. */
export const excludedTables: Record<string, 'secret' | 'passing' | 'derived'> = {
  // Credentials, and personal data about absent people.
  server_secret: 'secret',
  secret_key: 'secret',
  data_key: 'secret',
  session: 'secret',
  mailed_link: 'secret',
  external_identity: 'secret',
  saml_session: 'secret',
  external_membership: 'secret',
  totp_factor: 'secret',
  recovery_code: 'secret',
  remembered_browser: 'secret',
  pending_login: 'secret',
  passkey: 'secret',
  api_token: 'secret',
  oauth_app: 'secret',
  oauth_grant: 'secret',
  invitation: 'secret',
  invitation_link: 'secret',
  login_attempt: 'secret',
  push_device: 'secret',
  push_subscription: 'secret',
  scim_token: 'secret',
  bot_service: 'secret',
  bot_config: 'secret',
  bot_storage: 'secret',
  feed: 'secret',
  channel_email: 'secret',
  reply_address: 'secret',
  followed_account: 'secret',
  zoom_token: 'secret',
  // It has addresses and credentials of owners, who export it by itself; administrators may export the rest.
  audit_entry: 'secret',
  // Kept for legal matters, invisible to administrators who are not owners. E-discovery exports contain it.
  legal_hold: 'secret',
  held_message: 'secret',
  held_file: 'secret',
  discovery_export: 'secret',
  audit_webhook: 'secret',
  // Only moderators see reports and the content of hidden messages; exports have the placeholder.
  hidden_message: 'secret',
  message_report: 'secret',
  summary_service: 'secret',
  summary_usage: 'passing',
  // Guests have to be invited again.
  guest_expiry: 'passing',
  bulk_deletion: 'passing',
  deleted_message: 'passing',
  deleted_attachment: 'passing',
  // IDs of another system, which are given again when it provisions the new organization.
  scim_user: 'secret',
  scim_group: 'secret',
  // Erasures are not exported: the accounts are deactivated there, too.
  erasure: 'passing',
  // Short-lived data.
  audit_failed_login: 'passing',
  audit_denial: 'passing',
  audit_stream: 'passing',
  event: 'passing',
  event_queue: 'passing',
  realm_log: 'passing',
  log_epoch: 'passing',
  files_folder: 'passing',
  lease: 'passing',
  used_challenge: 'passing',
  saml_metadata: 'passing',
  saml_login: 'passing',
  factor_demand: 'passing',
  backup: 'passing',
  schema_release: 'passing',
  presence_counter: 'passing',
  shown_presence: 'passing',
  missed_upto: 'passing',
  missed_message: 'passing',
  departure: 'passing',
  push_notice: 'passing',
  push_due: 'passing',
  delivered_schedule: 'passing',
  invitation_count: 'passing',
  realm_export: 'passing',
  data_copy: 'passing',
  resumable_upload: 'passing',
  upload_reservation: 'passing',
  link_preview: 'passing',
  webhook_call: 'passing',
  failed_webhook_call: 'passing',
  interaction: 'passing',
  // Messages keep the cards of calls.
  call: 'passing',
  call_participant: 'passing',
  // Bots register their commands when they start.
  bot_command: 'passing',
  realm_import: 'passing',
  imported_id: 'passing',
  preview_base: 'passing',
  requested_import: 'passing',
  received_email: 'passing',
  digest_email: 'passing',
  // Data derived from other tables.
  audit_head: 'derived',
  channel_traffic: 'derived',
  traffic_counted: 'derived',
  daily_statistics: 'derived',
  daily_channel_messages: 'derived',
  active_user_day: 'derived',
  statistics_progress: 'derived',
  statistics_backlog: 'derived',
  recipient_member: 'derived',
  upload_space: 'derived',
  attachment_scheduled: 'derived',
  attachment_text: 'derived',
  search_word: 'derived',
  search_word_progress: 'derived',
}

/** The files of an archive, in order. */
export const sectionsOf = ({ consenting }: ExportScope): Section[] => [
  organization,
  users,
  groups,
  channels,
  subscriptions,
  channelFolders,
  defaultChannelGroups,
  ...smallSections,
  ...messageSections,
  ...(consenting.length > 0 ? personalSections : []),
]

/** One line of JSON per row, formatted by the database. */
export const linesOf = (section: Section, scope: ExportScope) =>
  sql<{ line: string }>`select row_to_json(t)::text as line from (${section.rows(scope)}) t`
