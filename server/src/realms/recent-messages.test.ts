import { describe, expect, it } from 'vitest'
import { LoggedEvent } from '../events/logged-event.ts'
import { type RecentMessage, RecentMessages } from './recent-messages.ts'

const sent = (id: number) =>
  new LoggedEvent(
    id,
    {
      type: 'message',
      message: { id, stream_id: 1, subject: 'plums', display_recipient: 'garden' },
    } as never,
    { everyone: true },
    null,
  )
const channel = { kind: 'channel', channelId: 1 } as const
const message = (id: number): RecentMessage => ({
  id,
  version: '1',
  senderId: 1,
  recipientId: 1,
  userIds: undefined,
  mentionsChannel: false,
  reactions: '',
  submessages: '',
})

describe('Recent messages', () => {
  it('of a list are limited to the newest', () => {
    const recent = new RecentMessages()
    recent.addList({ place: channel, ids: [], since: 0 })
    for (let id = 1; id <= 1_501; id++) recent.follow([sent(id)])
    const list = recent.list(channel)
    expect([list?.ids.length, list?.ids[0], list?.ids.at(-1), list?.since]).toEqual([1_001, 501, 1_501, 501])
  })

  it('are added once, also if the list was read after they were sent', () => {
    const recent = new RecentMessages()
    recent.addList({ place: channel, ids: [7, 8], since: 0 })
    recent.follow([sent(8), sent(9)])
    expect(recent.list(channel)?.ids).toEqual([7, 8, 9])
  })

  it('are forgotten beyond a number of places and messages, the least recently used first', () => {
    const recent = new RecentMessages()
    recent.addList({ place: channel, ids: [1], since: 0 })
    for (let channelId = 2; channelId <= 101; channelId++) {
      recent.addList({ place: { kind: 'channel', channelId }, ids: [channelId], since: 0 })
    }
    expect(recent.list(channel)).toBeUndefined()
    expect(recent.list({ kind: 'channel', channelId: 2 })).toBeDefined()
    recent.addMessages(Array.from({ length: 5_001 }, (_, n) => message(n + 1)))
    expect([recent.message(1), recent.message(2)?.id]).toEqual([undefined, 2])
  })

  it('are forgotten when another era begins', () => {
    const recent = new RecentMessages()
    recent.startEra('one')
    recent.addList({ place: channel, ids: [1], since: 0 })
    recent.startEra('one')
    expect(recent.list(channel)).toBeDefined()
    recent.startEra('two')
    expect(recent.list(channel)).toBeUndefined()
  })
})
