import { describe, expect, it } from 'vitest'
import type { Lookup } from '../lib/lookup.ts'
import type { View } from './narrow.ts'
import { toView } from './narrow-codec.ts'

const lookup: Lookup = {
  me: 5,
  channelName: (id) => ({ 12: 'design', 13: 'web shop' })[id],
  userName: (id) => ({ 5: 'Olga', 7: 'Ana Ruiz', 9: 'Ben' })[id],
  channelIdOf: (name) => ({ design: 12, 'web shop': 13 })[name],
  userIdsOf: (name) => ({ 'ana@x.org': [7], 'ben@x.org': [9], 'Ana Ruiz': [7], Ben: [9] })[name] ?? [],
}

/** In an organization whose own message IDs begin with 1000. */
const imported: Lookup = { ...lookup, oldMessageIdsBelow: 1_000 }

const links: [string, View][] = [
  ['/#inbox', { kind: 'inbox' }],
  ['/#recent', { kind: 'recent' }],
  ['/#recent_topics', { kind: 'recent' }],
  ['/#feed', { kind: 'feed' }],
  ['/#all_messages', { kind: 'feed' }],
  ['/#drafts', { kind: 'drafts' }],
  ['/#settings/notifications', { kind: 'settings', section: 'notifications' }],
  ['/#settings/unheard-of', { kind: 'settings', section: 'profile' }],
  ['/#organization/exports', { kind: 'organization', section: 'exports' }],
  ['/#channels/all', { kind: 'channels' }],
  ['/#channels/new', { kind: 'channel-new' }],
  ['/#streams/12/design', { kind: 'channel-settings', channelId: 12, tab: 'general' }],
  ['/#channels/12/design/subscribers', { kind: 'channel-settings', channelId: 12, tab: 'members' }],
  ['/#groups/3/helpers', { kind: 'group-settings', groupId: 3, tab: 'general' }],
  ['/#user/7', { kind: 'person', userId: 7 }],
  ['/#narrow/channel/12-design', { kind: 'channel', channelId: 12 }],
  ['/#narrow/stream/design', { kind: 'channel', channelId: 12 }],
  ['/#narrow/stream/web-shop', { kind: 'channel', channelId: 13 }],
  ['/#narrow/stream/web.20shop', { kind: 'channel', channelId: 13 }],
  ['/#narrow/channel/12-design/near/220', { kind: 'channel', channelId: 12, at: 220 }],
  [
    '/#narrow/channel/12-design/topic/logo.20refresh',
    { kind: 'topic', channelId: 12, topic: 'logo refresh' },
  ],
  ['/#narrow/channel/12-design/subject/a.2Eb.2Fc', { kind: 'topic', channelId: 12, topic: 'a.b/c' }],
  ['/#narrow/channel/12-design/topic/', { kind: 'topic', channelId: 12, topic: '' }],
  ['/#narrow/channel/12-design/topic/.E2.9C.94.20done', { kind: 'topic', channelId: 12, topic: '✔ done' }],
  ['/#narrow/topic/a/channel/12', { kind: 'topic', channelId: 12, topic: 'a' }],
  ['/#narrow/channel/12-design/topic/a/near/220', { kind: 'topic', channelId: 12, topic: 'a', at: 220 }],
  ['/#narrow/channel/12-design/topic/a/with/220', { kind: 'topic', channelId: 12, topic: 'a', with: 220 }],
  ['/#narrow/dm/7-ana', { kind: 'dm', userIds: [7] }],
  ['/#narrow/dm/5,7,9-group', { kind: 'dm', userIds: [7, 9] }],
  ['/#narrow/dm/5-olga', { kind: 'dm', userIds: [] }],
  ['/#narrow/pm-with/7,9-group/near/8', { kind: 'dm', userIds: [7, 9], at: 8 }],
  ['/#narrow/pm-with/ana.40x.2Eorg', { kind: 'dm', userIds: [7] }],
  ['/#narrow/is/dm', { kind: 'dms' }],
  ['/#narrow/is/private', { kind: 'dms' }],
  ['/#narrow/is/mentioned', { kind: 'mentions' }],
  ['/#narrow/is/starred/near/7', { kind: 'starred', at: 7 }],
  ['/#narrow/in/home', { kind: 'feed' }],
  ['/#narrow/near/220', { kind: 'feed', at: 220 }],
  ['/#narrow/id/220', { kind: 'message', id: 220 }],
  ['/#narrow/with/220', { kind: 'message', id: 220 }],
  ['/#narrow/sender/7-ana', { kind: 'search', q: 'sender:"Ana Ruiz"' }],
  ['/#narrow/sender/ben.40x.2Eorg/has/link', { kind: 'search', q: 'sender:Ben has:link' }],
  ['/#narrow/sender/me', { kind: 'search', q: 'sender:me' }],
  ['/#narrow/channel/12-design/search/new.20logo', { kind: 'search', q: 'channel:design new logo' }],
  ['/#narrow/-is/starred', { kind: 'search', q: '-is:starred' }],
  ['/#narrow/-channel/12-design/topic/a/near/9', { kind: 'search', q: '-channel:design topic:a', at: 9 }],
  ['/#narrow/channels/public/is/unread', { kind: 'search', q: 'channels:public is:unread' }],
  ['/#narrow/search/is:dm', { kind: 'search', q: '"is:dm"' }],
]

describe('Historical links', () => {
  it('open the current views', () => {
    for (const [link, view] of links) expect(toView(link, lookup), link).toEqual(view)
  })

  it('of the old server open the message of an imported organization', () => {
    for (const link of [
      '/#narrow/stream/12-plans/topic/a/near/220',
      '/#narrow/channel/12-plans/topic/a/with/220',
      '/#narrow/dm/7,9-group/near/220',
    ])
      expect(toView(link, imported), link).toEqual({ kind: 'message', id: 220 })
    const own = { kind: 'topic', channelId: 12, topic: 'a', at: 1_000 }
    expect(toView('/#narrow/channel/12-design/topic/a/near/1000', imported)).toEqual(own)
    expect(toView('/#narrow/channel/12-design', imported)).toEqual({ kind: 'channel', channelId: 12 })
  })

  it('work without known users and channels', () => {
    expect(toView('/#narrow/sender/7-ana')).toEqual({ kind: 'search', q: 'sender:|7' })
    expect(toView('/#narrow/stream/design')).toEqual({ kind: 'search', q: 'channel:design' })
  })

  it('with an unknown fragment open their path', () => {
    expect(toView('/#whatever')).toEqual({ kind: 'home' })
    expect(toView('/inbox#narrow/is/dm')).toEqual({ kind: 'inbox' })
  })
})
