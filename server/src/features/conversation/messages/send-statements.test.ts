import { createWorld, eventuallyAtRest, metricOf, type Person, runJobs, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

/** Number of statements that reach the database during an action. Connections are open already. */
async function statementsDuring({ proxy }: World, action: () => Promise<unknown>): Promise<number> {
  const before = proxy.statements()
  await action()
  return proxy.statements() - before
}

const send = (person: Person, topic: string, content = 'hello') =>
  person.api.sendMessage({ type: 'channel', to: 'general', topic, content })

async function upload(world: World, person: Person, name: string): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob(['plums']), name)
  const response = await world.raw('/api/v1/user_uploads', { method: 'POST', body, as: person })
  return ((await response.json()) as { url: string }).url
}

describe('Sending a message', () => {
  it('takes one statement, in an existing topic and in a new one', async () => {
    const world = await createWorld({ proxied: true })
    const { carol } = world
    await send(carol, 'known')
    await send(carol, 'known')
    expect(await statementsDuring(world, () => send(carol, 'known'))).toBe(1)
    expect(await statementsDuring(world, () => send(carol, 'new'))).toBe(1)
  })

  it('takes one more statement for each lookup that its text needs, regardless of its effects', async () => {
    const world = await createWorld({ proxied: true })
    const { alice, carol, dave } = world
    await dave.api.updateSettings({ automatically_follow_topics_where_mentioned: true })
    const url = await upload(world, carol, 'plums.txt')
    await send(alice, 'known')
    await sql`update channel set is_recently_active = false`.execute(world.app.database.db)
    await alice.api.updateRealm({ inline_url_embed_preview: true })
    const content = `@**Dave Member** see [it](${url}) and https://example.com/`
    // The second statement looks up the file.
    expect(await statementsDuring(world, () => send(carol, 'everything', content))).toBe(2)
    await runJobs(world)
  })

  it('creates a topic once when two messages to it arrive together', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const sent = await Promise.all([
      send(carol, 'new'),
      send(dave, 'new'),
      send(carol, 'new'),
      send(dave, 'new'),
    ])
    const began = sent.filter((one) => one.automatic_new_visibility_policy !== undefined)
    expect(began).toHaveLength(1)
  })

  it('leaves no gaps in the log when messages with and without side effects share a batch', async () => {
    const world = await createWorld()
    const { carol, dave, app } = world
    await send(carol, 'known')
    const topics = Array.from({ length: 100 }, (_, n) => (n % 3 === 0 ? `new ${n}` : 'known'))
    const sent = await Promise.all(topics.map((topic, n) => send(n % 2 === 0 ? carol : dave, topic, `${n}`)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(100)
    const { rows } = await sql<{ holes: number; tail: boolean }>`
      select count(*) filter (where step <> 1)::integer as holes,
        max(seq) = (select last_seq from realm_log l where l.realm_id = steps.realm_id) as tail
      from (select realm_id, seq, seq - lag(seq) over (partition by realm_id order by seq) as step from event) as steps
      group by realm_id`.execute(app.database.db)
    for (const row of rows) expect(row).toEqual({ holes: 0, tail: true })
  })
})

describe('While another process sends as well', () => {
  it('a process gathers messages for a moment after a large batch, at most as many as a batch holds', async () => {
    const world = await createWorld()
    const { alice, app, carol } = world
    const other = await world.secondNode()
    await send(carol, 'known')
    // Time that does not pass: the messages of the other process are not read, and gathering does not end by itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await other.as(alice).sendMessage({ type: 'channel', to: 'general', topic: 'known', content: 'there' })

    const several: Promise<unknown>[] = []
    const sendMany = (count: number) => {
      for (let n = 0; n < count; n++) several.push(send(carol, 'known', `${n}`))
    }
    await app.database.backgroundDb.transaction().execute(async (transaction) => {
      await transaction.selectFrom('realm_log').selectAll().forUpdate().execute()
      sendMany(1)
      await eventuallyAtRest(async () => (await metricOf(world, 'loquat_requests_under_way')) === 1)
      sendMany(10)
      await eventuallyAtRest(async () => (await metricOf(world, 'loquat_sends_waiting')) === 10)
    })
    await Promise.all(several)

    sendMany(63)
    await eventuallyAtRest(async () => (await metricOf(world, 'loquat_sends_waiting')) === 63)
    sendMany(1)
    await Promise.all(several)

    sendMany(2)
    await eventuallyAtRest(async () => (await metricOf(world, 'loquat_sends_waiting')) === 2)
    vi.advanceTimersByTime(8)
    await Promise.all(several)
  })
})
