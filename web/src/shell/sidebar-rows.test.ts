import type { SubscriptionObject } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import {
  isSameRow,
  levelOf,
  parentOf,
  type SidebarInput,
  type SidebarRow,
  sidebarRows,
} from './sidebar-rows.ts'
import { dropTarget } from './use-folder-drag.ts'

const channel = (stream_id: number, name: string) => ({ stream_id, name }) as SubscriptionObject
const names: Record<number, string> = { 7: 'Ana Ruiz', 9: 'Ben Okafor' }

const facts = (given: Partial<SidebarInput> = {}): SidebarInput => ({
  isMember: true,
  hasEmptyFolders: false,
  channels: { pinned: [], folders: [], others: [channel(1, 'design'), channel(2, 'web-shop')], inactive: [] },
  lost: undefined,
  searches: [],
  directs: [
    { kind: 'dm', userIds: [7] },
    { kind: 'dm', userIds: [9] },
  ],
  nameOf: (id) => names[id],
  topics: new Map([[1, ['logo', 'icons', '✔ done'].map((name, n) => ({ name, newest: 9 - n }))]]),
  openChannels: new Set(),
  toggled: new Set(),
  current: { kind: 'inbox' },
  filter: '',
  isUnread: () => false,
  isMuted: () => false,
  ...given,
})

const short = (row: SidebarRow): string => {
  switch (row.kind) {
    case 'channel':
      return `#${row.channel.name}${row.isOpen ? ' open' : ''}`
    case 'topic':
      return `> ${row.name}`
    case 'heading':
      return `${row.section}${row.isOpen ? '' : ' closed'}`
    case 'folder':
      return `${row.name}/${row.isOpen ? '' : ' closed'}${row.isMuted ? ' muted' : ''}`
    case 'all-topics':
      return `all ${row.count} (${row.unread})`
    default:
      return row.key
  }
}
const listed = (given: Partial<SidebarInput> = {}) => sidebarRows(facts(given)).map(short)
const after = (heading: string, rows: string[]) => rows.slice(rows.indexOf(heading) + 1)

