import { bodyWithReason, createWorld, type Person, sendChannelMessage } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

const ranked = {
  anchor: 'newest',
  num_before: 100,
  num_after: 0,
  search_order: 'relevance',
  apply_markdown: false,
} as const

const contentsIn = ({ messages }: { messages: { content: string }[] }) =>
  messages.map(({ content }) => content)

describe('A search by relevance', () => {
  it('puts phrases, words as written, topics, personal messages and recent ones first', async () => {
    const { alice, carol, clock } = await createWorld()
    const send = (content: string, topic = 'x') => sendChannelMessage(alice, 'general', topic, content)
    const find = async (query: string, more: Narrow = []) =>
      contentsIn(await carol.api.getMessages({ ...ranked, narrow: [['search', query], ...more] }))
    const filler = 'and so on '.repeat(50)
    await send('ripe red plums')
    await send('plums that are red')
    await send('plums', 'red')
    await send('reds and plum')
    // The phrase first, then the topic, then both words as written, then other forms of them.
    expect(await find('red plums')).toEqual([
      'ripe red plums',
      'plums',
      'plums that are red',
      'reds and plum',
    ])
    await send('figs')
    clock.advance(90 * 86_400)
    await send(`${filler} figs`)
    await send('figs @**Carol Member**')
    await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'figs' })
    await send('more figs')
    const [first, second, third, fourth, last] = await find('figs')
    expect([first, second, third]).toEqual(['figs', 'figs @**Carol Member**', 'more figs'])
    expect([fourth?.startsWith('and so on'), last]).toEqual([true, 'figs'])
    expect(await find('figs', [{ operator: 'sender', operand: carol.id }])).toEqual(['figs'])
    await send('プラムが熟しています')
    await send('赤いプラムが好き')
    expect(await find('赤いプラム')).toEqual(['赤いプラムが好き'])
  })

  it('ranks the newest 500 matches before the anchor, and lists them for the next pages', async () => {
    const { alice, carol, app, raw } = await createWorld()
    const id = await sendChannelMessage(alice, 'general', 'x', 'quinces')
    // The columns of a message that was sent, with other IDs.
    await sql`
      insert into message overriding system value
      select (json_populate_record(m, json_build_object('id', m.id + n))).*
      from message m, generate_series(1, 505) as n where m.id = ${id}`.execute(app.database.db)
    const narrow: Narrow = [['search', 'quinces']]
    const page = await carol.api.getMessages({ ...ranked, num_before: 20, narrow })
    const idsOf = (messages: readonly { id: number }[]) => messages.map((message) => message.id)
    const newest = Array.from({ length: 500 }, (_, n) => id + 505 - n)
    expect(page.ranked_ids).toEqual(newest)
    expect(idsOf(page.messages)).toEqual(newest.slice(0, 20))
    expect(page.messages[0]?.match_content).toContain('highlight')
    expect([page.found_oldest, page.found_newest]).toEqual([false, true])
    const next = await carol.api.getMessages({ message_ids: newest.slice(20, 40), narrow })
    expect(idsOf(next.messages)).toEqual(newest.slice(20, 40).reverse())
    const rest = { ...ranked, anchor: String(newest.at(-1)), include_anchor: false }
    const older = await carol.api.getMessages({ ...rest, narrow })
    expect(older.ranked_ids).toEqual([5, 4, 3, 2, 1, 0].map((n) => id + n))
    expect([older.found_oldest, older.found_newest]).toEqual([true, false])

    const search = `narrow=${encodeURIComponent(JSON.stringify(narrow))}`
    const refused: [query: string, reason: Parameters<typeof bodyWithReason>[0]][] = [
      ['anchor=newest&num_before=5&num_after=0', 'search-order-words-missing'],
      [`anchor=newest&num_before=5&num_after=5&${search}`, 'search-order-range-invalid'],
      [`message_ids=[1]&${search}`, 'search-order-range-invalid'],
    ]
    for (const [query, reason] of refused) {
      const response = await raw(`/api/v1/messages?search_order=relevance&${query}`, { as: carol })
      expect([response.status, await response.json()], query).toMatchObject([400, bodyWithReason(reason)])
    }
  })

  it('finds only what the reader can read, for every kind of reader', async () => {
    const { alice, bob, greta } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await sendChannelMessage(alice, 'plaza', 'x', 'medlars elsewhere')
    await sendChannelMessage(alice, 'general', 'x', 'medlars here')
    await alice.api.sendMessage({ type: 'direct', to: [bob.id], content: 'medlars in private' })
    const find = async (person: Person, narrow: Narrow = []) =>
      contentsIn(await person.api.getMessages({ ...ranked, narrow: [['search', 'medlars'], ...narrow] }))
    expect(await find(greta)).toEqual(['medlars here'])
    expect(await find(bob)).toEqual(['medlars in private', 'medlars here'])
    expect(await find(bob, [['channels', 'public']])).toEqual(['medlars here', 'medlars elsewhere'])
  })
})
