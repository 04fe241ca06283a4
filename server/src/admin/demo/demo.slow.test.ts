import { reduce } from '@loquat/client'
import type { InitialState } from '@loquat/contract'
import {
  createWorld,
  eventTypesOf,
  expectEventsToReproduceState,
  modernClientOptions,
  pendingEvents,
  snapshotIn,
  testConfig,
  type World,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../main.ts'
import { addBulk } from './bulk.ts'
import { emailOf, type PersonName, people } from './cast.ts'
import { uploads } from './images.ts'

const password = 'quinces ripen in autumn'

/** The command beside a running server, on the same database and files. */
async function demo(world: World, ...args: string[]) {
  const { host, user, database } = world.database
  const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
  const { dataDir } = world.app.config
  const { text, exitCode } = await runAdmin(
    ['demo', ...args, '--password', password, '--json'],
    testConfig({ databaseUrl, dataDir }),
  )
  return { exitCode, ...(JSON.parse(text) as Record<string, unknown>) }
}

async function query<T>(world: World, text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(world.app.database.db)).rows
}

/**
 * The state without the fields that no event updates: the first message and the traffic of channels without a subscription, and
 * the presence of connected users.
 */
const withoutEvents = new Set(['first_message_id', 'stream_weekly_traffic'])
function comparableState({ presences, ...state }: InitialState): object {
  const people = Object.keys(presences ?? {}).sort()
  const text = JSON.stringify(state, (key, value) => (withoutEvents.has(key) ? undefined : value))
  return { people, ...JSON.parse(text) }
}

