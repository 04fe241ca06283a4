import type { NewDraft } from '@loquat/contract'
import {
  bodyWithReason,
  changeRows,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const about = (content: string, timestamp?: number): NewDraft => ({
  type: '',
  to: [],
  topic: '',
  content,
  ...(timestamp === undefined ? {} : { timestamp }),
})
const create = async ({ api }: Person, ...drafts: NewDraft[]) => (await api.createDrafts({ drafts })).ids
const contents = async ({ api }: Person) => (await api.getDrafts()).drafts.map((draft) => draft.content)

describe('POST /drafts', () => {
  it('returns the IDs in the order of the drafts, and publishes one event', async () => {
    const { bob, carol } = await createWorld()
    let ids: number[] = []
    const events = await expectEventsToReproduceState(carol, async () => {
      const direct: NewDraft = { ...about('second', 20), type: 'private', to: [bob.id] }
      ids = await create(carol, about('first', 30), direct, about('third', 10))
    })
    const draft = (n: number, rest: object) => ({ id: ids[n], type: '', to: [], topic: '', ...rest })
    const drafts = [
      draft(0, { content: 'first', timestamp: 30 }),
      draft(1, { content: 'second', timestamp: 20, type: 'private', to: [bob.id] }),
      draft(2, { content: 'third', timestamp: 10 }),
    ]
    expect(events).toEqual([{ type: 'drafts', op: 'add', drafts, id: expect.any(Number) }])
    expect(await carol.api.getDrafts()).toEqual({ count: 3, drafts })
  })

  it('stores nothing without drafts', async () => {
    const { carol } = await createWorld()
    const events = await eventsDuring(carol, async () => {
      expect(await carol.api.createDrafts()).toEqual({ ids: [] })
      expect(await carol.api.createDrafts({ drafts: [] })).toEqual({ ids: [] })
    })
    expect(events).toEqual([])
    expect(await carol.api.getDrafts()).toEqual({ count: 0, drafts: [] })
  })

  it('stores all or nothing', async () => {
    const { carol } = await createWorld()
    const events = await eventsDuring(carol, async () => {
      const bad: NewDraft = { ...about('bad'), type: 'stream', to: [404_404] }
      await expect(create(carol, about('good'), bad, about('good'))).rejects.toMatchObject(
        withReason('draft-channel-not-found'),
      )
    })
    expect(events).toEqual([])
    expect(await contents(carol)).toEqual([])
  })

  it('stores up to 1000 at once', async () => {
    const { carol } = await createWorld()
    const drafts = Array.from({ length: 1_000 }, (_, n) => about(`${n}`, n))
    const ids = await create(carol, ...drafts)
    await expect(create(carol, ...drafts, about('one more'))).rejects.toMatchObject(
      withReason('parameter-invalid'),
    )
    const { count, drafts: all } = await carol.api.getDrafts()
    expect(count).toBe(1_000)
    expect(all.map((draft) => draft.id)).toEqual(ids.toReversed())
    expect(all[0]?.content).toBe('999')
  })
})

describe('GET /drafts', () => {
  it('lists the most recently edited first, by the timestamps of clients', async () => {
    const { carol } = await createWorld()
    const [first = 0] = await create(carol, about('a', 10), about('b', 30), about('c', 20))
    expect(await contents(carol)).toEqual(['b', 'c', 'a'])
    const edited = () => carol.api.editDraft({ draft_id: first, draft: about('A', 25) })
    await expectEventsToReproduceState(carol, edited)
    expect(await contents(carol)).toEqual(['b', 'A', 'c'])
  })

  it('lists the last edit first, even within a second', async () => {
    const { carol } = await createWorld()
    const ids = await create(carol, about('a', 10), about('b', 10), about('c', 10))
    expect(await contents(carol)).toEqual(['c', 'b', 'a'])
    const edit = (n: number, content: string) => () =>
      carol.api.editDraft({ draft_id: ids[n] ?? 0, draft: about(content, 10) })
    await expectEventsToReproduceState(carol, edit(0, 'A'))
    await expectEventsToReproduceState(carol, edit(1, 'B'))
    await expectEventsToReproduceState(carol, () => create(carol, about('d', 10), about('e', 10)))
    expect(await contents(carol)).toEqual(['e', 'd', 'B', 'A', 'c'])
  })

  it('keeps drafts to a channel that the user has lost access to', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({
      subscriptions: [{ name: 'den' }],
      principals: [carol.id],
      invite_only: true,
    })
    const { stream_id } = await carol.api.getChannelId({ stream: 'den' })
    await create(carol, { ...about('hi'), type: 'stream', to: [stream_id], topic: 'x' })
    await alice.api.unsubscribe({ subscriptions: ['den'], principals: [carol.id] })
    expect((await carol.api.getDrafts()).drafts).toMatchObject([{ type: 'stream', to: [stream_id] }])
  })
})

