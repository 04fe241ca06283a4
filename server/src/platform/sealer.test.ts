import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Sealer } from './sealer.ts'

describe('A sealed secret', () => {
  const key = randomBytes(32)
  const sealer = new Sealer([key])

  it('opens only with the same key and for the same purpose', () => {
    const sealed = sealer.seal('api key', 'ключ 🔑')
    expect(new Sealer([key]).open('api key', sealed)).toBe('ключ 🔑')
    expect(() => sealer.open('email', sealed)).toThrow()
    expect(() => new Sealer([randomBytes(32)]).open('api key', sealed)).toThrow('secret key')
    expect(sealer.seal('api key', 'same')).not.toBe(sealer.seal('api key', 'same'))
  })

  it('does not open if a character was changed', () => {
    const sealed = sealer.seal('api key', 'plum')
    for (let at = sealer.prefix.length; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'w' : 'A'
      expect(() => sealer.open('api key', sealed.slice(0, at) + other + sealed.slice(at + 1))).toThrow()
    }
    for (const text of ['', 's1', 's1..', sealer.prefix, sealed.slice(0, -4), 'plum']) {
      expect(() => sealer.open('api key', text)).toThrow()
    }
  })

  it('opens in its own row only, if it is bound to one', () => {
    const binding = new Sealer([key], { bindsRows: true })
    const sealed = binding.seal('totp secret', 'plum', 'totp_factor 7')
    expect(sealed.startsWith(binding.rowPrefix)).toBe(true)
    // Every server opens it; only those with a master key bind.
    expect(sealer.open('totp secret', sealed, 'totp_factor 7')).toBe('plum')
    expect(() => binding.open('totp secret', sealed, 'totp_factor 8')).toThrow()
    expect(() => binding.open('totp secret', sealed)).toThrow()
    expect(() => binding.open('totp secret', sealed.replace(/^s2/, 's1'), 'totp_factor 7')).toThrow()
    const unbound = sealer.seal('totp secret', 'plum', 'totp_factor 7')
    expect(unbound.startsWith(sealer.prefix)).toBe(true)
    expect(binding.open('totp secret', unbound, 'totp_factor 7')).toBe('plum')
  })

  it('opens with every key of a rotation, and is sealed with the first', () => {
    const next = randomBytes(32)
    const both = new Sealer([next, key])
    expect(both.open('api key', sealer.seal('api key', 'plum'))).toBe('plum')
    expect(new Sealer([next]).open('api key', both.seal('api key', 'plum'))).toBe('plum')
    expect(both.fingerprints).toEqual([new Sealer([next]).fingerprints[0], sealer.fingerprints[0]])
  })
})