describe('npm run admin -- demo', () => {
  it('fills an organization with five weeks of work, as if all of it had happened', async () => {
    const world = await createWorld()
    const realm = await world.app.realms.byHost('')
    const refused = await demo(world)
    expect(refused).toMatchObject({ exitCode: 1, error: expect.stringContaining('--force') })

    // Clients that were connected before can follow all of it from the events alone.
    const before = snapshotIn(await world.alice.api.register(modernClientOptions))
    const told = await demo(world, '--force')
    await realm?.follower.advance()
    const events = await pendingEvents(world.alice.api, before.queueId, before.position)
    const after = snapshotIn(await world.alice.api.register(modernClientOptions))
    expect(comparableState(events.reduce(reduce, before.state))).toEqual(comparableState(after.state))
    const traffic = Object.fromEntries(
      after.state.streams?.map((one) => [one.name, one.stream_weekly_traffic]) ?? [],
    )
    expect(traffic).toMatchObject({ support: expect.any(Number), design: expect.any(Number) })
    expect(traffic.support).toBeGreaterThan(5)
    expect(told).toMatchObject({ exitCode: 0, messages: 600, login: emailOf('ana'), password })
    expect(eventTypesOf(events)).toEqual(
      expect.arrayContaining(['realm_user:add', 'stream:create', 'message']),
    )
    const again = await demo(world, '--force')
    expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining('already') })

    const idOf = (name: PersonName) => realm?.directory.userByEmail(emailOf(name))?.id ?? 0
    const as = (name: PersonName) => world.person(idOf(name))
    const ana = as('ana')
    const login = { username: emailOf('ana'), password }
    expect((await world.anyone.fetchApiKey(login)).api_key).toBe(ana.apiKey)

    const state = await ana.api.register({ apply_markdown: true })
    expect(Object.keys(people)).toHaveLength(13)
    expect(Object.values(people).filter(({ role }) => role === 600)).toHaveLength(1)
    expect(new Set(Object.values(people).map(({ timezone }) => timezone)).size).toBe(3)
    expect(state.realm_users?.filter(({ is_bot }) => is_bot)).toHaveLength(2)
    expect(state.subscriptions?.map(({ name }) => name).sort()).toEqual(
      [
        'announcements',
        'design',
        'general',
        'hardware',
        'hiring',
        'ops',
        'random',
        'support',
        'web shop',
      ].sort(),
    )
    expect(Object.values(state.realm_emoji ?? {}).map(({ name }) => name)).toEqual([
      'wren',
      'dibber',
      'ship_it',
    ])
    expect(state.realm_user_groups?.map(({ name }) => name)).toContain('workshop')
    expect(state.custom_profile_fields?.map(({ name }) => name)).toContain('Favorite tool')
    expect(state.drafts).toHaveLength(2)
    expect(state.scheduled_messages).toHaveLength(1)
    expect(state.starred_messages?.length).toBeGreaterThan(3)
    const policies = state.user_topics?.map((topic) => topic.visibility_policy)
    expect(policies).toContain(1)
    expect(policies).toContain(3)
    expect(Object.keys(state.user_status ?? {}).length).toBeGreaterThan(3)
    expect(Object.keys(state.presences ?? {}).length).toBeGreaterThan(10)

    // Two hundred unread messages in fourteen conversations; the fifteenth is muted.
    const unread = state.unread_msgs
    const places = [...(unread?.streams ?? []), ...(unread?.pms ?? []), ...(unread?.huddles ?? [])]
    expect(places).toHaveLength(15)
    expect(unread?.count).toBe(200)
    expect(unread?.mentions.length).toBeGreaterThan(8)

    // Messages in the order of time, none of them in the future, over five weeks.
    const times = await query<{ at: Date }>(world, `select sent_at as at from message order by id`)
    const moments = times.map(({ at }) => at.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    expect(moments.at(-1)).toBeLessThanOrEqual(Date.now())
    expect((moments.at(-1) ?? 0) - (moments[0] ?? 0)).toBeGreaterThan(31 * 86_400_000)

    // No emails are sent, and only scheduled jobs are left.
    const jobs = await query<{ name: string }>(
      world,
      `select t.identifier as name from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id group by 1 order by 1`,
    )
    expect(jobs.map(({ name }) => name)).toEqual(['deliver-scheduled-messages', 'make-thumbnails'])

    const all = { anchor: 'oldest' as const, num_before: 0, num_after: 1_000, apply_markdown: true }
    const { messages } = await ana.api.getMessages(all)
    const html = messages.map(({ content }) => content).join('\n')
    const shown = html.match(/<img [^>]*src="\/user_uploads\/thumbnail\/[^"]*"/g) ?? []
    expect(shown).toHaveLength(Object.keys(uploads).length)
    const src = /src="([^"]*)"/.exec(shown[0] ?? '')?.[1] ?? ''
    const picture = await world.raw(src, { as: ana })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    for (const part of [
      'class="katex"',
      'spoiler-block',
      'data-code-language="C"',
      '"Python"',
      '"SQL"',
      '<table',
    ])
      expect(html).toContain(part)
    expect(html).toMatch(/\p{Script=Arabic}/u)
    expect(html).toMatch(/\p{Script=Hiragana}/u)
    expect(html).not.toMatch(/\{(quote [a-z]+|[a-z]+-[a-z-]+|bench)\}|image-loading-placeholder/)
    const topics = messages.map(({ subject }) => subject)
    expect(topics).toContain('✔ Probe reads 255 % in frost')
    expect(topics.some((topic) => topic.length === 60)).toBe(true)
    expect(messages.flatMap(({ submessages }) => submessages).length).toBeGreaterThan(15)
    expect(messages.flatMap(({ reactions }) => reactions).length).toBeGreaterThan(300)
    expect(messages.filter((message) => message.last_edit_timestamp !== undefined).length).toBeGreaterThan(3)

    // New messages continue from there.
    await expectEventsToReproduceState(ana, async () => {
      await as('bea').api.sendMessage({ type: 'direct', to: [ana.id], content: 'Are you awake?' })
      await ana.api.markAllAsRead({})
    })

    // As --big does, but smaller.
    const size = { people: 60, channels: 20, messages: 500 }
    if (realm !== undefined) await addBulk(world.app, realm, { reader: ana.id, until: Date.now() }, size)
    const grown = await ana.api.register({
      fetch_event_types: ['realm_user', 'subscription', 'message', 'update_message_flags'],
    })
    expect((grown.realm_users?.length ?? 0) - (state.realm_users?.length ?? 0)).toBe(60)
    expect((grown.subscriptions?.length ?? 0) - (state.subscriptions?.length ?? 0)).toBe(20)
    expect(grown.unread_msgs?.count).toBe(0)
    const crowded = await ana.api.getMessages({ anchor: 'newest', num_before: 1_000, num_after: 0 })
    expect(crowded.messages.length).toBeGreaterThan(messages.length + 300)
  }, 180_000)
})
