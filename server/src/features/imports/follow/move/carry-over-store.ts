import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { flagBits } from '../../../../events/flag-bits.ts'
import { propertiesOf, subscriptionProperties, topicKey } from './base-store.ts'

/** The two organizations of a move. */
export interface MoveIds {
  previewId: number
  freshId: number
}

/**
 * Temporary tables of the move, which end with its transaction. `move_user` pairs people by address, the others by the ID
 * on the old server. A run in `move_message` is a series of messages of one recipient that follow each other in both
 * organizations, so ranges of read messages are moved by their ends.
 */
export async function createMoveTables(db: Db, { previewId, freshId }: MoveIds): Promise<void> {
  await sql`
    create temporary table move_user on commit drop as
    select p.id as preview_id, f.id as fresh_id, p.api_key_hash, p.api_key_sealed
    from account p join account f on f.realm_id = ${freshId} and lower(f.delivery_email) = lower(p.delivery_email)
    where p.realm_id = ${previewId} and p.bot_type is null and f.bot_type is null
      and not p.is_system_bot and not f.is_system_bot`.execute(db)
  for (const kind of ['user', 'channel']) {
    await sql`
      create temporary table ${sql.table(`move_${kind}_id`)} on commit drop as
      select distinct on (p.new_id) p.new_id as preview_id, f.new_id as fresh_id
      from imported_id p join imported_id f on f.realm_id = ${freshId} and f.kind = p.kind and f.source_id = p.source_id
      where p.realm_id = ${previewId} and p.kind = ${kind}`.execute(db)
  }
  await sql`
    create temporary table move_message on commit drop as
    with fresh as (
      select i.source_id, m.recipient_id, m.id, row_number() over by_id as rank,
        coalesce(lead(m.id) over by_id - 1, m.id) as until
      from imported_id i join message m on m.id = i.new_id
      where i.realm_id = ${freshId} and i.kind = 'message'
      window by_id as (partition by m.recipient_id order by m.id)
    )
    select p.recipient_id as preview_recipient, p.id as preview_id, f.recipient_id, f.id, f.until,
      f.rank - row_number() over (partition by p.recipient_id, f.recipient_id order by p.id) as run
    from imported_id i
    join message p on p.id = i.new_id
    join fresh f on f.source_id = i.source_id
    where i.realm_id = ${previewId} and i.kind = 'message'`.execute(db)
  await sql`create index on move_message (preview_recipient, recipient_id, run, preview_id)`.execute(db)
  await sql`create index on move_message (preview_id)`.execute(db)
  await sql`analyze move_message`.execute(db)
}

/** The accounts that receive something, in the import. */
export async function movedUsers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ fresh_id: number }>`select fresh_id from move_user order by fresh_id`.execute(
    db,
  )
  return rows.map((row) => row.fresh_id)
}

/** Moved accounts with an authenticator app: the ID in the preview, and the new one. */
export async function movedTotpUsers(db: Db): Promise<{ before: number; after: number }[]> {
  const { rows } = await sql<{ before: number; after: number }>`
    select u.preview_id as before, u.fresh_id as after
    from move_user u join totp_factor t on t.user_id = u.fresh_id`.execute(db)
  return rows
}

/** Tables whose rows belong to a user and move with them. */
const movedTables = [
  'session',
  'push_subscription',
  'totp_factor',
  'passkey',
  'recovery_code',
  'remembered_browser',
  'oauth_grant',
  'api_token',
]

/** Passwords, second factors, linked logins, sessions, API keys and devices. */
export async function moveLogins(db: Db, { previewId, freshId }: MoveIds): Promise<void> {
  // An API key has one account.
  await sql`
    update account set api_key_hash = null, api_key_sealed = null
    where id in (select preview_id from move_user)`.execute(db)
  await sql`
    update account f set password_hash = coalesce(p.password_hash, f.password_hash),
      api_key_hash = u.api_key_hash, api_key_sealed = u.api_key_sealed
    from move_user u join account p on p.id = u.preview_id where f.id = u.fresh_id`.execute(db)
  await sql`
    insert into external_identity (realm_id, issuer, subject, user_id, login_name, created_at)
    select ${freshId}, e.issuer, e.subject, u.fresh_id, e.login_name, e.created_at
    from external_identity e join move_user u on u.preview_id = e.user_id
    on conflict do nothing`.execute(db)
  await sql`update oauth_app set realm_id = ${freshId} where realm_id = ${previewId}`.execute(db)
  for (const table of movedTables) {
    await sql`
      update ${sql.table(table)} as t set realm_id = ${freshId}, user_id = u.fresh_id
      from move_user u where t.user_id = u.preview_id`.execute(db)
  }
  await sql`
    insert into push_device (user_id, kind, token, app_id, registered_at)
    select u.fresh_id, d.kind, d.token, d.app_id, d.registered_at
    from push_device d join move_user u on u.preview_id = d.user_id
    on conflict do nothing`.execute(db)
}

