import type { Reason } from '@loquat/contract'
import {
  bodyWithReason,
  changeRows,
  createWorld,
  type EventsPerUser,
  eventTypesOf,
  type Person,
  type World,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { expect } from 'vitest'

/** Shared by the tests beside this folder. */

export const cast = ({ alice, bob, mona, carol, dave, greta }: World) => ({
  alice,
  bob,
  mona,
  carol,
  dave,
  greta,
})
export const ids = (...people: Person[]) => people.map((one) => one.id).sort((a, b) => a - b)
export const set = (...people: Person[]) => ({ direct_members: ids(...people), direct_subgroups: [] })
export const named = (...names: string[]) => ({ subscriptions: names.map((name) => ({ name })) })
export const idOf = async (person: Person, stream: string) =>
  (await person.api.getChannelId({ stream })).stream_id

export async function channelNames(person: Person): Promise<string[]> {
  const { subscriptions } = await person.api.getSubscriptions()
  return subscriptions.map((one) => one.name)
}

export const allowWebPublic = (world: World) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = '{"enable_spectator_access":true}' where subdomain = ''`,
  )

export const archive = (world: World, ...channels: number[]) =>
  changeRows(
    world,
    { channels },
    sql`update channel set is_archived = true where id = any(${channels}::bigint[])`,
  )

export const deactivate = (world: World, { id }: Person) =>
  changeRows(world, { users: [id] }, sql`update account set is_active = false where id = ${id}`)

export const kindsIn = (received: EventsPerUser) =>
  Object.fromEntries(Object.entries(received).map(([name, events]) => [name, eventTypesOf(events)]))

export const everyKind = [
  'public',
  'web-public',
  'private',
  'administered',
  'addable',
  'joinable',
  'removable',
]

/** Alice makes channels of every kind and subscribes Dave and nobody else. */
export async function createChannels() {
  const world = await createWorld()
  const { alice, carol, dave, greta } = world
  await allowWebPublic(world)
  const holders = { direct_members: [carol.id, greta.id], direct_subgroups: [] }
  const hidden = { invite_only: true }
  const kinds = {
    public: {},
    'web-public': { is_web_public: true },
    private: hidden,
    administered: { ...hidden, can_administer_channel_group: holders },
    addable: { ...hidden, can_add_subscribers_group: holders },
    joinable: { ...hidden, can_subscribe_group: holders },
    removable: { ...hidden, can_remove_subscribers_group: holders, can_send_message_group: holders },
  }
  const ids: Record<string, number> = {}
  for (const [name, options] of Object.entries(kinds)) {
    await alice.api.subscribe({ ...named(name), principals: [dave.id], ...options })
    ids[name] = await idOf(dave, name)
  }
  return { ...world, ids }
}

/** The kinds of channels for which a call succeeds. For all others it fails as for a channel that does not exist. */
export async function allowed(
  channels: { ids: Record<string, number> },
  call: (id: number, name: string) => Promise<unknown>,
  reason: Reason = 'channel-not-found',
): Promise<string[]> {
  const names: string[] = []
  const refusals = new Set<string>([await answerTo(call(404_404, 'nowhere'))])
  for (const [name, id] of Object.entries(channels.ids)) {
    const answer = await answerTo(call(id, name))
    if (answer === 'yes') names.push(name)
    else refusals.add(answer)
  }
  expect(refusals.size).toBe(1)
  expect(JSON.parse([...refusals][0] ?? '')).toMatchObject(bodyWithReason(reason))
  return names
}

const answerTo = async (call: Promise<unknown>) =>
  await call.then(
    () => 'yes',
    (error: { status: number; body: unknown }) => JSON.stringify(error.body),
  )
