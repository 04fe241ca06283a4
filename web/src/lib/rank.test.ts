import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frecency, matchClass, matchClasses, ranked, score, withVisit } from './rank.ts'

const { exact, prefix, words, initials, letters } = matchClasses
const day = 24 * 3600 * 1000

describe('Matching', () => {
  it('has classes from exact matches to scattered letters', () => {
    const rows: [string, string, number | undefined][] = [
      ['ana ruiz', 'Ana Ruiz', exact],
      ['ANA RUÍZ', 'ana ruiz', exact],
      ['jose', 'José', exact],
      ['ﬁre', 'fire', exact],
      ['an', 'Ana Ruiz', prefix],
      ['ana r', 'Ana Ruiz', prefix],
      ['', 'Ana', prefix],
      ['ru', 'Ana Ruiz', words],
      ['ru an', 'Ana Ruiz', words],
      ['shop', 'web-shop', words],
      ['shop', 'web_shop/orders', words],
      ['ord', 'web:orders', words],
      ['ana ana', 'Ana Ruiz', undefined],
      ['an ana', 'Ana Anders', words],
      ['ar', 'Ana Ruiz', initials],
      ['awr', 'Ana de Wit Ruiz', letters],
      ['adw', 'Ana de Wit Ruiz', initials],
      ['nri', 'Ana Ruiz', letters],
      ['xyz', 'Ana Ruiz', undefined],
      ['irn', 'Ana Ruiz', undefined],
      ['設', '設計', prefix],
    ]
    for (const [query, name, expected] of rows)
      expect(matchClass(query, name), `${query} in ${name}`).toBe(expected)
  })

  it('finds every name by itself, by its prefixes and by its words in any order', () => {
    const word = fc.stringMatching(/^[a-zäéß]{2,6}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (parts, cut) => {
        const name = parts.join(' ')
        expect(matchClass(name, name)).toBe(exact)
        expect(matchClass(name.slice(0, 1 + (cut % name.length)), name)).toBeGreaterThanOrEqual(prefix)
        expect(matchClass([...parts].reverse().join(' '), name)).toBeGreaterThanOrEqual(words)
      }),
    )
  })
})

describe('Ranking', () => {
  it('is by class, then by signals', () => {
    expect(score(prefix, {})).toBe(3000)
    expect(
      score(exact, { frecency: 9999, hasMention: true, hasUnread: true, isFollowed: true, isPinned: true }),
    ).toBe(4000 + 400 + 300 + 100 + 60 + 30)
    expect(score(words, { isMuted: true, isArchived: true })).toBe(1500)
    const names = (query: string, candidates: Parameters<typeof ranked>[1]) =>
      ranked(query, candidates).map(({ name }) => name)
    const candidates = [
      { name: 'zebra' },
      { name: 'design', frecency: 400 },
      { name: 'des' },
      { name: 'new design', hasMention: true, frecency: 400 },
      { name: 'old designs', isMuted: true },
      { name: 'ops', aliases: ['desk'] },
    ]
    expect(names('des', candidates)).toEqual(['des', 'design', 'ops', 'new design', 'old designs'])
    expect(names('', candidates)).toEqual(['new design', 'design', 'des', 'ops', 'zebra', 'old designs'])
    expect(ranked('des', candidates, 2)).toHaveLength(2)
  })

  it('halves visits every week, and counts at most four', () => {
    const once = withVisit(undefined, 0)
    expect(frecency(undefined, 0)).toBe(0)
    expect(frecency(once, 0)).toBe(100)
    expect(frecency(once, 7 * day)).toBe(50)
    const twice = withVisit(once, 7 * day)
    expect(frecency(twice, 7 * day)).toBe(150)
    const often = Array.from({ length: 50 }).reduce<ReturnType<typeof withVisit>>(
      (visits) => withVisit(visits, 0),
      once,
    )
    expect(frecency(often, 0)).toBe(400)
  })
})
