import type { ChannelPermission, SystemGroup } from '@loquat/contract'
import { permit } from '@loquat/server/features/administration/user-groups/testing/fixtures.ts'
import { insertAccount } from '@loquat/server/features/identity/users/store.ts'
import { allowWebPublic, named } from '@loquat/server/features/places/channels/testing/fixtures.ts'
import { randomApiKey } from '@loquat/server/platform/passwords.ts'
import { sql } from 'kysely'
import { changeRows } from '../change-rows.ts'
import { createWorld, type Person, type World } from '../world.ts'

/** A world with a person of every role and a channel of every kind, and the operations of the permission matrix. */

export const roles = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600, bot: 400 } as const
export type RoleName = keyof typeof roles

/** In which relation to a channel people are, in the order in which the tables show it. */
export const relations = ['subscribed', 'formerly', 'never'] as const
type Relation = (typeof relations)[number]

const hidden = { invite_only: true }
const shared = { ...hidden, history_public_to_subscribers: true }
const kinds: Record<string, object> = {
  'web-public': { is_web_public: true },
  public: {},
  'private shared': shared,
  'private protected': hidden,
  'archived web-public': { is_web_public: true },
  'archived public': {},
  'archived private': shared,
}

interface Place {
  kind: string
  name: string
  id: number
  /** One message each: before the others subscribed, while they were subscribed, and after some left. */
  messages: Record<Topic, number>
}
const topics = ['early', 'during', 'late'] as const
type Topic = (typeof topics)[number]

export interface MatrixWorld extends World {
  places: Place[]
  /** By role and relation. */
  people: Record<RoleName, Record<Relation, Person>>
  /** A user in every channel, and a user in none. */
  inside: Person
  outside: Person
  /** IDs of the system groups, by role. */
  groups: Record<SystemGroup, number>
}

/** Channels of every kind, created by Alice. Subscribers joined and left as the names say. */
export async function matrixWorld(): Promise<MatrixWorld> {
  const world = await emptyWorld()
  const { alice, people } = world
  for (const [kind, options] of Object.entries(kinds)) await addPlace(world, kind, options)
  const channels = named(...world.places.map(({ name }) => name))
  const present = Object.values(people).flatMap(({ subscribed, formerly }) => [subscribed.id, formerly.id])
  await say(world, 'early')
  await alice.api.subscribe({ ...channels, principals: [...present, world.inside.id] })
  await say(world, 'during')
  await alice.api.unsubscribe({
    subscriptions: world.places.map(({ name }) => name),
    principals: Object.values(people).map(({ formerly }) => formerly.id),
  })
  await say(world, 'late')
  for (const { kind, id } of world.places) {
    if (kind.startsWith('archived')) await alice.api.archiveChannel({ stream_id: id })
  }
  return world
}

/** Channels of three kinds that give one permission to users who were never subscribed, including guests and bots. */
export async function holdersWorld(permission: ChannelPermission): Promise<MatrixWorld> {
  const world = await emptyWorld()
  const { alice, people } = world
  // Alice too, or she could not write where it is about posting.
  const direct_members = [alice.id, ...Object.values(people).map(({ never }) => never.id)]
  const held = { [permission]: { direct_members, direct_subgroups: [] } }
  for (const [kind, options] of Object.entries({ public: {}, shared, protected: hidden })) {
    await addPlace(world, kind, { ...options, ...held })
  }
  const channels = named(...world.places.map(({ name }) => name))
  await alice.api.subscribe({ ...channels, principals: [world.inside.id] })
  await say(world, 'early')
  await say(world, 'late')
  return world
}

