import { describe, expect, it } from 'vitest'
import { organizationsInCookie, originOf } from './organizations.ts'

describe('Other organizations', () => {
  it('come from the cookie of the parent domain, which may only contain web addresses', () => {
    const list = [
      ['Plum', 'https://plum.example.com'],
      ['Script', 'javascript:alert(1)'],
      ['Half'],
      7,
      ['Path', 'https://fig.example.com/x?y'],
    ]
    const cookies = `a=b; loquat_organizations=${encodeURIComponent(JSON.stringify(list))}; c=d`
    expect(organizationsInCookie(cookies)).toEqual([
      { name: 'Plum', url: 'https://plum.example.com' },
      { name: 'Path', url: 'https://fig.example.com' },
    ])
    for (const broken of [
      '',
      'loquat_organizations=',
      'loquat_organizations=%',
      'loquat_organizations=%7B%7D',
    ])
      expect(organizationsInCookie(broken), broken).toEqual([])
  })

  it('can be added by typing an address', () => {
    for (const [typed, url] of [
      ['chat.example.com', 'https://chat.example.com'],
      [' https://chat.example.com/login ', 'https://chat.example.com'],
      ['http://localhost:9991/', 'http://localhost:9991'],
      ['localhost:9991', 'https://localhost:9991'],
      ['', undefined],
      ['two words', undefined],
      ['ftp://example.com', undefined],
    ] as const)
      expect(originOf(typed), typed).toBe(url)
  })
})
