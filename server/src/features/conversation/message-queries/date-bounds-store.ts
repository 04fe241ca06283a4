import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'

/** The ID of the first message of an organization that was sent since a moment. */
export async function findFirstIdSince(db: Db, realmId: number, moment: Date): Promise<number | undefined> {
  const { rows } = await prepared(firstIdSql(realmId, moment)).execute(db)
  return rows[0]?.id ?? undefined
}

/**
 * Halves the range of IDs until it is empty: messages below it were sent before the moment, messages above it since. At most 63 steps, each of
 * which reads one message, and those of other organizations before it.
 */
const firstIdSql = (realmId: number, moment: Date): RawBuilder<{ id: number | null }> => sql`
  with recursive part (low, high) as (
    select 0::bigint, coalesce((select max(id) from message), 0) + 1
    union all
    select case when first.sent_at < ${moment}::timestamptz then first.id + 1 else low end,
      case when first.sent_at < ${moment}::timestamptz then high else middle end
    from part cross join lateral (select (low + high) / 2 as middle) as half
    left join lateral (
      select id, sent_at from message where realm_id = ${realmId} and id >= middle and id < high order by id limit 1
    ) as first on true
    where low < high
  )
  select (select m.id from message m where m.id >= part.high and m.realm_id = ${realmId} order by m.id limit 1) as id
  from part where low >= high`
