import { newestAnchor } from '@loquat/contract'
import { createWorld, type Person, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const send = async (sender: Person, topic = 'x', to = 'general') =>
  (await sender.api.sendMessage({ type: 'channel', to, topic, content: 'hi' })).id

/** Sends messages one after the other, so that their IDs ascend. */
async function sendSeveral(sender: Person, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await send(sender))
  return ids
}

type Query = Parameters<Person['api']['getMessages']>[0]

async function fetchBy(person: Person, query: Query) {
  const { messages, anchor, found_anchor, found_oldest, found_newest, ...rest } =
    await person.api.getMessages(query)
  expect(rest).toEqual({ history_limited: false })
  return { ids: messages.map((message) => message.id), anchor, found_anchor, found_oldest, found_newest }
}

const refusal = async (world: World, query: string) => {
  const response = await world.raw(`/api/v1/messages?${query}`, { as: world.carol })
  return { status: response.status, ...((await response.json()) as object) }
}

describe('A range of messages', () => {
  it('follows the anchor and the counts, and reports whether it reaches the ends', async () => {
    const { alice, carol } = await createWorld()
    const ids = await sendSeveral(alice, 5)
    type Row = [
      anchor: number | string,
      before: number,
      after: number,
      includeAnchor: boolean,
      found: number[],
      oldest: boolean,
      newest: boolean,
      anchor: boolean,
    ]
    // Numbers from 0 to 4 as anchor and in `found` are places in the list of messages.
    const rows: Row[] = [
      ['oldest', 0, 0, true, [], true, false, false],
      ['oldest', 3, 0, true, [], true, false, false],
      ['oldest', 0, 3, true, [0, 1, 2], true, false, false],
      ['oldest', 9, 3, true, [0, 1, 2], true, false, false],
      ['oldest', 0, 5, true, [0, 1, 2, 3, 4], true, true, false],
      ['oldest', 0, 9, false, [0, 1, 2, 3, 4], true, true, false],
      ['newest', 0, 0, true, [], false, true, false],
      ['newest', 0, 3, true, [], false, true, false],
      ['newest', 3, 0, true, [2, 3, 4], false, true, false],
      ['newest', 3, 9, true, [2, 3, 4], false, true, false],
      ['newest', 5, 0, true, [0, 1, 2, 3, 4], true, true, false],
      ['newest', 9, 0, false, [0, 1, 2, 3, 4], true, true, false],
      [2, 0, 0, true, [2], false, false, true],
      [2, 0, 0, false, [2], false, false, true],
      [2, 1, 0, true, [1, 2], false, false, true],
      [2, 2, 0, true, [0, 1, 2], true, false, true],
      [2, 9, 0, false, [0, 1], true, false, false],
      [2, 0, 1, true, [2, 3], false, false, true],
      [2, 0, 2, true, [2, 3, 4], false, true, true],
      [2, 0, 9, false, [3, 4], false, true, false],
      [2, 1, 1, true, [1, 2, 3], false, false, true],
      [2, 2, 1, true, [0, 1, 2, 3], true, false, true],
      [2, 1, 2, true, [1, 2, 3, 4], false, true, true],
      [2, 9, 9, true, [0, 1, 2, 3, 4], true, true, true],
      // The list includes an end that was not asked for.
      [0, 0, 1, true, [0, 1], true, false, true],
      [4, 1, 0, true, [3, 4], false, true, true],
      [0, 0, 0, true, [0], true, false, true],
      [0, 1, 0, false, [], true, false, false],
      [4, 0, 1, false, [], false, true, false],
    ]
    for (const [anchor, num_before, num_after, include_anchor, found, ...flags] of rows) {
      const [found_oldest, found_newest, found_anchor] = flags
      const resolved = { oldest: 0, newest: newestAnchor }[anchor] ?? ids[Number(anchor)]
      const query = {
        anchor: typeof anchor === 'number' ? String(resolved) : anchor,
        num_before,
        num_after,
        include_anchor,
      }
      expect(await fetchBy(carol, query), JSON.stringify({ place: anchor, ...query })).toEqual({
        ids: found.map((place) => ids[place]),
        anchor: resolved,
        found_anchor,
        found_oldest,
        found_newest,
      })
    }
  })

  it('resolves anchors before the first and after the last message', async () => {
    const { alice, carol } = await createWorld()
    const ids = await sendSeveral(alice, 3)
    const beyond = 999_999
    const cases: [anchor: string, before: number, after: number, result: object][] = [
      ['-1', 0, 1, { ids: [ids[0]], anchor: 0, found_oldest: true, found_newest: false }],
      ['0', 1, 3, { ids, anchor: 0, found_oldest: true, found_newest: true }],
      [' 0 ', 0, 0, { ids: [], anchor: 0, found_oldest: true, found_newest: false }],
      ['10000000000000000', 1, 0, { ids: [ids[2]], anchor: newestAnchor, found_newest: true }],
      ['10000000000000001', 1, 1, { ids: [ids[2]], anchor: newestAnchor, found_newest: true }],
      ['99999999999999999999', 0, 1, { ids: [], anchor: newestAnchor, found_newest: true }],
      [`${beyond}`, 1, 0, { ids: [ids[2]], anchor: beyond, found_oldest: false, found_newest: true }],
      [`${beyond}`, 0, 0, { ids: [], anchor: beyond, found_oldest: false, found_newest: false }],
      [`${beyond}`, 0, 1, { ids: [], anchor: beyond, found_oldest: false, found_newest: true }],
    ]
    for (const [anchor, num_before, num_after, result] of cases) {
      const fetched = await fetchBy(carol, { anchor, num_before, num_after })
      expect(fetched, anchor).toMatchObject({ ...result, found_anchor: false })
    }
  })

  it('does not replace an anchor that does not match', async () => {
    const { alice, bob, carol } = await createWorld()
    const first = await send(alice, 'plums')
    const { id: hidden } = await alice.api.sendMessage({ type: 'direct', to: [bob.id], content: 'psst' })
    const other = await send(alice, 'quinces')
    const last = await send(alice, 'plums')
    const narrow = [{ operator: 'topic', operand: 'plums' }]
    for (const anchor of [hidden, other]) {
      const around = { anchor: String(anchor), narrow }
      expect(await fetchBy(carol, { ...around, num_before: 0, num_after: 0 })).toMatchObject({
        ids: [],
        anchor,
        found_anchor: false,
        found_oldest: false,
        found_newest: false,
      })
      expect(await fetchBy(carol, { ...around, num_before: 1, num_after: 1 })).toMatchObject({
        ids: [first, last],
        found_anchor: false,
        found_oldest: true,
        found_newest: true,
      })
    }
  })

  it('without messages reaches both ends of the searched part', async () => {
    const { carol } = await createWorld()
    const rows: [anchor: string, before: number, after: number, oldest: boolean, newest: boolean][] = [
      ['oldest', 0, 0, true, false],
      ['oldest', 0, 1, true, true],
      ['newest', 0, 0, false, true],
      ['newest', 1, 0, true, true],
      ['7', 1, 0, true, false],
      ['7', 0, 1, false, true],
      ['7', 0, 0, false, false],
      ['first_unread', 1, 1, true, true],
    ]
    for (const [anchor, num_before, num_after, found_oldest, found_newest] of rows) {
      const fetched = await fetchBy(carol, { anchor, num_before, num_after })
      const found = { ids: [], found_anchor: false, found_oldest, found_newest }
      expect(fetched, `${anchor} ${num_before} ${num_after}`).toMatchObject(found)
    }
  })

  it('holds up to 5000 messages and the anchor', async () => {
    const world = await createWorld()
    const range = (before: number, after: number) => `anchor=oldest&num_before=${before}&num_after=${after}`
    expect(await refusal(world, range(2500, 2500))).toMatchObject({ status: 200 })
    for (const [before, after] of [
      [5001, 0],
      [0, 5001],
      [2500, 2501],
    ] as const) {
      expect(await refusal(world, range(before, after))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
  })

  it('needs an anchor and both numbers, each well formed', async () => {
    const world = await createWorld()
    const cases: [query: string, answer: object][] = [
      ['num_before=1&num_after=1', { code: 'BAD_REQUEST' }],
      ['anchor=newest&num_after=1', { code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_before' }],
      ['anchor=newest&num_before=1', { code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_after' }],
      ...['', '1.5', '"newest"', 'latest', '1e3', 'NEWEST'].map((anchor): [string, object] => [
        `anchor=${encodeURIComponent(anchor)}&num_before=1&num_after=1`,
        { code: 'BAD_REQUEST' },
      ]),
      ...['', 'False', '1.5', '-1', '"1"'].map((count): [string, object] => [
        `anchor=newest&num_before=${encodeURIComponent(count)}&num_after=1`,
        { code: 'BAD_REQUEST' },
      ]),
      ['anchor=newest&num_before=1&num_after=1&include_anchor=false', { code: 'BAD_REQUEST' }],
      ['anchor=newest&num_before=1&num_after=0&include_anchor=False', { code: 'BAD_REQUEST' }],
    ]
    for (const [query, answer] of cases) {
      expect(await refusal(world, query), query).toMatchObject({ status: 400, ...answer })
    }
    const none = await refusal(world, 'anchor=newest&num_before=1&num_after=0&narrow=null')
    expect(none).toMatchObject({ status: 200 })
  })
})

describe('The first unread message as anchor', () => {
  it('is the oldest match, or else the newest end', async () => {
    const { alice, carol } = await createWorld()
    const ids = await sendSeveral(alice, 3)
    const plum = await send(alice, 'plums')
    const around = { num_before: 1, num_after: 1 }
    const first = async (query: Query = {}) =>
      (await fetchBy(carol, { anchor: 'first_unread', ...around, ...query })).anchor
    const mark = (op: 'add' | 'remove', ...messages: (number | undefined)[]) =>
      carol.api.updateMessageFlags({ op, flag: 'read', messages: messages.map(Number) })
    expect(await first()).toBe(ids[0])
    await mark('add', ids[0])
    expect(await fetchBy(carol, { anchor: 'first_unread', ...around })).toEqual({
      ids,
      anchor: ids[1],
      found_anchor: true,
      found_oldest: true,
      found_newest: false,
    })
    expect(await first({ narrow: [['topic', 'plums']] })).toBe(plum)
    expect(await first({ anchor: '0', use_first_unread_anchor: true })).toBe(ids[1])
    await mark('add', ids[1], ids[2], plum)
    expect(await first()).toBe(newestAnchor)
    await mark('remove', ids[2])
    expect(await first()).toBe(ids[2])
  })

  it('is a received message, even if older messages are shown around it', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const old = await send(alice, 'x', 'plaza')
    const narrow = [{ operator: 'channel', operand: 'plaza' }]
    const query = { anchor: 'first_unread', num_before: 5, num_after: 5, narrow }
    expect(await fetchBy(carol, query)).toMatchObject({ ids: [old], anchor: newestAnchor })
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const fresh = await send(alice, 'x', 'plaza')
    expect(await fetchBy(carol, query)).toMatchObject({
      ids: [old, fresh],
      anchor: fresh,
      found_anchor: true,
    })
  })
})
