import type { NarrowTerm } from '@loquat/contract'
import { expect, test } from 'vitest'
import { ignoredWords, isPersonal, relaxations, withoutScope } from './relax-search.ts'

const term = (operator: string, operand: NarrowTerm['operand'], negated = false): NarrowTerm => ({
  operator,
  operand,
  negated,
})

test('only searches without a conversation are limited to received messages', () => {
  expect(isPersonal([term('search', 'plums')])).toBe(true)
  expect(isPersonal([term('sender', 7), term('has', 'link')])).toBe(true)
  expect(isPersonal([term('channel', 3, true)])).toBe(true)
  for (const one of [
    term('channel', 3),
    term('channels', 'public'),
    term('dm', [7]),
    term('is', 'starred'),
  ]) {
    expect(isPersonal([one, term('search', 'plums')]), one.operator).toBe(false)
  }
})

test('without results, each filter can be dropped, a phrase split, and public channels included', () => {
  const sender = term('sender', 7)
  const phrase = term('search', '"dark variant" leaf')
  const offered = relaxations([sender, phrase])
  expect(offered.map(({ kind }) => kind)).toEqual(['public', 'words', 'without'])
  expect(offered[0]?.terms).toEqual([term('channels', 'public'), sender, phrase])
  expect(offered[1]?.terms).toEqual([sender, term('search', 'dark variant leaf')])
  expect(offered[2]).toMatchObject({ dropped: sender, terms: [phrase] })
  expect(relaxations([term('channel', 3)])).toEqual([])
})

test('common words are named, but not inside a phrase', () => {
  const stop = new Set(['the', 'of'])
  expect(ignoredWords([term('search', 'The color of leaves "of the tree"')], stop)).toEqual(['The', 'of'])
})

test('a search in one conversation can be extended to all, if it has other terms', () => {
  const words = term('search', 'plums')
  expect(withoutScope([term('channel', 3), term('topic', 'harvest'), words])).toEqual([words])
  expect(withoutScope([term('dm', [7]), words])).toEqual([words])
  expect(withoutScope([term('channel', 3)])).toBeUndefined()
  expect(withoutScope([words])).toBeUndefined()
  expect(withoutScope([term('channel', 3, true), words])).toBeUndefined()
})