describe('The rows of the sidebar', () => {
  it('list saved searches by name, if there are any', () => {
    const searches = ['Fruit', 'Wasps'].map((name, n) => ({ id: n, name, query: name, date_created: 0 }))
    expect(after('scheduled', listed({ searches })).slice(0, 4)).toEqual([
      'searches',
      'search:0',
      'search:1',
      'direct',
    ])
    expect(listed({ searches, filter: 'was' })).toEqual(['searches', 'search:1', 'browse'])
  })

  it('are views, direct conversations and channels', () => {
    expect(listed()).toEqual([
      ...['inbox', 'recent', 'feed', 'mentions', 'starred', 'later', 'drafts', 'scheduled'],
      ...['direct', 'dm:7', 'dm:9', 'direct'],
      ...['channels', '#design', '#web-shop', 'browse'],
    ])
  })

  it('are few for spectators', () => {
    expect(listed({ isMember: false })).toEqual(['recent', 'feed', 'channels', '#design', '#web-shop'])
  })

  it('show under a channel that the viewer was unsubscribed, and list its topics while it is readable', () => {
    const shown = (isReadable: boolean) =>
      after('channels', listed({ lost: { channelId: 1, isReadable }, toggled: new Set() }))
    expect(shown(true)).toEqual([
      ...['#design open', 'lost:1', '> logo', '> icons', 'all 3 (0)', '#web-shop', 'browse'],
    ])
    expect(shown(false)).toEqual(['#design open', 'lost:1', '#web-shop', 'browse'])
    const rows = sidebarRows(facts({ lost: { channelId: 1, isReadable: false } }))
    const at = rows.findIndex(({ kind }) => kind === 'lost')
    expect(rows[parentOf(rows, at)]).toMatchObject({ kind: 'channel', isLost: true })
    const same = facts({ openChannels: new Set([1]) })
    const [before, now] = [same, { ...same, lost: { channelId: 1, isReadable: true } }].map((one) =>
      sidebarRows(one).find(({ key }) => key === 'channel:1'),
    )
    expect(before && now && isSameRow(before, now)).toBe(false)
  })

  it('keep inactive channels under a collapsed heading', () => {
    const channels = { pinned: [channel(3, 'ops')], folders: [], others: [], inactive: [channel(4, 'old')] }
    expect(after('direct', listed({ channels })).slice(3)).toEqual([
      ...['pinned', '#ops', 'channels', 'browse', 'inactive closed'],
    ])
    expect(listed({ channels, toggled: new Set(['inactive']) }).slice(-2)).toEqual(['inactive', '#old'])
    expect(listed({ channels, toggled: new Set(['pinned']) })).toContain('pinned closed')
  })

  it('have folders above the other channels, with the current channel of a closed one', () => {
    const folder = (id: number, name: string) =>
      ({ id, name }) as SidebarInput['channels']['folders'][number]['folder']
    const muted = { ...channel(6, 'memes'), is_muted: true }
    const folders = [
      { folder: folder(1, 'Work'), channels: [channel(4, 'plans'), channel(5, 'budget')], isOpen: false },
      { folder: folder(2, 'Fun'), channels: [muted], isOpen: true },
      { folder: folder(3, 'Empty'), channels: [], isOpen: true },
    ]
    const channels = { ...facts().channels, folders }
    const shown = (given: Partial<SidebarInput> = {}) =>
      after('direct', listed({ channels, ...given })).slice(3)
    const rest = ['channels', '#design', '#web-shop', 'browse']
    expect(shown()).toEqual(['Work/ closed', 'Fun/ muted', '#memes', ...rest])
    expect(shown({ hasEmptyFolders: true })).toContain('Empty/')
    expect(shown({ current: { kind: 'channel', channelId: 5 } }).slice(0, 2)).toEqual([
      ...['Work/ closed', '#budget'],
    ])
    expect(listed({ channels, filter: 'bud', hasEmptyFolders: true })).toEqual([
      ...['Work/', '#budget', 'browse'],
    ])
    const rows = sidebarRows(facts({ channels }))
    const memes = rows.findIndex(({ key }) => key === 'channel:6')
    expect(rows[parentOf(rows, memes)]).toMatchObject({ kind: 'folder', folderId: 2 })
    const dragged = rows[memes] as SidebarRow & { kind: 'channel' }
    const indexOf = (key: string) => rows.findIndex((row) => row.key === key)
    const onto = (key: string) => {
      const moved = { ...dragged, channel: { ...dragged.channel, folder_id: 2 } }
      const target = dropTarget(rows, moved, indexOf(key))
      return target === undefined ? undefined : rows[target]?.key
    }
    expect(['folder:1', 'channel:6', 'channel:1', 'inbox', 'dm:7'].map(onto)).toEqual([
      ...['folder:1', undefined, 'heading:channels', undefined, undefined],
    ])
  })

  it('list the topics of an open channel, without resolved and muted ones, and then a link to all topics', () => {
    const openChannels = new Set([1])
    const all = (given: Partial<SidebarInput>) => after('#design open', listed({ openChannels, ...given }))
    expect(all({}).slice(0, 3)).toEqual(['> logo', '> icons', 'all 3 (0)'])
    expect(all({ isMuted: (_, topic) => topic === 'logo' })[0]).toBe('> icons')
    expect(all({ isUnread: (_, topic) => topic === '✔ done' }).slice(0, 4)).toEqual([
      ...['> logo', '> icons', '> ✔ done', '#web-shop'],
    ])
    const current = { kind: 'topic', channelId: 1, topic: 'LOGO' } as const
    expect(all({ isMuted: () => true, current }).slice(0, 2)).toEqual(['> logo', 'all 3 (0)'])
  })

  it('are those that a filter matches among users, channels and topics', () => {
    const inactive = [channel(4, 'shop-old')]
    const channels = { ...facts().channels, inactive }
    expect(listed({ filter: 'ben' })).toEqual(['direct', 'dm:9', 'browse'])
    expect(listed({ filter: 'sho', channels })).toEqual([
      ...['channels', '#web-shop', 'inactive', '#shop-old', 'browse'],
    ])
    expect(listed({ filter: 'ico' })).toEqual(['channels', '#design open', '> icons', 'browse'])
    expect(listed({ filter: 'nothing of that name' })).toEqual(['browse'])
  })

  it('are the same objects when they show the same', () => {
    const [before, after] = [sidebarRows(facts()), sidebarRows(facts())]
    const design = facts().channels.others
    const same = sidebarRows(facts({ channels: { pinned: [], folders: [], others: design, inactive: [] } }))
    const open = sidebarRows(
      facts({
        channels: { pinned: [], folders: [], others: design, inactive: [] },
        openChannels: new Set([1]),
      }),
    )
    const at = (rows: SidebarRow[], key: string) => rows.find((row) => row.key === key) as SidebarRow
    for (const key of ['inbox', 'dm:7', 'heading:channels'])
      expect(isSameRow(at(before, key), at(after, key)), key).toBe(true)
    expect(isSameRow(at(same, 'channel:1'), at(same, 'channel:1'))).toBe(true)
    expect(isSameRow(at(same, 'channel:1'), at(open, 'channel:1'))).toBe(false)
    expect(isSameRow(at(before, 'dm:7'), at(before, 'dm:9'))).toBe(false)
  })

  it('have their depth and parent', () => {
    const rows = sidebarRows(facts({ openChannels: new Set([1]) }))
    const at = (name: string) => rows.findIndex((row) => short(row) === name)
    expect(levelOf(rows[at('> logo')] as SidebarRow)).toBe(3)
    expect(parentOf(rows, at('> icons'))).toBe(at('#design open'))
    expect(parentOf(rows, at('#web-shop'))).toBe(at('channels'))
    expect(parentOf(rows, at('inbox'))).toBe(-1)
  })
})
