import { describe, expect, it } from 'vitest'
import { AlertWords } from '../../../directory/alert-words.ts'
import { findAlertedUsers } from './match.ts'

const words = new AlertWords([
  ['plum', new Set([1])],
  ['ripe plum', new Set([2])],
  ['c++', new Set([3])],
  ['größe', new Set([4])],
])
const alerted = (text: string) => [...findAlertedUsers(text, words)].sort()

describe('An alert word', () => {
  it.each([
    ['plum', [1]],
    ['PLUM!', [1]],
    ['a plum, please', [1]],
    ['(plum)', [1]],
    ['*plum*', [1]],
    ['`plum`', [1]],
    ['>plum', [1]],
    ['"plum"', [1]],
    ['one\nplum\ntwo', [1]],
    ['a ripe plum', [1, 2]],
    ['C++: yes', [3]],
    ['die Größe.', [4]],
  ])('matches a whole word in %j', (text, people) => {
    expect(alerted(text)).toEqual(people)
  })

  it.each([
    'plums',
    'aplum',
    'https://example.com/plum',
    'plum/x',
    '#plum',
    'plum_tree',
    '```\nplum\n```',
    '~~~ py\na plum\n~~~',
    '```\nplum and no end',
  ])('does not match in %j', (text) => {
    expect(alerted(text)).toEqual([])
  })

  it('matches in quotes and spoilers and after a code block', () => {
    expect(alerted('```quote\nplum\n```')).toEqual([1])
    expect(alerted('```spoiler what\nplum\n```')).toEqual([1])
    expect(alerted('```\nx\n```\nplum')).toEqual([1])
  })
})
