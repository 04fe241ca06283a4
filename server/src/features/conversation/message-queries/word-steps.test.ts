import { createWorld, sendChannelMessage } from '@loquat/devkit'
import { expect, test } from 'vitest'
import { nearWords } from './near-words-sql.ts'
import { parseSearch } from './search-query.ts'
import { lexemesSql } from './search-sql.ts'
import { firstStep, stepAfter, wordSteps } from './word-steps.ts'

test('a search starts with the nearest messages for frequent words, and with the whole index for rare ones', () => {
  const messages = 1_000_000
  const first = (matches: number, needed = 31, share = 0.2, wanted = needed) =>
    wordSteps[firstStep({ matches, messages }, { matches: needed, wanted, share })]
  expect(first(500_000)).toEqual({ by: 'walk', messages: 8_000 })
  expect(first(20_000)).toEqual({ by: 'blocks', blocks: 2 })
  expect(first(20_000, 31, 1)).toEqual({ by: 'walk', messages: 8_000 })
  // The index takes less time than to look at eight thousand messages for a few matches.
  expect(first(5_500, 31, 1)).toEqual({ by: 'blocks', blocks: 2 })
  expect(first(40_000, 100, 1, 500)).toEqual({ by: 'blocks', blocks: 2 })
  expect(first(400_000, 100, 1, 500)).toEqual({ by: 'walk', messages: 8_000 })
  expect(first(200)).toEqual({ by: 'blocks', blocks: 2 })
  expect(first(100)).toEqual({ by: 'all' })
  // A page of results needs fewer matches than a ranking.
  expect(first(60_000, 100)).toEqual({ by: 'blocks', blocks: 2 })
  expect(firstStep({ matches: 0, messages: 0 }, { matches: 31, wanted: 31, share: 1 })).toBe(
    wordSteps.length - 1,
  )
})

test('a search that found too little leaves out steps that are not expected to find enough', () => {
  const next = (failed: number, found: number, needed = 31) => wordSteps[stepAfter(failed, found, needed)]
  expect(next(0, 20)).toEqual({ by: 'blocks', blocks: 2 })
  expect(next(1, 10)).toEqual({ by: 'blocks', blocks: 8 })
  expect(next(1, 10, 100)).toEqual({ by: 'blocks', blocks: 8 })
  expect(next(1, 10, 501)).toEqual({ by: 'all' })
  expect(next(0, 0)).toEqual({ by: 'all' })
  expect(next(2, 30)).toEqual({ by: 'all' })
  // After all messages, there are no others.
  expect(next(3, 0)).toBeUndefined()
})

test('every step finds the same messages, on both sides of an anchor and only in conversations of the reader', async () => {
  const { alice, bob, carol, app } = await createWorld()
  await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
  const expected: number[] = []
  for (let n = 0; n < 6; n++) {
    expected.push(await sendChannelMessage(alice, 'general', 'x', `ripe plums ${n}`))
    await sendChannelMessage(alice, 'general', 'x', `plums, not as ripe ${n}`)
  }
  expected.push((await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'Ripe plums' })).id)
  await alice.api.sendMessage({ type: 'direct', to: [bob.id], content: 'ripe plums' })
  await sendChannelMessage(alice, 'plaza', 'x', 'ripe plums')
  const starred = await sendChannelMessage(alice, 'plaza', 'x', 'more ripe plums')
  await carol.api.updateMessageFlags({ messages: [starred], op: 'add', flag: 'starred' })
  expected.push(starred)
  const { db } = app.database
  const query = parseSearch('"ripe plums"')
  const { indexed } = (await lexemesSql(query).execute(db)).rows[0]!
  const { realm_id: realmId } = await db
    .selectFrom('account')
    .select('realm_id')
    .where('id', '=', carol.id)
    .executeTakeFirstOrThrow()
  const anchor = expected[3]!
  for (const step of wordSteps) {
    const sides = [
      { direction: 'below', anchor, limit: 9, candidates: 2 },
      { direction: 'from', anchor, limit: 9, candidates: 9 },
    ] as const
    const { rows } = await nearWords(realmId, carol.id, { ...query, indexed }, sides, step).execute(db)
    const ids = rows[0]?.messages?.split('\n').map((line) => Number(line.split(' ')[0]))
    expect(
      ids?.sort((a, b) => a - b),
      JSON.stringify(step),
    ).toEqual(expected.slice(1))
    // Only a step that looks at everything can say so.
    const ends = step.by !== 'walk'
    expect([rows[0]?.ends_below, rows[0]?.ends_above], JSON.stringify(step)).toEqual([ends, ends])
  }
})
