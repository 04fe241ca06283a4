import { describe, expect, it } from 'vitest'
import type { FeedView } from '../navigation/narrow.ts'
import type { UnreadConversation, UnreadCounts } from './unread.ts'
import { marksRead, unreadInView } from './unread-in-view.ts'

const one = (key: string, conversation: UnreadConversation['conversation'], ids: number[], isMuted = false) =>
  [key, { key, conversation, ids, isMuted, isFollowed: false, mentions: 0, toYou: 0 }] as const

const counts = {
  conversations: new Map<string, UnreadConversation>([
    one('topic:1:logo', { kind: 'topic', channelId: 1, topic: 'logo' }, [4, 9]),
    one('topic:1:noise', { kind: 'topic', channelId: 1, topic: 'noise' }, [3], true),
    one('topic:2:ops', { kind: 'topic', channelId: 2, topic: 'ops' }, [2, 8]),
    one('dm:7', { kind: 'dm', userIds: [7] }, [1, 10]),
  ]),
} as unknown as UnreadCounts

describe('The unread messages of a view', () => {
  it('are those that the view lists, oldest first', () => {
    const cases: [FeedView, number[]][] = [
      [{ kind: 'topic', channelId: 1, topic: 'Logo' }, [4, 9]],
      [{ kind: 'topic', channelId: 1, topic: 'noise' }, [3]],
      [{ kind: 'topic', channelId: 1, topic: 'read' }, []],
      [{ kind: 'dm', userIds: [7] }, [1, 10]],
      [{ kind: 'channel', channelId: 1 }, [4, 9]],
      [{ kind: 'dms' }, [1, 10]],
      [{ kind: 'feed' }, [1, 2, 4, 8, 9, 10]],
      [{ kind: 'mentions' }, []],
      [{ kind: 'search', q: 'logo' }, []],
    ]
    for (const [view, ids] of cases) expect(unreadInView(view, counts), JSON.stringify(view)).toEqual(ids)
  })

  it('are marked read by scrolling as the setting says', () => {
    const topic: FeedView = { kind: 'topic', channelId: 1, topic: 'logo' }
    const cases: [FeedView, [boolean, boolean, boolean]][] = [
      [topic, [true, true, false]],
      [{ kind: 'dm', userIds: [7] }, [true, true, false]],
      [{ kind: 'channel', channelId: 1 }, [true, false, false]],
      [{ kind: 'feed' }, [true, false, false]],
      [{ kind: 'dms' }, [true, false, false]],
      [{ kind: 'starred' }, [false, false, false]],
      [{ kind: 'mentions' }, [false, false, false]],
      [{ kind: 'search', q: 'logo' }, [false, false, false]],
    ]
    for (const [view, expected] of cases)
      expect(
        [1, 2, 3].map((policy) => marksRead(view, policy)),
        view.kind,
      ).toEqual(expected)
  })
})