describe('PATCH /drafts/{draft_id}', () => {
  it('replaces the draft, and publishes the whole draft', async () => {
    const { bob, carol } = await createWorld()
    const [id = 0] = await create(carol, about('before', 10), about('other', 5))
    const draft: NewDraft = { type: 'private', to: [bob.id], topic: '', content: ' after ', timestamp: 20.5 }
    const events = await expectEventsToReproduceState(carol, () =>
      carol.api.editDraft({ draft_id: id, draft }),
    )
    const after = { id, type: 'private', to: [bob.id], topic: '', content: 'after', timestamp: 20 }
    expect(events).toEqual([{ type: 'drafts', op: 'update', draft: after, id: expect.any(Number) }])
    expect((await carol.api.getDrafts()).drafts).toMatchObject([after, { content: 'other' }])
    await carol.api.editDraft({ draft_id: id, draft: about('nobody yet', 30) })
    expect((await carol.api.getDrafts()).drafts[0]).toMatchObject({ type: '', to: [], content: 'nobody yet' })
  })

  it('needs the draft', async () => {
    const world = await createWorld()
    const [id = 0] = await create(world.carol, about('x'))
    const response = await world.raw(`/api/v1/drafts/${id}`, { method: 'PATCH', as: world.carol })

    expect(await response.json()).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: 'draft' })
  })
})

describe('DELETE /drafts/{draft_id}', () => {
  it('deletes the draft, once', async () => {
    const { carol } = await createWorld()
    const [id = 0] = await create(carol, about('gone'), about('stays'))
    const remove = () => carol.api.deleteDraft({ draft_id: id })
    const events = await expectEventsToReproduceState(carol, remove)
    expect(events).toEqual([{ type: 'drafts', op: 'remove', draft_id: id, id: expect.any(Number) }])
    expect(await contents(carol)).toEqual(['stays'])
    await expect(remove()).rejects.toMatchObject(withReason('draft-not-found'))
    await expect(carol.api.editDraft({ draft_id: id, draft: about('back') })).rejects.toMatchObject(
      withReason('draft-not-found'),
    )
  })

  it('succeeds for one of several concurrent calls', async () => {
    const { carol } = await createWorld()
    const [id = 0] = await create(carol, about('gone'))
    const tries = Array.from({ length: 5 }, () => carol.api.deleteDraft({ draft_id: id }))
    const results = await Promise.allSettled(tries)
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost).toHaveLength(4)
    for (const { reason } of lost) expect(reason).toMatchObject(withReason('draft-not-found'))
  })
})

describe('Drafts', () => {
  it('belong to one user: nobody else can see or change them', async () => {
    const { alice, carol } = await createWorld()
    const [id = 0] = await create(carol, about('secret'))
    for (const draft_id of [id, 404_404, 0, Number.MAX_SAFE_INTEGER]) {
      const edited = alice.api.editDraft({ draft_id, draft: about('mine') })
      await expect(edited).rejects.toMatchObject(withReason('draft-not-found'))
      await expect(alice.api.deleteDraft({ draft_id })).rejects.toMatchObject(withReason('draft-not-found'))
    }
    expect(await contents(alice)).toEqual([])
    expect((await alice.api.register({ fetch_event_types: ['drafts'] })).drafts).toEqual([])
    expect(await contents(carol)).toEqual(['secret'])
  })

  it('are published to all clients of their owner, and to nobody else', async () => {
    const { alice, carol } = await createWorld()
    const keys: string[][] = []
    const everything = async () => {
      const [id = 0] = await create(carol, about('x'))
      await carol.api.editDraft({ draft_id: id, draft: about('y') })
      await carol.api.deleteDraft({ draft_id: id })
    }
    const received = await eventsDuring(alice, async () => {
      const one = await eventsDuring(carol, async () => {
        const other = await eventsDuring(carol, everything)
        keys.push(other.map((event) => ('op' in event ? event.op : event.type)))
      })
      keys.push(one.map((event) => ('op' in event ? event.op : event.type)))
    })
    expect(keys).toEqual([
      ['add', 'update', 'remove'],
      ['add', 'update', 'remove'],
    ])
    expect(received).toEqual([])
  })

  it('stay when a message is sent', async () => {
    const { carol } = await createWorld()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    await create(carol, { type: 'stream', to: [stream_id], topic: 'Fruit', content: 'hi' })
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'Fruit', content: 'hi' })
    expect(await contents(carol)).toEqual(['hi'])
  })

  it('keep the order of their events when written concurrently', async () => {
    const { carol } = await createWorld()
    await expectEventsToReproduceState(carol, async () => {
      const ids = await create(carol, about('a', 10), about('b', 10))
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          n % 3 === 0
            ? create(carol, about(`new ${n}`, 10), about(`too ${n}`, 10))
            : carol.api.editDraft({ draft_id: ids[n % 2] ?? 0, draft: about(`edit ${n}`, 10) }),
        ),
      )
    })
  })

  it('are refused to users who turned synchronization off', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const [id = 0] = await create(carol, about('x'))
    const settings = '{"enable_drafts_synchronization":false}'
    await changeRows(
      world,
      { users: [carol.id] },
      sql`update account set settings = ${settings}::jsonb where id = ${carol.id}`,
    )
    await expect(carol.api.getDrafts()).rejects.toMatchObject(withReason('draft-synchronization-disabled'))
    await expect(carol.api.createDrafts({ drafts: [about('y')] })).rejects.toMatchObject(
      withReason('draft-synchronization-disabled'),
    )
    await expect(carol.api.createDrafts()).rejects.toMatchObject(withReason('draft-synchronization-disabled'))
    await expect(carol.api.editDraft({ draft_id: id, draft: about('y') })).rejects.toMatchObject(
      withReason('draft-synchronization-disabled'),
    )
    await expect(carol.api.deleteDraft({ draft_id: id })).rejects.toMatchObject(
      withReason('draft-synchronization-disabled'),
    )
    await create(dave, about('still'))
  })
})
