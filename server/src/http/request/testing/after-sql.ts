import type { World } from '@loquat/devkit'
import pg from 'pg'

/** Changes the database directly, for changes that no endpoint makes. Returns the URL of a process that starts afterward. */
export async function afterSql(world: World, statement: string): Promise<string> {
  const client = new pg.Client(world.database)
  await client.connect()
  await client.query(statement)
  await client.end()
  return (await world.secondNode()).url
}
