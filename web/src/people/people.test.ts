import { describe, expect, it } from 'vitest'
import { givenName } from './people.ts'

describe('The short name in a preview', () => {
  it('is the first word of a name, and the whole name of a bot', () => {
    expect(givenName({ full_name: 'Ben Okoye', is_bot: false })).toBe('Ben')
    expect(givenName({ full_name: 'Notification Bot', is_bot: true })).toBe('Notification Bot')
  })
})
