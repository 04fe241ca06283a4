import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Names, noNames } from '../lib/lookup.ts'
import { ascending } from './conversation.ts'
import {
  channelTabs,
  groupTabs,
  mixedFeeds,
  organizationSections,
  plainViews,
  settingsSections,
  type View,
} from './narrow.ts'
import { isOwnPath, isServerPath, toAddress, toView } from './narrow-codec.ts'

const names: Names = {
  channelName: (id) => ({ 12: 'design', 13: 'Web shop / Käse!', 14: '設計', 15: '…' })[id],
  userName: (id) => ({ 7: 'Ana Ruiz' })[id],
}

const addresses: [string, View][] = [
  ['/', { kind: 'home' }],
  ['/inbox', { kind: 'inbox' }],
  ['/recent', { kind: 'recent' }],
  ['/drafts', { kind: 'drafts' }],
  ['/scheduled', { kind: 'scheduled' }],
  ['/later', { kind: 'later' }],
  ['/feed', { kind: 'feed' }],
  ['/feed?at=220', { kind: 'feed', at: 220 }],
  ['/mentions', { kind: 'mentions' }],
  ['/starred', { kind: 'starred' }],
  ['/dms', { kind: 'dms' }],
  ['/c/12-design', { kind: 'channel', channelId: 12 }],
  ['/c/13-web-shop-k%C3%A4se', { kind: 'channel', channelId: 13 }],
  ['/c/14-%E8%A8%AD%E8%A8%88', { kind: 'channel', channelId: 14 }],
  ['/c/15', { kind: 'channel', channelId: 15 }],
  ['/c/99', { kind: 'channel', channelId: 99 }],
  ['/c/12-design?at=5', { kind: 'channel', channelId: 12, at: 5 }],
  ['/c/12-design/topics', { kind: 'channel-topics', channelId: 12 }],
  ['/c/12-design/topics?f=new%20logo', { kind: 'channel-topics', channelId: 12, filter: 'new logo' }],
  ['/c/12-design/t/logo%20refresh', { kind: 'topic', channelId: 12, topic: 'logo refresh' }],
  [
    '/c/12-design/t/logo%20refresh?with=214',
    { kind: 'topic', channelId: 12, topic: 'logo refresh', with: 214 },
  ],
  ['/c/12-design/t/a?with=1&at=2', { kind: 'topic', channelId: 12, topic: 'a', with: 1, at: 2 }],
  ['/c/12-design/t/~', { kind: 'topic', channelId: 12, topic: '' }],
  ['/c/12-design/t/~~', { kind: 'topic', channelId: 12, topic: '~' }],
  ['/c/12-design/t/a~sb~bc~~s', { kind: 'topic', channelId: 12, topic: 'a/b\\c~s' }],
  ['/c/12-design/t/~d.', { kind: 'topic', channelId: 12, topic: '..' }],
  ['/c/12-design/t/~dhidden.txt', { kind: 'topic', channelId: 12, topic: '.hidden.txt' }],
  ['/c/12-design/t/100%25%3F%20%23%2B%26', { kind: 'topic', channelId: 12, topic: '100%? #+&' }],
  ['/c/12-design/files', { kind: 'channel-files', channelId: 12 }],
  ['/c/12-design/files/~', { kind: 'channel-files', channelId: 12, topic: '' }],
  ['/c/12-design/files/a~sb', { kind: 'channel-files', channelId: 12, topic: 'a/b' }],
  ['/dm/7-ana-ruiz/files', { kind: 'dm-files', userIds: [7] }],
  ['/dm/me/files', { kind: 'dm-files', userIds: [] }],
  ['/dm/7-ana-ruiz', { kind: 'dm', userIds: [7] }],
  ['/dm/7,9,14', { kind: 'dm', userIds: [7, 9, 14] }],
  ['/dm/me', { kind: 'dm', userIds: [] }],
  ['/dm/7-ana-ruiz?at=3', { kind: 'dm', userIds: [7], at: 3 }],
  ['/m/220', { kind: 'message', id: 220 }],
  ['/search?q=channel%3Adesign%20has%3Aimage', { kind: 'search', q: 'channel:design has:image' }],
  ['/search?q=1%2B1', { kind: 'search', q: '1+1' }],
  ['/help', { kind: 'help' }],
  ['/help/first-steps', { kind: 'help', page: 'first-steps' }],
  ['/channels', { kind: 'channels' }],
  ['/channels/new', { kind: 'channel-new' }],
  ['/channels/12/members', { kind: 'channel-settings', channelId: 12, tab: 'members' }],
  ['/groups', { kind: 'groups' }],
  ['/groups/new', { kind: 'group-new' }],
  ['/groups/5/permissions', { kind: 'group-settings', groupId: 5, tab: 'permissions' }],
  ['/people/7', { kind: 'person', userId: 7 }],
  ['/settings/alert-words', { kind: 'settings', section: 'alert-words' }],
  ['/organization/profile-fields', { kind: 'organization', section: 'profile-fields' }],
  ['/login', { kind: 'login' }],
  ['/login?next=%2Finbox', { kind: 'login', next: '/inbox' }],
  ['/login/forgot', { kind: 'forgot' }],
  ['/reset/ab%2Fc', { kind: 'reset', token: 'ab/c' }],
  ['/join/k3y', { kind: 'join', key: 'k3y' }],
  ['/confirm-email/t', { kind: 'confirm-email', token: 't' }],
]

