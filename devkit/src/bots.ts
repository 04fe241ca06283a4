import { insertAccount } from '@loquat/server/features/users/store.ts'
import { randomApiKey } from '@loquat/server/platform/passwords.ts'
import { sql } from 'kysely'
import { alter } from './alter.ts'
import type { Person, World } from './world.ts'

/** A bot of somebody's, made as the server would; the API cannot yet. */
export async function addBot(world: World, owner: Person, role = 400): Promise<Person> {
  const { app } = world
  const realm = await app.realms.byHost('')
  const id = await insertAccount(app.database.db, realm?.id ?? 0, {
    email: `bot-${role}-of-${owner.id}@example.com`,
    fullName: 'Bot',
    role,
    apiKey: randomApiKey(),
    passwordHash: null,
    canCreateUsers: false,
    botType: 1,
  })
  await alter(world, { users: [id] }, sql`update account set bot_owner_id = ${owner.id} where id = ${id}`)
  return world.person(id)
}
