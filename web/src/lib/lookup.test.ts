import type { InitialState } from '@loquat/contract'
import { expect, it } from 'vitest'
import { lookupIn } from './lookup.ts'

it('users and channels are found by ID and by name', () => {
  const person = (user_id: number, full_name: string, email: string) => ({ user_id, full_name, email })
  const lookup = lookupIn({
    user_id: 1,
    realm_users: [person(1, 'Ana Ruiz', 'ana@x.org'), person(2, 'Ben', 'ben@x.org')],
    realm_non_active_users: [person(3, 'BEN', 'ben2@x.org')],
    cross_realm_bots: [person(4, 'Notification Bot', 'bot@x.org')],
    subscriptions: [{ stream_id: 10, name: 'Design' }],
    unsubscribed: [{ stream_id: 11, name: 'ops' }],
    never_subscribed: [{ stream_id: 12, name: 'Web Shop' }],
  } as unknown as InitialState)
  expect(lookup.me).toBe(1)
  expect([lookup.userName(3), lookup.userName(4), lookup.userName(9)]).toEqual([
    'BEN',
    'Notification Bot',
    undefined,
  ])
  expect([10, 11, 12, 13].map(lookup.channelName)).toEqual(['Design', 'ops', 'Web Shop', undefined])
  expect(['design', ' WEB shop ', 'nowhere'].map(lookup.channelIdOf)).toEqual([10, 12, undefined])
  expect(['ben', 'ana@X.org', 'nobody'].map((name) => [...lookup.userIdsOf(name)])).toEqual([[2, 3], [1], []])
  expect(lookupIn({}).userIdsOf('x')).toEqual([])
})
