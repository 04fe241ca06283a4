import {
  createWorld,
  eventually,
  type Person,
  runOutsideTransaction,
  sendToGeneral,
  type World,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

/** A replica as it is at this moment, which can take over from the database of the world. */
async function makeReplica({ database, proxy }: World) {
  const name = database.database ?? ''
  const replica = `${name}_replica`
  const lost = `${name}_lost`
  const whileDisconnected = async (...statements: string[]) => {
    proxy.refuse('53300')
    proxy.disconnect()
    const others = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`
    await runOutsideTransaction(database, others, ...statements)
    proxy.refuse(false)
  }
  await whileDisconnected(`create database ${replica} template ${name}`)
  return {
    takeOver: () =>
      whileDisconnected(
        `alter database ${name} rename to ${lost}`,
        `alter database ${replica} rename to ${name}`,
        `drop database ${lost}`,
      ),
  }
}

async function readableQueue(api: Person['api']) {
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'] })
  const queueId = queue_id ?? ''
  return {
    read: async (after = last_event_id ?? -1, dont_block = true) =>
      await api.getEvents({ queue_id: queueId, last_event_id: after, dont_block }),
    start: last_event_id ?? -1,
  }
}

const texts = (events: readonly object[]) =>
  events.flatMap((event) => ('message' in event ? [(event.message as { content: string }).content] : []))

const createReplicatedWorld = () => createWorld({ proxied: true, quiet: true })

describe('After a failover, a replica', () => {
  it('with the whole log continues all queues', async () => {
    const world = await createReplicatedWorld()
    const { alice, carol } = world
    const queue = await readableQueue(carol.api)
    await sendToGeneral(alice, '<p>before</p>'.replace(/<[^>]+>/g, ''))
    const replica = await makeReplica(world)
    await replica.takeOver()
    await eventually(() => sendToGeneral(alice, 'after'))
    const { events } = await eventually(() => queue.read())
    expect(texts(events).map((text) => text.replace(/<[^>]+>/g, ''))).toEqual(['before', 'after'])
  })

  it('without the end of the log makes clients register again, and loses nothing later', async () => {
    const world = await createReplicatedWorld()
    const { alice, carol } = world
    await sendToGeneral(alice, 'before')
    const queue = await readableQueue(carol.api)
    const replica = await makeReplica(world)
    await eventually(() => sendToGeneral(alice, 'lost 0'))
    for (let n = 1; n < 5; n++) await sendToGeneral(alice, `lost ${n}`)
    const seen = (await queue.read()).events.at(-1)?.id ?? 0
    await replica.takeOver()

    await eventually(() => sendToGeneral(alice, 'after 0'))
    await eventually(() =>
      expect(queue.read(seen)).rejects.toMatchObject(withReason('event-queue-not-found')),
    )
    const fresh = await readableQueue(carol.api)
    for (let n = 1; n < 10; n++) await sendToGeneral(alice, `after ${n}`)
    const { events } = await fresh.read()
    expect(events.length).toBe(9)
    expect(events[0]?.id).toBeGreaterThan(seen)
  })

  it('that another process wrote to is not mistaken for the lost log', async () => {
    const world = await createReplicatedWorld()
    const { alice, carol } = world
    const queue = await readableQueue(carol.api)
    const replica = await makeReplica(world)
    await eventually(() => sendToGeneral(alice, 'lost'))
    const seen = (await queue.read()).events.at(-1)?.id ?? 0
    await replica.takeOver()
    // More than was lost, so that the log is longer than the first process has seen it.
    const other = await eventually(() => world.secondNode())
    for (let n = 0; n < 5; n++) await sendToGeneral({ api: other.as(alice) }, `after ${n}`)
    await eventually(() =>
      expect(queue.read(seen)).rejects.toMatchObject(withReason('event-queue-not-found')),
    )
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 10, num_after: 0 })
    expect(messages.map(({ content }) => content.replace(/<[^>]+>/g, ''))).not.toContain('lost')
  })

  it('is checked again if another one takes over during the check', async () => {
    const world = await createWorld({ quiet: true })
    const { alice, carol, app, database } = world
    const queue = await readableQueue(carol.api)
    await sendToGeneral(alice, 'lost')
    const seen = (await queue.read()).events.at(-1)?.id ?? 0
    const blocker = new pg.Client(database)
    await blocker.connect()
    onTestFinished(() => blocker.end())
    await blocker.query('begin; lock table log_epoch in exclusive mode')
    const first = app.realms.checkHistory()
    // Not by the blocker: a transaction keeps the activity that it saw first.
    const isWaiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ 'log_epoch'`
    await eventually(async () => expect((await isWaiting.execute(app.database.db)).rows).toHaveLength(1))
    await sql`update event set payload = replace(payload, 'lost', 'kept') where seq = ${seen}`.execute(
      app.database.db,
    )
    const second = app.realms.checkHistory()
    await blocker.query('commit')
    await Promise.all([first, second])
    await expect(queue.read(seen)).rejects.toMatchObject(withReason('event-queue-not-found'))
  })

  it('without an account makes the process drop that account', async () => {
    const world = await createReplicatedWorld()
    const { alice } = world
    const replica = await makeReplica(world)
    const { user_id } = await eventually(() =>
      alice.api.createUser({
        email: 'lost@example.com',
        full_name: 'Lost Person',
        password: 'loquats ripen',
      }),
    )
    await replica.takeOver()
    await eventually(() => sendToGeneral(alice, 'after'))
    await eventually(async () => {
      const { members } = await alice.api.getUsers({})
      expect(members.map((member) => member.user_id)).not.toContain(user_id)
    })
  })

  it('causes waiting polls to be answered, so that clients register again', async () => {
    const world = await createReplicatedWorld()
    const { alice, carol } = world
    const replica = await makeReplica(world)
    await eventually(() => sendToGeneral(alice, 'lost'))
    const queue = await readableQueue(carol.api)
    const waiting = queue.read(undefined, false)
    await waitForParkedPolls(world, 1)
    await replica.takeOver()
    expect((await waiting).events).toEqual([])
  })
})
