import type { QueueEvent } from '@loquat/contract'
import { changeRows, type EventsPerUser, type Person, pendingEvents, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { randomApiKey } from '../../../../platform/passwords.ts'
import { insertAccount } from '../../../identity/users/store.ts'

export const id = expect.any(Number)

export const shown = ({ id: user_id, email }: Person) => ({ user_id, email })
/** Names of the users who received an event. */
export const receivers = (received: EventsPerUser) =>
  Object.keys(received).filter((name) => received[name]?.length !== 0)

export const turnOff = (world: World, { id }: Person, ...settings: string[]) =>
  changeRows(
    world,
    { users: [id] },
    sql`update account set settings = ${JSON.stringify(Object.fromEntries(settings.map((name) => [name, false])))}::jsonb
        where id = ${id}`,
  )

export async function addAccounts(world: World, count: number): Promise<Person[]> {
  const realm = await world.app.realms.byHost('')
  const users: number[] = []
  for (let n = 0; n < count; n++) {
    const account = {
      email: `user${n}@example.com`,
      fullName: `User ${n}`,
      role: 400,
      passwordHash: null,
    } as const
    const rest = { apiKey: world.app.sealer.storedKey('api key', randomApiKey()), canCreateUsers: false }
    users.push(await insertAccount(world.app.database.db, realm!.id, { ...account, ...rest }))
  }
  await changeRows(world, { users }, sql`select 1`)
  return users.map((user) => world.person(user))
}

/** The events during an action in a queue with these capabilities. */
export async function eventsWith(
  person: Person,
  client_capabilities: Record<string, boolean>,
  action: () => Promise<unknown>,
): Promise<QueueEvent[]> {
  const { queue_id, last_event_id } = await person.api.register({ client_capabilities })
  await action()
  return await pendingEvents(person.api, queue_id ?? '', last_event_id ?? -1)
}
