import { describe, expect, it } from 'vitest'
import { PasswordHasher, passwordDenial, randomApiKey, randomPassword, saltOf } from './passwords.ts'

describe('A password', () => {
  it('matches its own hash only, and is salted', async () => {
    const verifier = new PasswordHasher()
    const hashed = await verifier.hash('loquats ripen')
    expect(hashed).toMatch(/^\$argon2id\$/)
    expect(hashed).not.toBe(await verifier.hash('loquats ripen'))
    expect(await verifier.matches(hashed, 'loquats ripen')).toBe(true)
    expect(await verifier.matches(hashed, 'Loquats ripen')).toBe(false)
    expect(await verifier.matches(hashed, '')).toBe(false)
    expect(await verifier.matches(null, 'loquats ripen')).toBe(false)
  })

  it('is compared with a hash of the same cost if none is stored, and never matches it', async () => {
    const compared: string[] = []
    const verifier = new PasswordHasher(new Map(), async (hashed) => compared.push(String(hashed)) > 0)
    const cost = (hashed: string | undefined) => hashed?.split('$').slice(0, 4).join('$')
    const hashed = await verifier.hash('loquats ripen')
    expect(await verifier.matches(hashed, 'x')).toBe(true)
    expect(await verifier.matches(null, 'x')).toBe(false)
    expect(compared).toHaveLength(2)
    expect(cost(compared[1])).toBe(cost(hashed))
  })

  it('is hashed with a secret if there is one, and can be compared only with it', async () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const plain = new PasswordHasher()
    const keyed = new PasswordHasher(new Map([['a', first]]))
    const before = await plain.hash('loquats ripen')
    const hashed = await keyed.renewed(before, 'loquats ripen')
    expect(hashed).toMatch(/^keyed:a:\$argon2id\$/)
    expect(saltOf(hashed ?? '')).toBe(saltOf(before))
    expect(await keyed.matches(hashed ?? '', 'loquats ripen')).toBe(true)
    expect(await keyed.matches(hashed ?? '', 'loquats')).toBe(false)
    expect(await keyed.matches(before, 'loquats ripen')).toBe(true)
    expect(await keyed.renewed(hashed ?? '', 'loquats ripen')).toBeUndefined()
    expect(await plain.matches(hashed ?? '', 'loquats ripen')).toBe(false)
    expect(await new PasswordHasher(new Map([['a', second]])).matches(hashed ?? '', 'loquats ripen')).toBe(
      false,
    )
    const both = new PasswordHasher(
      new Map([
        ['b', second],
        ['a', first],
      ]),
    )
    expect(await both.matches(hashed ?? '', 'loquats ripen')).toBe(true)
    expect(await both.matches(null, 'loquats ripen')).toBe(false)
  })

  it('must be as long and as hard to guess as the organization says, and not be a leaked one', async () => {
    const strict = { minLength: 12, level: 4 }
    expect(await passwordDenial('x9$Lm2@qQz', strict)).toBe('too-short')
    expect(await passwordDenial('dragonfly77', { minLength: 6, level: 2 })).toBe('too-weak')
    expect(await passwordDenial('dragonfly77')).toBeUndefined()
    expect(await passwordDenial('loquats ripen in spring', strict)).toBeUndefined()
    expect(await passwordDenial('DimaZarya')).toBe('breached')
  })

  it('must be long and hard to guess', async () => {
    for (const weak of ['', 'short', '🍑🍑🍑🍑🍑', 'password', '123456', 'qwerty', 'aaaaaaaaaaaa']) {
      expect(await passwordDenial(weak), weak).toBe('too-weak')
    }
    for (const strong of ['loquats ripen in spring', randomPassword(), 'x9$Lm2@qQz']) {
      expect(await passwordDenial(strong), strong).toBeUndefined()
    }
    expect(await passwordDenial('a'.repeat(100_000))).toBe('too-weak')
  })
})

describe('An API key', () => {
  it('is 32 letters and digits, and different every time', () => {
    const keys = Array.from({ length: 100 }, randomApiKey)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