/** Settings that people changed in the preview; the others are as in the import. */
export async function moveSettings(db: Db): Promise<void> {
  await sql`
    update account f set
      settings = (f.settings - array(
          select key from jsonb_object_keys(coalesce(b.settings, '{}')) as key where not p.settings ? key
        )) || coalesce((
          select jsonb_object_agg(key, value) from jsonb_each(p.settings)
          where value is distinct from b.settings -> key), '{}'),
      timezone = case when p.timezone is distinct from coalesce(b.timezone, '') then p.timezone else f.timezone end,
      onboarding_done = array(select distinct unnest(f.onboarding_done || p.onboarding_done) order by 1)
    from move_user u join account p on p.id = u.preview_id left join preview_base b on b.user_id = p.id
    where f.id = u.fresh_id`.execute(db)
  await sql`
    update subscription f set ${sql.join(
      subscriptionProperties.map((name) => {
        const column = sql.ref(name)
        return sql`${column} = case when c.own -> ${sql.lit(name)} is distinct from c.base -> ${sql.lit(name)}
          then c.${column} else f.${column} end`
      }),
      sql`, `,
    )}
    from (
      select u.fresh_id, i.fresh_id as channel_id, ${propertiesOf(sql`s`)} as own,
        coalesce(b.subscriptions -> s.channel_id::text, jsonb_build_object('color', s.color, 'is_muted', false,
          'pin_to_top', false, 'desktop_notifications', null, 'audible_notifications', null,
          'push_notifications', null, 'email_notifications', null, 'wildcard_mentions_notify', null)) as base,
        ${sql.join(subscriptionProperties.map((name) => sql`s.${sql.ref(name)}`))}
      from subscription s
      join move_user u on u.preview_id = s.user_id
      join move_channel_id i on i.preview_id = s.channel_id
      left join preview_base b on b.user_id = s.user_id
    ) as c
    where f.user_id = c.fresh_id and f.channel_id = c.channel_id and c.own <> c.base`.execute(db)
}

/** Topic policies, muted users, alert words, snippets and drafts. */
export async function movePersonalLists(db: Db): Promise<void> {
  await sql`
    insert into user_topic (user_id, channel_id, recipient_id, topic, policy, updated_at)
    select u.fresh_id, r.channel_id, r.id, t.topic, t.policy, t.updated_at
    from user_topic t
    join move_user u on u.preview_id = t.user_id
    join move_channel_id i on i.preview_id = t.channel_id
    join recipient r on r.channel_id = i.fresh_id
    left join preview_base b on b.user_id = t.user_id
    where to_jsonb(t.policy) is distinct from b.topics -> (${topicKey})
    on conflict (user_id, recipient_id, lower(topic))
      do update set policy = excluded.policy, updated_at = excluded.updated_at`.execute(db)
  await sql`
    insert into muted_user (user_id, muted_user_id, muted_at)
    select u.fresh_id, i.fresh_id, m.muted_at
    from muted_user m
    join move_user u on u.preview_id = m.user_id
    join move_user_id i on i.preview_id = m.muted_user_id
    on conflict do nothing`.execute(db)
  await sql`
    insert into alert_word (user_id, folded, word)
    select u.fresh_id, w.folded, w.word from alert_word w join move_user u on u.preview_id = w.user_id
    order by w.id on conflict do nothing`.execute(db)
  await sql`
    insert into saved_snippet (user_id, title, content, created_at)
    select u.fresh_id, s.title, s.content, s.created_at
    from saved_snippet s join move_user u on u.preview_id = s.user_id
    where not exists (
      select from saved_snippet f where f.user_id = u.fresh_id and f.title = s.title and f.content = s.content)
    order by s.id`.execute(db)
  await sql`
    insert into draft (user_id, channel_id, user_ids, topic, content, edited_at)
    select u.fresh_id, c.fresh_id,
      case when d.user_ids is not null then array(
        select i.fresh_id from unnest(d.user_ids) as one (id) join move_user_id i on i.preview_id = one.id
        order by i.fresh_id) end,
      d.topic, d.content, d.edited_at
    from draft d
    join move_user u on u.preview_id = d.user_id
    left join move_channel_id c on c.preview_id = d.channel_id
    order by d.edited_at, d.edit_seq`.execute(db)
}

/** Messages that people read or starred in the preview. */
export async function moveMessageFlags(db: Db): Promise<void> {
  const ofRun = sql`
    m.preview_recipient = r.preview_recipient and m.recipient_id = r.recipient_id and m.run = r.run`
  await sql`
    insert into read_state (user_id, recipient_id, read)
    select u.fresh_id, r.recipient_id, range_agg(int8range(first.id, last.until, '[]'))
    from move_user u
    join read_state s on s.user_id = u.preview_id
    left join preview_base b on b.user_id = u.preview_id
    join (select distinct preview_recipient, recipient_id, run from move_message) as r
      on r.preview_recipient = s.recipient_id
    cross join lateral unnest(s.read - coalesce((b.read ->> s.recipient_id::text)::int8multirange, '{}')) as span
    cross join lateral (
      select m.preview_id, m.id from move_message m
      where ${ofRun} and (lower_inf(span) or m.preview_id >= lower(span))
      order by m.preview_id limit 1) as first
    cross join lateral (
      select m.preview_id, m.until from move_message m
      where ${ofRun} and (upper_inf(span) or m.preview_id < upper(span))
      order by m.preview_id desc limit 1) as last
    where first.preview_id <= last.preview_id
    group by u.fresh_id, r.recipient_id
    on conflict (user_id, recipient_id) do update set read = read_state.read + excluded.read`.execute(db)
  const kept = sql.lit(flagBits.starred | flagBits.historical)
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select u.fresh_id, m.id, f.flags & ${kept}
    from message_flag f
    join move_user u on u.preview_id = f.user_id
    join move_message m on m.preview_id = f.message_id
    left join preview_base b on b.user_id = f.user_id
    where f.flags & ${sql.lit(flagBits.starred)} <> 0 and not coalesce(f.message_id = any(b.starred), false)
    on conflict (user_id, message_id) do update set flags = message_flag.flags | excluded.flags`.execute(db)
}
