import type { InitialState } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { administrators, isAlone } from './alone-here.ts'

const among = (...users: { full_name: string; role: number; is_bot: boolean }[]) =>
  ({ realm_users: users }) as unknown as InitialState
const olga = { full_name: 'Olga', role: 100, is_bot: false }
const ana = { full_name: 'Ana', role: 200, is_bot: false }
const ben = { full_name: 'Ben', role: 400, is_bot: false }
const bot = { full_name: 'Clerk', role: 200, is_bot: true }

describe('An organization with one user', () => {
  it('can have bots', () => {
    expect(isAlone(among(olga, bot))).toBe(true)
    expect(isAlone(among(olga, ben))).toBe(false)
  })

  it('names only owners and administrators as contacts', () => {
    expect(administrators(among(olga, ana, ben, bot))).toEqual(['Olga', 'Ana'])
    expect(administrators(among(ben))).toEqual([])
  })
})
