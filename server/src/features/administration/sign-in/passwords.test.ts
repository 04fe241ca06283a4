import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('A new password', () => {
  it('is rated for a meter, by the rules of the organization, and not as often as one likes', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const rate = async (password: string) => {
      const { level, denial } = await world.anyone.checkPassword({ password })
      return { level, denial }
    }
    expect(await rate('')).toEqual({ level: 0, denial: 'too-weak' })
    expect(await rate('password')).toEqual({ level: 0, denial: 'too-weak' })
    expect(await rate('DimaZarya')).toMatchObject({ denial: 'breached' })
    expect(await rate('dragonfly77')).toEqual({ level: 1, denial: null })
    expect(await rate('the quiet loquat tree')).toEqual({ level: 4, denial: null })
    await world.alice.api.updateSignInPolicy({ password_min_length: 30 })
    expect(await rate('the quiet loquat tree')).toEqual({ level: 4, denial: 'too-short' })
    const page = await fetch(`${world.url}/api/v1/password_strength`, { method: 'POST' })
    expect(await page.json()).toMatchObject({ var_name: 'password' })

    let answer: unknown
    for (let n = 0; n < 1_000 && answer === undefined; n++)
      answer = await rate('a').then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(answer).toMatchObject(withReason('rate-limit-exceeded'))
  })
})
