import { sql } from 'kysely'
import { changeRows } from './change-rows.ts'
import type { World } from './world.ts'

/** Inserts accounts directly into the database, without passwords or subscriptions. Returns their IDs in ascending order. */
export async function addPeople(world: World, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into account (realm_id, delivery_email, full_name, role, api_key, settings)
      select realm_id, 'extra' || n || '@example.com', 'Extra ' || n, 400, md5('extra key ' || n), '{}'
      from account, generate_series(1, ${count}::integer) as n where id = ${world.alice.id}
      returning id, realm_id
    ), alone as (
      insert into recipient (realm_id, user_ids, user_set) select realm_id, array[id], id::text from person
      returning id, user_ids
    ), member as (
      insert into recipient_member (user_id, recipient_id) select user_ids[1], id from alone
    )
    select id from person order by id`.execute(world.app.database.db)
  const users = rows.map((row) => row.id)
  await changeRows(world, { users }, sql`select 1`)
  return users
}
