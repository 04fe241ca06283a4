import type { QueueEvent } from '@loquat/contract'
import { createWorld, eventsPerUser, type Person, type World } from '@loquat/devkit'
import { named } from '../../../places/channels/testing/fixtures.ts'

/** An organization with limited guests. */

export async function letGuestsKnow(
  { alice }: Pick<World, 'alice'>,
  group: 'role:everyone' | 'role:members',
) {
  const { realm_user_groups = [] } = await alice.api.register({ fetch_event_types: ['realm_user_groups'] })
  const id = realm_user_groups.find(({ name }) => name === group)?.id ?? 0
  await alice.api.updateRealm({ can_access_all_users_group: { new: id } })
}

/** Greta and Carol are in `grove`, the others in `general`, so Greta knows only Carol. */
export async function createOrchard() {
  const world = await createWorld()
  const { alice, carol, greta } = world
  await alice.api.subscribe({ ...named('grove'), principals: [carol.id, greta.id] })
  await greta.api.unsubscribe({ subscriptions: ['general'] })
  await letGuestsKnow(world, 'role:members')
  return world
}

export const unknown = ({ id }: Person) => ({
  user_id: id,
  email: `user${id}@loquat.invalid`,
  delivery_email: null,
  full_name: 'Unknown user',
  date_joined: '1970-01-01T00:00:00+00:00',
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  role: 400,
  timezone: '',
  avatar_url: '/static/pictures/unknown-user.png',
  avatar_version: 1,
  profile_data: {},
})

/** The events about users in short form. */
export const acquaintances = (events: readonly QueueEvent[] | undefined) =>
  (events ?? []).flatMap((event) => {
    if (event.type !== 'realm_user' || event.op === 'update') return []
    return [`${event.op} ${event.person.user_id} ${event.person.full_name}`]
  })

/** The names of the users that a user can see. */
export async function knownTo({ api }: Person): Promise<string[]> {
  const { members } = await api.getUsers({})
  return members.map((one) => one.full_name).filter((name) => name !== 'Unknown user')
}

export const add = (caller: Person, channel: string, ...people: Person[]) =>
  caller.api.subscribe({ ...named(channel), principals: people.map((one) => one.id) })
export const remove = (caller: Person, channel: string, ...people: Person[]) =>
  caller.api.unsubscribe({ subscriptions: [channel], principals: people.map((one) => one.id) })

export const met = ({ id }: Person, name: string) => `add ${id} ${name}`
/** An unknown user takes the place of others in complete lists. */
export const lost = ({ id }: Person) => [`remove ${id} Unknown user`, `add ${id} Unknown user`]

/** Dave has everything that a user object, a status and presence can show. */
export async function adorn({ alice, dave }: World): Promise<void> {
  const { id } = await alice.api.createProfileField({ field_type: 1, name: 'Fruit' })
  await dave.api.updateProfileData({ data: [{ id, value: 'plum' }] })
  await dave.api.updateStatus({ status_text: 'busy', emoji_name: 'tada' })
  await dave.api.updatePresence({ status: 'active' })
}

export async function addPerson(world: World, email: string): Promise<Person> {
  const { user_id } = await world.alice.api.createUser({
    email,
    full_name: email.replace('@', ' '),
    password: 'loquats ripen in spring',
  })
  return world.person(user_id)
}

export async function eventsOf(person: Person, action: () => Promise<unknown>) {
  return (await eventsPerUser({ person }, action)).person ?? []
}
