import { describe, expect, it } from 'vitest'
import { givenName, isNotice } from './people.ts'

describe('The short name in a preview', () => {
  it('is the first word of a name, and the whole name of a bot', () => {
    expect(givenName({ full_name: 'Ben Okoye', is_bot: false })).toBe('Ben')
    expect(givenName({ full_name: 'Notification Bot', is_bot: true })).toBe('Notification Bot')
  })
})

describe('A notice', () => {
  const bot = { is_system_bot: true as const, email: 'notification-bot@loquat.invalid' }

  it('is about the channel itself: no message of a person, no entry of a feed, no forwarded email', () => {
    const said = { client: 'internal', stream_id: 7 }
    expect(isNotice(said, bot)).toBe(true)
    expect(isNotice(said, { email: 'carol@example.com' })).toBe(false)
    expect(isNotice({ ...said, client: 'Feeds' }, bot)).toBe(false)
    expect(isNotice(said, { ...bot, email: 'email-gateway@loquat.invalid' })).toBe(false)
    expect(isNotice({ client: 'internal', stream_id: undefined }, bot)).toBe(false)
  })
})
