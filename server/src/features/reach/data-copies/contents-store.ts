import { type RawBuilder, sql } from 'kysely'
import type { FileRow } from '../exports/file-store.ts'
import { personalSections } from '../exports/personal-store.ts'
import type { Section } from '../exports/section.ts'

const own = (
  file: string,
  about: string,
  rows: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): Section => ({
  file,
  about,
  rows: ({ consenting }) => rows(sql`any(${consenting}::bigint[])`),
})

/** The files of a copy: everything that the person wrote, stored or set. Secrets, such as keys, are in none. */
export const ownSections: Section[] = [
  own(
    'account',
    'the account',
    (mine) => sql`
      select id, delivery_email, full_name, role, timezone, created_at from account where id = ${mine}`,
  ),
  own(
    'profile',
    'the profile',
    (mine) => sql`
      select f.name as field, v.value from profile_value v join profile_field f on f.id = v.field_id
      where v.user_id = ${mine} order by f.position`,
  ),
  own(
    'status',
    'the status',
    (mine) => sql`select status_text, emoji_name from user_status where user_id = ${mine}`,
  ),
  own(
    'messages',
    'messages that you sent, with earlier versions',
    (mine) => sql`
      select m.id, c.name as channel, case when m.is_channel then m.topic end as topic, r.user_ids, m.content, m.sent_at,
        m.last_edit_at, m.edit_history
      from message m join recipient r on r.id = m.recipient_id left join channel c on c.id = r.channel_id
      where m.sender_id = ${mine} order by m.id`,
  ),
  own(
    'reactions',
    'reactions to messages',
    (mine) => sql`select message_id, emoji_name from reaction where user_id = ${mine} order by id`,
  ),
  own(
    'uploads',
    'uploaded files; the files themselves are in files/',
    (mine) => sql`
      select id, name, content_type, size, created_at from attachment where owner_id = ${mine} order by id`,
  ),
  own(
    'groups',
    'user groups',
    (mine) => sql`
      select g.id, g.name from user_group_member m join user_group g on g.id = m.group_id
      where m.user_id = ${mine} order by g.id`,
  ),
  own(
    'sessions',
    'browsers that are logged in',
    (mine) => sql`
      select user_agent, address, created_at, last_used_at, expires_at from session where user_id = ${mine} order by id`,
  ),
  own(
    'second_factors',
    'passkeys and authenticator apps, without their secrets',
    (mine) => sql`
      select 'passkey' as kind, name, created_at, last_used_at from passkey where user_id = ${mine}
      union all select 'authenticator app', '', created_at, null from totp_factor where user_id = ${mine}`,
  ),
  own(
    'external_logins',
    'logins by other services',
    (mine) => sql`select issuer, login_name, created_at from external_identity where user_id = ${mine}`,
  ),
  own(
    'invitations',
    'invitations that you sent and that are open',
    (mine) =>
      sql`select email, created_at, expires_at from invitation where inviter_id = ${mine} order by id`,
  ),
  ...personalSections,
]

export const ownUploads = (userId: number): RawBuilder<FileRow> => sql`
  select id as of, path_id as file, name from attachment where owner_id = ${userId} order by id`

export const ownAvatar = (userId: number): RawBuilder<FileRow> => sql`
  select id as of, avatar_file as file from account where id = ${userId} and avatar_file is not null`
