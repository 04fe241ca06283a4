import { describe, expect, it } from 'vitest'
import { databasePlace, parseDatabaseUrl } from './database-url.ts'

describe('DATABASE_URL', () => {
  it('can name several hosts, as for libpq', () => {
    expect(
      parseDatabaseUrl(
        'postgres://user:p%40w@one:6432,[::1],%2Frun%2Fpg/db?target_session_attrs=read-write&sslmode=require',
      ),
    ).toEqual({
      url: 'postgres://user:p%40w@one:6432/db?sslmode=require',
      hosts: [
        { host: 'one', port: 6432 },
        { host: '::1', port: 5432 },
        { host: '/run/pg', port: 5432 },
      ],
    })
    const hosts = [
      { host: '/a', port: 6000 },
      { host: '/b', port: 6000 },
    ]
    expect(parseDatabaseUrl('postgresql:///db?host=/a,/b&port=6000&user=u')).toEqual({
      url: 'postgresql://%2Fa:6000/db?user=u',
      hosts,
    })
  })

  it('with one host is left as it is', () => {
    for (const url of ['postgres://u@h/db?target_session_attrs=primary', 'postgresql:///db?host=/run/pg'])
      expect(parseDatabaseUrl(url)).toEqual({ url, hosts: [] })
  })

  it.each([
    ['postgres://h1,h2/db?target_session_attrs=standby', /target_session_attrs=standby.*read-write/],
    ['postgres://h1/db?target_session_attrs=prefer-standby', /target_session_attrs=prefer-standby/],
    ['postgres://h1,/db', /must name its hosts/],
    ['postgres://h1:99999,h2/db', /must name its hosts/],
    ['postgres:///db?host=a,b,c&port=1,2', /one port for all hosts/],
    [`postgres://${Array.from({ length: 17 }, (_, n) => `h${n}`)}/db`, /at most 16 hosts/],
  ])('is refused as %s', (url, sentence) => {
    expect(() => parseDatabaseUrl(url)).toThrow(sentence)
  })

  it('names the same place with another password', () => {
    expect(databasePlace('postgres://u:one@h1,h2:6432/db')).toBe(
      databasePlace('postgres://u:two@h1,h2:6432/db'),
    )
    expect(databasePlace('postgres://u@h1,h2/db')).not.toBe(databasePlace('postgres://u@h1,h3/db'))
  })
})
