import { subscriptionSwitches } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { flagBits } from '../../../../events/flag-bits.ts'

/** Properties of a subscription that its user can change in a preview. `in_home_view` is no column. */
export const subscriptionProperties = [
  'color' as const,
  ...subscriptionSwitches.filter((name) => name !== 'in_home_view'),
]

/** The properties of a subscription `s` as a JSON object. */
export const propertiesOf = (s: RawBuilder<unknown>) =>
  sql`jsonb_build_object(${sql.join(
    subscriptionProperties.flatMap((name) => [sql.lit(name), sql`${s}.${sql.ref(name)}`]),
  )})`

/** The key of a policy `t` in `preview_base.topics`. */
export const topicKey = sql`t.channel_id || ' ' || lower(t.topic)`

/** Records the state of users of a new preview, to distinguish their own changes from imported values on the day of the move. */
export async function storeBase(db: Db, realmId: number): Promise<void> {
  await sql`
    insert into preview_base (user_id, realm_id, settings, timezone, subscriptions, topics, starred, read)
    select a.id, a.realm_id, a.settings, a.timezone,
      coalesce((select jsonb_object_agg(s.channel_id::text, ${propertiesOf(sql`s`)})
        from subscription s where s.user_id = a.id), '{}'),
      coalesce((select jsonb_object_agg(${topicKey}, t.policy) from user_topic t where t.user_id = a.id), '{}'),
      coalesce((select array_agg(f.message_id) from message_flag f
        where f.user_id = a.id and f.flags & ${sql.lit(flagBits.starred)} <> 0), '{}'),
      coalesce((select jsonb_object_agg(r.recipient_id::text, r.read::text) from read_state r where r.user_id = a.id), '{}')
    from account a
    where a.realm_id = ${realmId} and a.bot_type is null and not a.is_system_bot`.execute(db)
}

export async function deleteBase(db: Db, realmId: number): Promise<void> {
  await db.deleteFrom('preview_base').where('realm_id', '=', realmId).execute()
}
