import type { NewDraft, Reason } from '@loquat/contract'
import { changeRows, createWorld, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'

const plain: NewDraft = { type: '', to: [], topic: '', content: 'hi' }

/** The draft as stored, the same whether it is created or replaces another. */
async function stored({ api }: Person, draft: Partial<NewDraft>) {
  const { ids } = await api.createDrafts({ drafts: [{ ...plain, ...draft }, plain] })
  const [created = 0, replaced = 0] = ids
  await api.editDraft({ draft_id: replaced, draft: { ...plain, ...draft } })
  const { drafts } = await api.getDrafts()
  const [one, other] = [created, replaced].map((id) => drafts.find((candidate) => candidate.id === id))
  expect({ ...one, id: replaced }).toEqual({ ...other, timestamp: one?.timestamp })
  return one
}

/** Expects this error in a list and as a replacement, without changes. */
async function expectReason({ api }: Person, reason: Reason, draft: unknown) {
  const { ids } = await api.createDrafts({ drafts: [plain] })
  const before = await api.getDrafts()
  const bad = draft as NewDraft
  const what = JSON.stringify(draft).slice(0, 200)
  const error = withReason(reason)
  await expect(api.createDrafts({ drafts: [plain, bad] }), what).rejects.toMatchObject(error)
  await expect(api.editDraft({ draft_id: ids[0] ?? 0, draft: bad }), what).rejects.toMatchObject(error)
  expect(await api.getDrafts()).toEqual(before)
}

describe('A draft', () => {
  it('has exactly the allowed keys', async () => {
    const { carol } = await createWorld()
    await expectReason(carol, 'parameter-invalid', { ...plain, id: 7 })
    await expectReason(carol, 'parameter-invalid', { ...plain, subject: 'x' })
    for (const key of ['type', 'to', 'topic', 'content'] as const) {
      const { [key]: _, ...rest } = plain
      await expectReason(carol, 'parameter-invalid', rest)
    }
    for (const bad of [null, [], 'x', 1]) await expectReason(carol, 'parameter-invalid', bad)
  })

  it('has values of the right type', async () => {
    const { carol } = await createWorld()
    const bad = [
      { type: 'direct' },
      { type: 'channel' },
      { type: null },
      { to: ['a'] },
      { to: 1 },
      { to: [1.5] },
      { to: null },
      { topic: null },
      { topic: 1 },
      { content: null },
      { content: 1 },
      { timestamp: '1' },
      { timestamp: null },
    ]
    for (const change of bad) await expectReason(carol, 'parameter-invalid', { ...plain, ...change })
  })

  it('has no null bytes, and the error names the parameter', async () => {
    const { carol } = await createWorld()
    const { ids } = await carol.api.createDrafts({ drafts: [plain] })
    for (const change of [{ content: 'a\0b' }, { topic: 'a\0b' }]) {
      const draft = { ...plain, ...change }
      await expect(carol.api.createDrafts({ drafts: [draft] })).rejects.toMatchObject(
        withReason('parameter-has-null-byte', { parameter: 'drafts' }),
      )
      await expect(carol.api.editDraft({ draft_id: ids[0]!, draft })).rejects.toMatchObject(
        withReason('parameter-has-null-byte', { parameter: 'draft' }),
      )
    }
  })
})

describe('The content of a draft', () => {
  it('is trimmed on both sides', async () => {
    const { carol } = await createWorld()
    expect(await stored(carol, { content: ' \n\u3000 code\n  more \t\n' })).toMatchObject({
      content: 'code\n  more',
    })
  })

  it('is not blank', async () => {
    const { carol } = await createWorld()
    for (const content of ['', ' ', '\n\t\u3000']) {
      await expectReason(carol, 'draft-content-empty', { ...plain, content })
    }
  })

  it('is truncated like a message after 10000 characters', async () => {
    const { carol } = await createWorld()
    const full = '🍑'.repeat(10_000)
    expect(await stored(carol, { content: ` ${full} ` })).toMatchObject({ content: full })
    const cut = await stored(carol, { content: `${full}!` })
    const notice = '\n[message truncated]'
    expect(cut?.content).toBe('🍑'.repeat(10_000 - notice.length) + notice)
  })
})

describe('The time of a draft', () => {
  it('is the time that the client sends, in whole seconds', async () => {
    const { carol } = await createWorld()
    const cases: [sent: number, shown: number][] = [
      [0, 0],
      [1_595_479_019, 1_595_479_019],
      [1_595_479_019.439, 1_595_479_019],
      [0.9, 0],
      [15_954_790_199, 15_954_790_199],
    ]
    for (const [timestamp, shown] of cases)
      expect((await stored(carol, { timestamp }))?.timestamp).toBe(shown)
  })

  it('can be in any JSON number format', async () => {
    const world = await createWorld()
    for (const [written, timestamp] of [
      ['5.0', 5],
      ['1e3', 1_000],
      ['7', 7],
    ] as const) {
      const drafts = `[{"type":"","to":[],"topic":"","content":"hi","timestamp":${written}}]`
      const body = new URLSearchParams({ drafts })
      const response = await world.raw('/api/v1/drafts', { method: 'POST', as: world.carol, body })
      const { ids } = (await response.json()) as { ids: number[] }
      const { drafts: all } = await world.carol.api.getDrafts()
      expect(all.find((draft) => draft.id === ids[0])?.timestamp, written).toBe(timestamp)
    }
  })

  it('is neither negative nor out of range', async () => {
    const { carol } = await createWorld()
    for (const timestamp of [-1, -0.5, 1e300, 2 ** 53]) {
      await expectReason(carol, 'parameter-invalid', { ...plain, timestamp })
    }
  })

  it('is the current time if the client does not send one', async () => {
    const { carol, clock } = await createWorld()
    const now = async () => {
      const before = Math.floor(clock.now() / 1_000)
      const draft = await stored(carol, {})
      expect(draft?.timestamp).toBeGreaterThanOrEqual(before)
      expect(draft?.timestamp).toBeLessThanOrEqual(clock.now() / 1_000)
    }
    await now()
    clock.advance(3_600)
    await now()
  })
})

describe('A draft to a channel', () => {
  it('names exactly one channel', async () => {
    const { carol } = await createWorld()
    const general = await idOf(carol, 'general')
    expect(await stored(carol, { type: 'stream', to: [general], topic: 'Fruit' })).toMatchObject({
      type: 'stream',
      to: [general],
      topic: 'Fruit',
      content: 'hi',
    })
    for (const to of [[], [general, general], [general, general + 1]]) {
      await expectReason(carol, 'draft-channel-invalid', { ...plain, type: 'stream', to })
    }
  })

  it('names one that its author can read and that is not archived', async () => {
    const world = await createWorld()
    const { alice, bob, carol, greta } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }, { name: 'attic' }] })
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const [plaza, attic, den] = [
      await idOf(alice, 'plaza'),
      await idOf(alice, 'attic'),
      await idOf(alice, 'den'),
    ]
    await changeRows(
      world,
      { channels: [attic] },
      sql`update channel set is_archived = true where id = ${attic}`,
    )
    const to = (id: number) => ({ ...plain, type: 'stream' as const, to: [id] })
    await stored(alice, to(den))
    await stored(carol, to(plaza))
    await expectReason(carol, 'draft-channel-not-found', to(den))
    await expectReason(bob, 'draft-channel-not-found', to(den))
    await expectReason(greta, 'draft-channel-not-found', to(plaza))
    await expectReason(alice, 'draft-channel-not-found', to(attic))
    for (const id of [404_404, -1, 2 ** 53 - 1]) {
      await expectReason(carol, 'draft-channel-not-found', to(id))
    }
  })

  it('keeps its topic unchanged, but truncates it at 60 characters and converts the display value', async () => {
    const { carol } = await createWorld()
    const to = [await idOf(carol, 'general')]
    const cases: [sent: string, kept: string][] = [
      ['', ''],
      ['  spaced\tout ', '  spaced\tout '],
      ['(no topic)', '(no topic)'],
      ['general chat', ''],
      ['General Chat', 'General Chat'],
      ['🍑'.repeat(60), '🍑'.repeat(60)],
      ['🍑'.repeat(61), `${'🍑'.repeat(57)}...`],
    ]
    for (const [topic, kept] of cases) {
      expect((await stored(carol, { type: 'stream', to, topic }))?.topic, topic).toBe(kept)
    }
  })
})

