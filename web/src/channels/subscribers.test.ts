import type { QueueEvent } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { subscriberChange } from './subscribers.ts'

const changed = (event: object, ids: readonly number[]) => {
  const change = subscriberChange({ id: 1, type: 'subscription', ...event } as QueueEvent, 7)
  return change && [change.channelIds, change.edit(ids)]
}

describe('The list of subscribers', () => {
  it('follows subscribes and unsubscribes, including those of the viewer', () => {
    const peers = { stream_ids: [3, 4], user_ids: [8, 9] }
    expect(changed({ op: 'peer_add', ...peers }, [7, 8])).toEqual([
      [3, 4],
      [7, 8, 9],
    ])
    expect(changed({ op: 'peer_remove', ...peers }, [7, 8])).toEqual([[3, 4], [7]])
    expect(changed({ op: 'add', subscriptions: [{ stream_id: 3 }] }, [8])).toEqual([[3], [8, 7]])
    expect(changed({ op: 'remove', subscriptions: [{ stream_id: 3 }] }, [7, 8])).toEqual([[3], [8]])
    expect(changed({ op: 'update', stream_id: 3 }, [8])).toBeUndefined()
  })
})