describe('Addresses', () => {
  it('convert to views and back', () => {
    for (const [address, view] of addresses) {
      expect(toView(address), address).toEqual(view)
      expect(toAddress(view, names), address).toBe(address)
    }
  })

  it('may have a stale slug, a trailing slash, no tab, or people in any order', () => {
    const forgiven: [string, View][] = [
      ['/c/12-old-name', { kind: 'channel', channelId: 12 }],
      ['/c/12', { kind: 'channel', channelId: 12 }],
      ['/c/12-', { kind: 'channel', channelId: 12 }],
      ['/inbox/', { kind: 'inbox' }],
      ['/dm/14,7,9,7', { kind: 'dm', userIds: [7, 9, 14] }],
      ['/channels/12', { kind: 'channel-settings', channelId: 12, tab: 'general' }],
      ['/groups/5', { kind: 'group-settings', groupId: 5, tab: 'general' }],
      ['/feed?at=soon', { kind: 'feed' }],
      ['/feed?at=99999999999999999', { kind: 'feed' }],
      ['/search', { kind: 'search', q: '' }],
      ['/settings', { kind: 'settings', section: 'profile' }],
      ['/organization', { kind: 'organization', section: 'profile' }],
      ['/inbox?at=5', { kind: 'inbox' }],
    ]
    for (const [address, view] of forgiven) expect(toView(address), address).toEqual(view)
  })

  it('of direct messages leave out the reader', () => {
    const me = { me: 7 }
    expect(toView('/dm/7-ana-ruiz', me)).toEqual({ kind: 'dm', userIds: [] })
    expect(toView('/dm/7,9,14?at=3', me)).toEqual({ kind: 'dm', userIds: [9, 14], at: 3 })
    expect(toView('/dm/9', me)).toEqual({ kind: 'dm', userIds: [9] })
  })

  it('that the app does not have are not found', () => {
    const unknown = [
      '/nothing',
      '/c/design',
      '/c/12/x',
      '/c/12/t',
      '/c/12/t/a/b',
      '/c/12/topics/x',
      '/dm',
      '/dm/ana',
      '/m/x',
      '/inbox/x',
      '/channels/12/other',
      '/settings/other',
      '/organization/other',
      '/help/a/b',
      '/help/A%20b',
      '/reset',
      '/join',
      '/api/v1/messages',
      '/user_uploads/1/x',
      '/c/12/t/%E0%A4%A',
      '/feed/x',
    ]
    for (const address of unknown) {
      expect(toView(address), address).toEqual({ kind: 'not-found', path: address })
    }
    expect(isServerPath('/static/x.js')).toBe(true)
    expect(isServerPath('/c/1-api')).toBe(false)
  })

  it('to open after login belong to the app', () => {
    for (const path of ['/inbox', '/c/12-design/t/a?at=3']) expect(isOwnPath(path), path).toBe(true)
    for (const path of [
      '//evil.example',
      '/\\evil',
      'https://evil.example',
      '/nothing',
      '',
      '/login',
      '/\t/x',
    ])
      expect(isOwnPath(path), path).toBe(false)
    expect(toView('/login?next=//evil.example')).toEqual({ kind: 'login' })
  })
})

const id = fc.integer({ min: 1, max: 1e9 })
const text = fc.string({ unit: 'binary', maxLength: 60 })
const token = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one !== '.' && one !== '..')
const at = fc.option(
  id.map((at) => ({ at })),
  { nil: {} },
)
const views: fc.Arbitrary<View> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...plainViews) }),
  fc.tuple(fc.record({ kind: fc.constantFrom(...mixedFeeds) }), at).map(([view, at]) => ({ ...view, ...at })),
  fc.tuple(id, at).map(([channelId, at]): View => ({ kind: 'channel', channelId, ...at })),
  fc.tuple(id, text, at).map(([channelId, topic, at]): View => ({ kind: 'topic', channelId, topic, ...at })),
  fc.record({ kind: fc.constant('topic' as const), channelId: id, topic: text, with: id }),
  fc.record({ kind: fc.constant('channel-topics' as const), channelId: id, filter: text }),
  fc
    .tuple(fc.array(id, { maxLength: 5 }), at)
    .map(([ids, at]): View => ({ kind: 'dm', userIds: ascending(ids), ...at })),
  fc.tuple(text, at).map(([q, at]): View => ({ kind: 'search', q, ...at })),
  id.map((id): View => ({ kind: 'message', id })),
  fc.record({
    kind: fc.constant('channel-settings' as const),
    channelId: id,
    tab: fc.constantFrom(...channelTabs),
  }),
  fc.record({
    kind: fc.constant('group-settings' as const),
    groupId: id,
    tab: fc.constantFrom(...groupTabs),
  }),
  fc.record({ kind: fc.constant('settings' as const), section: fc.constantFrom(...settingsSections) }),
  fc.record({
    kind: fc.constant('organization' as const),
    section: fc.constantFrom(...organizationSections),
  }),
  fc.constantFrom<View[]>(
    { kind: 'home' },
    { kind: 'channels' },
    { kind: 'channel-new' },
    { kind: 'groups' },
  ),
  fc.record({ kind: fc.constantFrom('reset' as const, 'confirm-email' as const), token }),
  token.map((key): View => ({ kind: 'join', key })),
)

describe('Every view', () => {
  it('converts to an address and back, regardless of names', () => {
    fc.assert(
      fc.property(views, text, (view, name) => {
        const named: Names = { channelName: () => name, userName: () => name }
        expect(toView(toAddress(view, named))).toEqual(view)
        expect(toView(toAddress(view, noNames))).toEqual(view)
      }),
    )
  })

  it('has an address that browsers do not normalize', () => {
    fc.assert(
      fc.property(views, text, (view, name) => {
        const address = toAddress(view, { channelName: () => name, userName: () => name })
        const url = new URL(address, 'https://chat.example.com')
        expect(toView(url.pathname + url.search)).toEqual(view)
      }),
    )
  })
})
