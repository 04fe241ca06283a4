import { expect, it } from 'vitest'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { filterRecent, type RecentChips, type RecentMessage, recentRows, sortRecent } from './recent.ts'

const topic = (name: string): Conversation => ({ kind: 'topic', channelId: 10, topic: name })
const said = (id: number, senderId: number, conversation: Conversation): RecentMessage => ({
  id,
  senderId,
  timestamp: id * 10,
  conversation,
})

const ana: Conversation = { kind: 'dm', userIds: [7] }
const rows = recentRows(
  [
    said(9, 1, topic('plums')),
    said(1, 2, topic('Plums')),
    said(2, 3, topic('PLUMS')),
    said(3, 3, topic('PLUMS')),
    said(4, 4, topic('figs')),
    said(5, 7, ana),
    said(6, 2, topic('quiet')),
    ...[11, 12, 13, 14, 15, 16].map((id) => said(id, id, topic('crowd'))),
  ],
  {
    me: 1,
    unreadOf: (key) =>
      ({
        [keyOf(topic('figs'))]: { ids: [4, 8, 10], mentions: 0 },
        [keyOf(ana)]: { ids: [5], mentions: 1 },
      })[key],
    isFollowed: (conversation) => keyOf(conversation) === keyOf(topic('figs')),
    isMuted: (conversation) => keyOf(conversation) === keyOf(topic('quiet')),
  },
)
const names = (list: typeof rows) =>
  list.map(({ conversation }) => (conversation.kind === 'dm' ? 'ana' : conversation.topic))

it('recent conversations have one row each, newest first, in their newest spelling', () => {
  expect(names(rows)).toEqual(['crowd', 'plums', 'quiet', 'ana', 'figs'])
  expect(rows[1]).toMatchObject({
    participants: [1, 3, 2],
    newest: 9,
    timestamp: 90,
    unread: 0,
    tookPart: true,
  })
  expect(rows[0]?.participants).toEqual([16, 15, 14, 13, 12])
  expect(rows[3]).toMatchObject({ unread: 1, hasMention: true, tookPart: false })
})

it('recent conversations are filtered by chips and sorted', () => {
  const chips: [RecentChips, string[]][] = [
    [{}, ['crowd', 'plums', 'ana', 'figs']],
    [{ includeMuted: true }, ['crowd', 'plums', 'quiet', 'ana', 'figs']],
    [{ unread: true }, ['ana', 'figs']],
    [{ tookPart: true }, ['plums']],
    [{ followed: true }, ['figs']],
    [{ direct: true }, ['ana']],
    [{ direct: true, followed: true }, []],
  ]
  for (const [chip, expected] of chips)
    expect(names(filterRecent(rows, chip)), JSON.stringify(chip)).toEqual(expected)
  expect(names(sortRecent(rows, 'unread'))).toEqual(['figs', 'ana', 'crowd', 'plums', 'quiet'])
  expect(names(sortRecent([...rows].reverse(), 'time'))).toEqual(names(rows))
})
