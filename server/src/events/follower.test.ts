import {
  createWorld,
  eventually,
  parkedPolls,
  pendingEvents,
  type World,
  waitForParkedPolls,
} from '@loquat/devkit'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LoggedEvent } from './logged-event.ts'

/** Runs `work` once, after the next read of the log's end and before the process sees the result. */
function afterNextRead({ app }: World, work: () => Promise<unknown>): void {
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.some((row) => 'last_seq' in row)) {
        isDone = true
        await work()
      }
      return result
    },
  }
  app.database.followDb = app.database.followDb.withPlugin(plugin)
}

it('A commit between reading the log and the result does not look like a lost end of the log', async () => {
  const world = await createWorld()
  const { app, alice, carol } = world
  const queue = await carol.api.register({ event_types: ['typing'] })
  const cursor = { queue_id: queue.queue_id ?? '', last_event_id: queue.last_event_id ?? -1 }
  void carol.api.getEvents(cursor).catch(() => {})
  await waitForParkedPolls(world, 1)
  const realm = await app.realms.byHost('')
  const position = realm?.follower.position ?? 0
  const send = () =>
    alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'meanwhile' })
  afterNextRead(world, send)
  await realm?.follower.advance()
  const events = (realm?.follower.position ?? 0) - position
  expect(events).toBeGreaterThan(0)
  expect(events).toBeLessThan(100)
  expect(await parkedPolls(world)).toBe(1)
})

it('An event that waits for those before it is dropped when the database may have lost it', async () => {
  const world = await createWorld()
  const { app, alice, carol } = world
  const follower = (await app.realms.byHost(''))?.follower
  if (follower === undefined) throw new Error('The organization is missing.')
  const queue = await carol.api.register({ event_types: ['message'] })
  const send = (content: string) =>
    alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
  await send('first')
  const [first] = follower.recent(follower.position - 1) ?? []
  if (first === undefined) throw new Error('The event is missing.')
  // Committed together with the one before it, of which this process has not heard when the primary is lost.
  const { body, audience } = first
  follower.committed([new LoggedEvent(first.seq + 2, body, audience, null)])
  follower.suspectHistory()
  await send('second')
  await send('third')
  const events = await pendingEvents(carol.api, queue.queue_id ?? '', queue.last_event_id ?? -1)
  expect(events).toMatchObject(
    ['first', 'second', 'third'].map((content) => ({ type: 'message', message: { content } })),
  )
})

it('Its own messages are not read back when those of other processes are read', async () => {
  const world = await createWorld()
  const { app, alice, carol } = world
  const other = await world.secondNode()
  const realm = await app.realms.byHost('')
  if (realm === undefined) throw new Error('The organization is missing.')
  const queue = await carol.api.register({ event_types: ['message'] })
  // Time that does not pass: nothing is read by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const read: unknown[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const messages = result.rows.filter(({ type }) => type === 'message')
      read.push(...messages.map(({ payload }) => JSON.parse(String(payload)).message.content))
      return result
    },
  }
  app.database.followDb = app.database.followDb.withPlugin(plugin)
  const contents = ['there', 'here', 'there again', 'here again']
  for (const content of contents) {
    const api = content.startsWith('there') ? other.as(alice) : alice.api
    await api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
  }

  await realm.follower.advance()
  expect(read).toEqual(['there', 'there again'])
  const events = await pendingEvents(carol.api, queue.queue_id ?? '', queue.last_event_id ?? -1)
  expect(events).toMatchObject(contents.map((content) => ({ message: { content } })))
})

it('Events that follow each other closely are read together while somebody waits', async () => {
  const world = await createWorld()
  const { alice, carol } = world
  const other = await world.secondNode()
  const queue = await other.as(carol).register({ event_types: ['message'] })
  const there = await other.app.realms.byHost('')
  if (there === undefined) throw new Error('The organization is missing.')
  const cursor = { queue_id: queue.queue_id ?? '', last_event_id: queue.last_event_id ?? -1 }
  const events = other.as(carol).getEvents(cursor)
  await eventually(() => expect(there.queues.isAwaited).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const reads = vi.spyOn(there.follower, 'advance')
  await there.follower.advance()
  reads.mockClear()
  await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'soon' })
  for (let n = 0; n < 3; n++) there.follower.advanceSoon()
  expect(reads).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10)
  expect(reads).toHaveBeenCalledOnce()
  expect((await events).events).toMatchObject([{ message: { content: 'soon' } }])
})

describe('A process where nobody waits for events', () => {
  it('puts off reading new messages until somebody waits, but not changes that decisions depend on', async () => {
    const world = await createWorld()
    const { alice, carol, app } = world
    const other = await world.secondNode()
    const queue = await other.as(carol).register({ event_types: ['message'] })
    const [here, there] = await Promise.all([app.realms.byHost(''), other.app.realms.byHost('')])
    if (here === undefined || there === undefined) throw new Error('The organization is missing.')
    // Time that does not pass: what was put off is not read by itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const send = (content: string) =>
      alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })

    const before = there.follower.position
    await send('for later')
    there.follower.advanceSoon()
    expect(there.follower.position).toBe(before)

    const { events } = await other
      .as(carol)
      .getEvents({ queue_id: queue.queue_id ?? '', last_event_id: queue.last_event_id ?? -1 })
    expect(events).toMatchObject([{ message: { content: 'for later' } }])
    expect(there.follower.position).toBe(here.follower.position)

    await send('also for later')
    await alice.api.updateRealm({ name: 'Plum Orchard' })
    await eventually(() => expect(there.directory.realm.name).toBe('Plum Orchard'))
    expect(there.follower.position).toBe(here.follower.position)
  })

  it('reads them after a moment all the same', async () => {
    const world = await createWorld()
    const other = await world.secondNode()
    const there = await other.app.realms.byHost('')
    await world.alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'hello' })
    const here = await world.app.realms.byHost('')
    await eventually(() => expect(there?.follower.position).toBe(here?.follower.position))
  })
})
