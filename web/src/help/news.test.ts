import { readFileSync } from 'node:fs'
import type { InitialState } from '@loquat/contract'
import { appNotices } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { hasNews, newest } from './news.ts'

const state = (joined: string, steps: readonly string[]): InitialState => ({
  user_id: 1,
  onboarding_steps: steps.map((name) => ({ type: 'one_time_notice', name })),
  ...({ realm_users: [{ user_id: 1, date_joined: joined }] } as Partial<InitialState>),
})

describe('News', () => {
  it('are new for people who were there before the version, until they open them', () => {
    expect(hasNews(state('2026-11-01T00:00:00Z', [newest.step]))).toBe(true)
    expect(hasNews(state('2026-11-01T00:00:00Z', []))).toBe(false)
    expect(hasNews(state('2027-01-01T00:00:00Z', [newest.step]))).toBe(false)
  })

  it.each(['en', 'de'])('begin with the newest version in %s', (language) => {
    const page = readFileSync(new URL(`./${language}/whats-new.md`, import.meta.url), 'utf8')
    expect(/^## (.+)$/m.exec(page)?.[1]).toBe(newest.version)
    expect(appNotices).toContain(newest.step)
  })
})