async function emptyWorld(): Promise<MatrixWorld> {
  const world = await createWorld()
  await allowWebPublic(world)
  const realm = await world.app.realms.byHost('')
  const ids: number[] = []
  for (const [role, value] of Object.entries(roles)) {
    for (const relation of relations) {
      ids.push(
        await insertAccount(world.app.database.db, realm?.id ?? 0, {
          email: `${role}-${relation}@example.com`,
          fullName: `${role} ${relation}`,
          role: value,
          apiKey: world.app.sealer.storedKey('api key', randomApiKey()),
          passwordHash: null,
          canCreateUsers: false,
          ...(role === 'bot' ? { botType: 1 } : {}),
        }),
      )
    }
  }
  // The owner of the bots is in none of the channels.
  await changeRows(
    world,
    { users: ids },
    sql`update account set bot_owner_id = ${world.dave.id} where id = any(${ids}::bigint[]) and bot_type = 1`,
  )
  const people = Object.fromEntries(
    Object.keys(roles).map((role, n) => [
      role,
      Object.fromEntries(relations.map((one, m) => [one, world.person(ids[3 * n + m] ?? 0)])),
    ]),
  ) as MatrixWorld['people']
  const { user_groups } = await world.alice.api.getUserGroups()
  const groups = Object.fromEntries(user_groups.map(({ name, id }) => [name, id])) as MatrixWorld['groups']
  return { ...world, places: [], people, inside: world.carol, outside: world.dave, groups }
}

async function addPlace(world: MatrixWorld, kind: string, options: object): Promise<void> {
  await world.alice.api.subscribe({ ...named(kind), ...options })
  const { stream_id: id } = await world.alice.api.getChannelId({ stream: kind })
  world.places.push({ kind, name: kind, id, messages: { early: 0, during: 0, late: 0 } })
}

async function say({ alice, places }: MatrixWorld, topic: Topic): Promise<void> {
  for (const place of places) {
    const sent = await alice.api.sendMessage({ type: 'channel', to: place.id, topic, content: topic })
    place.messages[topic] = sent.id
  }
}

/** The outcome: `-` no, `+` yes; for messages `a` all, `r` those received, `0` none without an error. */
type Outcome = '-' | '+' | 'a' | 'r' | '0'
export interface Attempt {
  world: MatrixWorld
  place: Place
  person: Person
}
/** Tries something as a person, or decides whether they may. */
export type Operation = (attempt: Attempt) => Promise<Outcome>

const tries =
  (call: (attempt: Attempt) => Promise<unknown>): Operation =>
  async (attempt) =>
    await call(attempt).then(
      () => '+' as const,
      (error: { status?: number }) => {
        if (error.status !== 400) throw error
        return '-' as const
      },
    )

/** How much of the channel these topics are. The first message is the one that only its maker received. */
const howMuch = (seen: readonly string[], nothing: Outcome = '-'): Outcome =>
  seen.includes('early') ? 'a' : seen.includes('late') || seen.includes('during') ? 'r' : nothing

