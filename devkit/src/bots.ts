import type { Person, World } from './world.ts'

/** Creates a bot for an owner. */
export async function addBot(world: World, owner: Person, role = 400): Promise<Person> {
  const name = `Bot ${role} of ${owner.id}`
  const { user_id } = await owner.api.createBot({ full_name: name, short_name: name.replaceAll(' ', '-') })
  if (role !== 400) await world.alice.api.updateBot({ bot_id: user_id, role })
  return world.person(user_id)
}
