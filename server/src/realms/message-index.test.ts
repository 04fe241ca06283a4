import { describe, expect, it } from 'vitest'
import { LoggedEvent } from '../events/logged-event.ts'
import { IndexedGroup } from './indexed-group.ts'
import { MessageIndex } from './message-index.ts'

const directory = {
  channels: new Map([
    [1, { recipientId: 10 }],
    [2, { recipientId: 20 }],
  ]),
}

const event = (seq: number, body: object) => new LoggedEvent(seq, body as never, { everyone: true }, null)
const sent = (id: number, sender_id: number, subject = 'plums') =>
  event(id, {
    type: 'message',
    message: { id, stream_id: 1, subject, sender_id, display_recipient: 'garden' },
  })
const moved = (seq: number, message_ids: number[]) =>
  event(seq, { type: 'update_message', message_ids, stream_id: 1, new_stream_id: 2 })

function indexOf(maxMessages: number, ids: number[], floor: number): MessageIndex {
  const group = new IndexedGroup(10, 'plums', null)
  for (const id of ids) group.add(id, 1, false)
  const index = new MessageIndex(maxMessages)
  index.load({ position: 0, floor, groups: [group], older: new Map() })
  return index
}

const idsIn = (index: MessageIndex) => [...index.groupsOf(10, 0)].flatMap(({ ids }) => ids)

describe('The message index', () => {
  it('keeps the newest messages, and remembers the newest older one by sender', () => {
    const index = indexOf(5, [11, 12], 11)
    index.follow([sent(13, 7), sent(14, 7, 'pears'), sent(15, 8)], directory)
    expect(index.floor).toBe(11)
    index.follow([sent(16, 8)], directory)
    expect([index.floor, idsIn(index)]).toEqual([13, [13, 15, 16, 14]])
    expect([index.newestOlder(10, 1), index.newestOlder(10, 7)]).toEqual([0, 12])
    index.follow([sent(17, 8), sent(18, 8)], directory)
    expect(index.floor).toBe(15)
    expect([index.newestOlder(10, 7), index.newestOlder(10, 1)]).toEqual([12, 14])
  })

  it('reads changed messages again before it is exact', () => {
    const index = indexOf(100, [11, 12, 13], 11)
    expect([index.isExactAt(0), index.isExactAt(-1)]).toEqual([true, false])
    index.follow([moved(5, [12])], directory)
    expect([index.stale, index.isExactAt(5)]).toEqual([[12], false])
    const message = {
      id: 12,
      recipientId: 20,
      userIds: null,
      topic: 'plums',
      senderId: 1,
      mentionsChannel: true,
    }
    index.refresh([12], [message], 6)
    expect([index.isExactAt(5), index.isExactAt(6), idsIn(index)]).toEqual([false, true, [11, 13]])
    expect([...index.groupsOf(20, 0)].map(({ ids, wildcards }) => [ids, wildcards])).toEqual([[[12], [12]]])
    index.follow([event(7, { type: 'delete_message', message_ids: [13] })], directory)
    index.refresh([13], [], 7)
    expect([idsIn(index), [...index.groupsOf(10, 0)][0]?.textOf(0, 1)]).toEqual([[11], '11'])
  })

  it('knows of older messages that are moved to a channel', () => {
    const index = indexOf(100, [11], 11)
    expect(index.newestOlder(20, 1)).toBe(0)
    index.follow([moved(5, [3, 4])], directory)
    expect([index.newestOlder(20, 1), index.stale]).toEqual([4, []])
  })

  it('is dropped after too many changes, and in a new era', () => {
    const ids = Array.from({ length: 600 }, (_, n) => n + 11)
    const index = indexOf(1_000, ids, 11)
    index.follow([moved(5, ids)], directory)
    expect(index.isLoaded).toBe(false)
    const other = indexOf(1_000, ids, 11)
    other.startEra('two')
    expect(other.isLoaded).toBe(false)
  })
})
