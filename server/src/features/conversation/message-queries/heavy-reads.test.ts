import { createWorld, type Person, type World } from '@loquat/devkit'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

const newest = { anchor: 'newest', num_before: '10', num_after: '0' }

async function search({ url }: World, { email, apiKey }: Person, query: string): Promise<Response> {
  const params = new URLSearchParams({ ...newest, narrow: JSON.stringify([['search', query]]) })
  const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  return await fetch(`${url}/api/v1/messages?${params}`, { headers: { authorization } })
}

/** Blocks every read of messages until it is unlocked. */
async function lockMessages({ database }: World) {
  const client = new pg.Client(database)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query('lock table message in access exclusive mode')
  return {
    unlock: () => client.query('rollback'),
    waiting: async () => {
      const { rows } = await client.query(
        `select count(*)::integer as count from pg_locks
         where relation = 'message'::regclass and not granted and database = (
           select oid from pg_database where datname = current_database())`,
      )
      return rows[0].count as number
    },
  }
}

describe('A read that takes too long', () => {
  it('is stopped and answered with 503 and a sentence, and changes nothing', async () => {
    const world = await createWorld({ config: { databaseTimeoutMs: 2_000 } })
    const { carol, dave } = world
    const { id } = await dave.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'plums',
    })
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const { unlock, waiting } = await lockMessages(world)
    const narrow: [string, string][] = [['search', 'plums']]
    const stopped = {
      status: 503,
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/Try again|try again/),
    }
    const range = { anchor: 'newest', num_before: 1, num_after: 0 }
    const change = { ...range, narrow, op: 'add', flag: 'starred' } as const
    for (const read of [
      () => carol.api.getMessages({ ...range, narrow }),
      () => carol.api.matchesNarrow({ msg_ids: [id], narrow }),
      () => carol.api.updateMessageFlagsForNarrow(change),
      () => carol.api.getTopics({ stream_id }),
    ]) {
      await expect(read()).rejects.toMatchObject(stopped)
    }
    expect(await waiting()).toBe(0)
    await unlock()
    expect((await carol.api.getMessage({ message_id: id })).message.flags).toEqual([])
  })
})

describe('30 reads of one account at once', () => {
  it('occupy a quarter of the connections; 20 wait, the others get 429, and nobody else notices', async () => {
    const world = await createWorld({ config: { databaseTimeoutMs: 60_000 } })
    const { carol, dave } = world
    const { unlock, waiting } = await lockMessages(world)
    const refused: Response[] = []
    const reads = Array.from({ length: 30 }, async () => {
      const response = await search(world, carol, 'plums')
      if (response.status !== 200) refused.push(response)
      return response.status
    })
    await expect.poll(() => refused.length).toBe(7)
    await expect.poll(waiting).toBe(3)
    // Other accounts still get connections and slots.
    await dave.api.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'still here' }] })
    expect((await dave.api.getDrafts()).count).toBe(1)
    const another = search(world, dave, 'plums')
    await expect.poll(waiting).toBe(4)
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await response.json()).toMatchObject({
        code: 'RATE_LIMIT_HIT',
        msg: 'Too many of these requests at once. Try again in 1 second.',
        'retry-after': 1,
      })
    }
    await unlock()
    expect((await another).status).toBe(200)
    expect((await Promise.all(reads)).filter((status) => status === 200)).toHaveLength(23)
  })

  it('stop waiting when their clients are gone', async () => {
    const world = await createWorld({ config: { databaseTimeoutMs: 60_000 } })
    const { unlock, waiting } = await lockMessages(world)
    const leaving = new AbortController()
    const params = new URLSearchParams({ ...newest, narrow: '[]' })
    const reads = Array.from({ length: 23 }, () =>
      world
        .raw(`/api/v1/messages?${params}`, { as: world.carol, signal: leaving.signal })
        .catch(() => 'gone'),
    )
    await expect.poll(waiting).toBe(3)
    leaving.abort()
    expect(await Promise.all(reads)).toEqual(reads.map(() => 'gone'))
    await unlock()
    expect((await search(world, world.carol, 'plums')).status).toBe(200)
  })
})

describe('60 registrations of one account at once', () => {
  it('occupy a quarter of the connections; 50 wait, the others get 429, and another account gets a slot', async () => {
    const world = await createWorld()
    // Until the message index is loaded, which reads messages as well.
    const realm = await world.app.realms.byHost('')
    for (let n = 0; n < 3; n++) await world.carol.api.register()
    await expect.poll(() => realm?.messageIndex.isLoaded).toBe(true)
    const { unlock, waiting } = await lockMessages(world)
    const refused: Response[] = []
    const registrations = Array.from({ length: 60 }, async () => {
      const response = await world.raw('/api/v1/register', { method: 'POST', as: world.carol })
      if (response.status !== 200) refused.push(response)
      return response.status
    })
    await expect.poll(() => refused.map((response) => response.status)).toEqual(Array(7).fill(429))
    await expect.poll(waiting).toBe(3)
    const another = world.dave.api.register()
    await expect.poll(waiting).toBe(4)
    await unlock()
    expect((await another).queue_id).toEqual(expect.any(String))
    expect((await Promise.all(registrations)).filter((status) => status === 200)).toHaveLength(53)
  })
})