describe('A draft of a direct message', () => {
  it('lists the recipients without its author, and has no topic', async () => {
    const { alice, bob, carol } = await createWorld()
    const cases: [sent: Person[], shown: Person[]][] = [
      [[bob], [bob]],
      [[bob, carol], [bob]],
      [
        [bob, alice, bob],
        [alice, bob],
      ],
      [[carol], [carol]],
    ]
    for (const [sent, shown] of cases) {
      const draft = { type: 'private', to: sent.map((one) => one.id), topic: 'ignored' } as const
      const to = shown.map((one) => one.id).sort((a, b) => a - b)
      expect(await stored(carol, draft)).toMatchObject({ type: 'private', to, topic: '' })
    }
  })

  it('names only existing, active users', async () => {
    const world = await createWorld()
    const { bob, carol, dave } = world
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    const toUser = (id: number) => ({ ...plain, type: 'private', to: [bob.id, id] })
    await expectReason(carol, 'message-recipient-deactivated', toUser(dave.id))
    for (const id of [404_404, -1]) await expectReason(carol, 'message-recipient-not-found', toUser(id))
  })

  it('has no recipients if it names none', async () => {
    const { carol } = await createWorld()
    const nobody = { type: '', to: [], topic: '', content: 'hi' }
    expect(await stored(carol, { type: 'private', to: [], topic: 'x' })).toMatchObject(nobody)
    expect(await stored(carol, { type: '', to: [], topic: 'x' })).toMatchObject(nobody)
    expect(await stored(carol, { type: '', to: [404_404, carol.id], topic: 'x' })).toMatchObject(nobody)
  })
})
