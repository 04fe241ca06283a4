import type { InitialState } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { doneSteps, isNewOrganization } from './owner-setup.ts'

const person = (user_id: number, is_bot = false) => ({ user_id, is_bot })
const state = (part: object): InitialState => ({
  user_id: 1,
  is_owner: true,
  full_name: 'Owner',
  ...({ realm_users: [person(1), person(2, true)], ...part } as Partial<InitialState>),
})

describe('Owner setup', () => {
  it('is offered to an owner without other users', () => {
    expect(isNewOrganization(state({}))).toBe(true)
    expect(isNewOrganization(state({ is_owner: false }))).toBe(false)
    expect(isNewOrganization(state({ realm_users: [person(1), person(3)] }))).toBe(false)
    expect(isNewOrganization(state({ realm_non_active_users: [person(3)] }))).toBe(false)
  })

  it('detects which steps are done', () => {
    expect(doneSteps(state({}))).toEqual([])
    const channels = [{ stream_id: 1 }, { stream_id: 2 }]
    expect(
      doneSteps(
        state({
          full_name: 'Ana Lopez',
          realm_users: [person(1), person(3)],
          subscriptions: channels,
          realm_icon_source: 'U',
          server_sends_email: true,
        }),
      ),
    ).toEqual(['names', 'invite', 'channel', 'icon', 'email'])
  })
})
