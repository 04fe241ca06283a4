import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface DatabaseState {
  version: string
  bytes: number
  /** The last migration. */
  schema: string
}

export async function loadDatabaseState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes,
      (select max(name) from kysely_migration) as schema`.execute(db)
  const [state] = rows
  if (state === undefined) throw new Error('The database does not describe itself.')
  return state
}