export const operations = {
  see: tries(({ person, place }) => person.api.getChannel({ stream_id: place.id })),
  'list its members': tries(({ person, place }) => person.api.getSubscribers({ stream_id: place.id })),
  'find it by name': tries(({ person, place }) => person.api.getChannelId({ stream: place.name })),
  'ask for its address': tries(({ person, place }) => person.api.getChannelEmail({ stream_id: place.id })),
  'list its topics': async ({ person, place }) => {
    let found: string[] = []
    const outcome = await tries(async () => {
      found = (await person.api.getTopics({ stream_id: place.id })).topics.map(({ name }) => name)
    })({ person, place } as Attempt)
    return outcome === '+' ? howMuch(found, '0') : outcome
  },
  'read its history': async ({ person, place }) => {
    const narrow = [{ operator: 'channel', operand: place.id }]
    const page = { anchor: 'newest', num_before: 100, num_after: 0 }
    const { messages } = await person.api.getMessages({ ...page, narrow })
    return howMuch(messages.map(({ subject }) => subject))
  },
  'read a message': async ({ world, person, place }) => {
    for (const topic of topics) {
      const read = tries(() => person.api.getMessage({ message_id: place.messages[topic] }))
      if ((await read({ world, person, place })) === '+') return howMuch([topic])
    }
    return '-'
  },
  'react to a message': tries(({ person, place }) =>
    person.api.addReaction({ message_id: place.messages.late, emoji_name: 'heart' }),
  ),
  post: tries(({ person, place }) =>
    person.api.sendMessage({ type: 'channel', to: place.id, topic: 'late', content: 'hi' }),
  ),
  'mute a topic': tries(({ person, place }) =>
    person.api.updateUserTopic({ stream_id: place.id, topic: 'late', visibility_policy: 1 }),
  ),
  'mute it': tries(({ person, place }) =>
    person.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id: place.id, property: 'is_muted', value: false }],
    }),
  ),
  'describe it': tries(({ person, place }) =>
    person.api.updateChannel({ stream_id: place.id, description: 'other words' }),
  ),
  'change who reads it': tries(({ person, place }) => {
    const is_private = place.kind.includes('private') || ['shared', 'protected'].includes(place.kind)
    // Nothing changes, but the caller needs the permission.
    const kept = { history_public_to_subscribers: !place.kind.includes('protected') }
    return person.api.updateChannel({ stream_id: place.id, is_private, ...kept })
  }),
  'archive it': async (attempt) => {
    const { world, person, place } = attempt
    const outcome = await tries(() => person.api.archiveChannel({ stream_id: place.id }))(attempt)
    if (outcome === '+') await world.alice.api.updateChannel({ stream_id: place.id, is_archived: false })
    return outcome
  },
  'add others': tries(({ world, person, place }) =>
    person.api.subscribe({ ...named(place.name), principals: [world.inside.id] }),
  ),
  'remove others': tries(({ world, person, place }) =>
    person.api.unsubscribe({ subscriptions: [place.name], principals: [world.outside.id] }),
  ),
  'leave it': async ({ person, place }) => {
    const { removed } = await person.api.unsubscribe({ subscriptions: [place.name] })
    return removed.length === 0 ? '-' : '+'
  },
  'subscribe oneself': tries(({ person, place }) => person.api.subscribe(named(place.name))),
} satisfies Record<string, Operation>
export type OperationName = keyof typeof operations

/** Tries an operation through the API as everyone in every channel. The attempts must not affect each other. */
export async function outcomes(
  world: MatrixWorld,
  operation: OperationName,
  relation: readonly Relation[] = relations,
): Promise<Record<string, Record<string, string>>> {
  const table = await outcomesOf(world, operations[operation], relation)
  if (operation === 'leave it') await bringBack(world)
  return table
}

export async function outcomesOf(
  world: MatrixWorld,
  operation: Operation,
  relation: readonly Relation[] = relations,
): Promise<Record<string, Record<string, string>>> {
  const table: Record<string, Record<string, string>> = {}
  await Promise.all(
    world.places.map(async (place) => {
      const row: Record<string, string> = {}
      table[place.kind] = row
      for (const [role, people] of Object.entries(world.people)) {
        row[role] = ''
        for (const one of relation) {
          row[role] += await operation({ world, place, person: people[one] })
        }
      }
    }),
  )
  return table
}

const bringBack = ({ alice, places, people }: MatrixWorld) =>
  alice.api.subscribe({
    ...named(...places.map(({ name }) => name)),
    principals: Object.values(people).map(({ subscribed }) => subscribed.id),
  })

/** From here on only the channel's own permissions, and administrators, can add others to it. */
export const letNobodyAdd = (world: MatrixWorld) =>
  permit(world, 'can_add_subscribers_group', world.groups['role:nobody'])

/** Replaces all permissions of the organization and of its channels, in their order. */
export async function setPermissions(
  world: MatrixWorld,
  realm: object,
  channels: readonly object[],
): Promise<void> {
  const held = JSON.stringify(realm)
  await changeRows(
    world,
    { realm: true },
    sql`update realm set permissions = ${held}::jsonb where subdomain = ''`,
  )
  for (const [n, { id }] of world.places.entries()) {
    const values = JSON.stringify(channels[n])
    const touches = { channels: [id] }
    await changeRows(world, touches, sql`update channel set permissions = ${values}::jsonb where id = ${id}`)
  }
}
