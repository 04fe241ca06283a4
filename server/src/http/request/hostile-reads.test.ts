import { createWorld, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { attack, whileDaveSends } from './testing/hostile.ts'

const text = (count: number, word: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => word(n)).join(' ')

/** Inserts long messages that every search of these tests matches. */
async function fill({ app, alice }: World, count: number): Promise<void> {
  const content = text(300, (n) => `word${n}`)
  const { id } = await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
  await sql`
    insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
      sent_at, search)
    select nextval('message_id'), realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
      sent_at, search
    from message, generate_series(1, ${count}::integer) where id = ${id}`.execute(app.database.db)
}

const flagByNarrow = (world: World, narrow: unknown) =>
  attack(world, {
    path: '/messages/flags/narrow',
    as: world.carol,
    body: `anchor=newest&num_before=1000&num_after=0&op=add&flag=starred&narrow=${encodeURI(JSON.stringify(narrow))}`,
  })

describe('An oversized search', () => {
  it('for thousands of phrases, words or conditions is refused with the name of the parameter', async () => {
    const world = await createWorld()
    await fill(world, 200)
    const search = (query: string) => [['search', query]]
    const rows: [narrow: unknown, message: RegExp][] = [
      [search(text(3_000, () => '"word1"')), /^narrow\[0\]\[1\]: must be at most 1000 characters/],
      [search(text(30_000, (n) => `word${n}`)), /^narrow\[0\]\[1\]: must be at most 1000 characters/],
      [search(text(120, (n) => `w${n}`)), /^narrow: a search must have at most 100 words/],
      [search(text(90, (n) => `"w${n}"`)), /^narrow: a search must have at most 10 quoted phrases/],
      [Array.from({ length: 30_000 }, () => ['is', 'muted']), /^narrow: must have at most 50 elements/],
      [
        Array.from({ length: 50 }, () => ['search', text(90, (n) => `w${n}`)]),
        /^narrow: a search must have at most 1000 characters/,
      ],
    ]
    for (const [narrow, message] of rows) {
      const answer = await whileDaveSends(world, () => flagByNarrow(world, narrow))
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: expect.stringMatching(message) })
    }
  })

  it('of the maximum size sends a bounded number of statements', async () => {
    const world = await createWorld({ proxied: true })
    await fill(world, 200)
    const before = world.proxy.statements()
    const narrow = [
      ['search', text(90, (n) => `word${n}`)],
      ['search', text(10, (n) => `"word${n}"`)],
      ...Array.from({ length: 48 }, () => ['is', 'unread']),
    ]
    expect((await flagByNarrow(world, narrow)).status).toBe(200)
    expect(world.proxy.statements() - before).toBeLessThan(25)
  })
})

describe('Thirty of the largest searches at once', () => {
  it('are answered in turn without delaying others', async () => {
    const world = await createWorld()
    await fill(world, 20)
    const narrow = [
      ['search', text(90, (n) => `word${n}`)],
      ['search', text(10, (n) => `"word${n}"`)],
    ]
    const answers = await whileDaveSends(world, () =>
      Promise.all(Array.from({ length: 30 }, () => flagByNarrow(world, narrow))),
    )
    // Three run at once and twenty wait. How many of the other seven find room depends on how fast those are.
    const found = answers.filter(({ status }) => status === 200)
    expect(found.length).toBeGreaterThanOrEqual(23)
    for (const { status, code } of answers) if (status !== 200) expect(code).toBe('RATE_LIMIT_HIT')
  })
})
