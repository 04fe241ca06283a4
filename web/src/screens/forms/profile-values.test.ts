import { describe, expect, it } from 'vitest'
import { accountAddress, accountOf, optionsOf } from './profile-values.ts'

describe('Profile fields', () => {
  it('have options in order', () => {
    const data = '{"b":{"text":"Second","order":"2"},"a":{"text":"First","order":"1"}}'
    expect(optionsOf(data).map(({ label }) => label)).toEqual(['First', 'Second'])
  })

  it('link to external accounts', () => {
    const known = { github: { url_pattern: 'https://github.com/%(username)s' } }
    expect(accountAddress('{"subtype":"github"}', 'a b', known)).toBe('https://github.com/a%20b')
    const custom = '{"subtype":"custom","url_pattern":"https://a.example/%(username)s"}'
    expect(accountAddress(custom, 'ana', known)).toBe('https://a.example/ana')
  })

  it('have no options and no URL if their data is malformed', () => {
    for (const data of ['', '{', 'null', '[1]', '{"a":1}']) {
      expect(optionsOf(data), data).toEqual([])
      expect(accountAddress(data, 'ana', {}), data).toBeUndefined()
      expect(accountOf(data), data).toEqual({ subtype: '', urlPattern: undefined })
    }
  })
})
