import { sql } from 'kysely'
import type { Db } from './database.ts'

export interface ServerDescription {
  /** As a number: 180004 is 18.4. */
  version: number
  encoding: string
  /** Whether case folding works beyond ASCII; names and topics are compared without case. */
  foldsCase: boolean
  organizations: number
}

export async function describeServer(db: Db): Promise<ServerDescription> {
  const { rows } = await sql<ServerDescription>`
    select current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding,
      lower('ÄΩЖ') = 'äωж' as "foldsCase",
      (select count(*) from realm) - 1 as organizations`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The database does not describe itself.')
  return found
}
