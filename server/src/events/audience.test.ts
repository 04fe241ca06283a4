import { describe, expect, it } from 'vitest'
import { emptyDirectory } from '../directory/testing/fixtures.ts'
import { type Audience, includes, pickFrom } from './audience.ts'

const directory = emptyDirectory()
const many = Array.from({ length: 40 }, (_, n) => n * 2)

describe('An audience', () => {
  it.each<[Audience, number, boolean]>([
    [{ users: [1, 2] }, 2, true],
    [{ users: [1, 2] }, 3, false],
    [{ users: many }, 40, true],
    [{ users: many }, 41, false],
    [{ everyone: true }, 7, true],
    [{ everyone: true, except: [7] }, 7, false],
    [{ everyone: true, except: many }, 40, false],
    [{ everyone: true, except: many }, 41, true],
    [{ channel: 9, message: 1 }, 7, false],
  ])('%j: user %i, %s', (audience, user, expected) => {
    expect(includes(audience, user, directory)).toBe(expected)
  })

  it('selects the same waiting users, whichever list is longer', () => {
    const few = new Map([
      [40, 'forty'],
      [41, 'forty-one'],
    ])
    const all = new Map(Array.from({ length: 100 }, (_, n) => [n, n]))
    expect([...pickFrom(few, { users: many }, directory)]).toEqual(['forty'])
    expect([...pickFrom(all, { users: [3, 500] }, directory)]).toEqual([3])
    expect([...pickFrom(few, { everyone: true, except: [40] }, directory)]).toEqual(['forty-one'])
  })
})
