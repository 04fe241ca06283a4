import { describe, expect, it } from 'vitest'
import { cookie, cookieNames } from './cookies.ts'

describe('Cookies of a session', () => {
  it('are bound to the host and sent over TLS only if the public address has https', () => {
    const { session, csrf, secure } = cookieNames('https://chat.example.com')
    expect([session, csrf]).toEqual(['__Host-loquat_session', '__Host-loquat_csrf'])
    expect(cookie(session, 'x', { secure })).toBe(
      '__Host-loquat_session=x; Path=/; SameSite=Lax; HttpOnly; Secure',
    )
    const plain = cookieNames('http://localhost:9991')
    expect(cookie(plain.session, 'x', plain)).toBe('loquat_session=x; Path=/; SameSite=Lax; HttpOnly')
  })
})
