import { expect, test } from 'vitest'
import { keyOf } from '../navigation/conversation.ts'
import { directRows } from './direct-rows.ts'

test('direct conversations are listed newest first, without those with muted users only', () => {
  const recent = [
    { user_ids: [2], max_message_id: 10 },
    { user_ids: [3], max_message_id: 30 },
    { user_ids: [2, 3], max_message_id: 20 },
    { user_ids: [], max_message_id: 5 },
  ]
  const conversations = new Map([[keyOf({ kind: 'dm', userIds: [2] }), { ids: [9, 10] }]])
  const counts = { conversations } as unknown as Parameters<typeof directRows>[3]
  const rows = directRows(recent, [{ id: 3, timestamp: 0 }], 1, counts)
  expect(rows.map(({ conversation, unread }) => [conversation.userIds, unread])).toEqual([
    [[2, 3], 0],
    [[2], 2],
    [[], 0],
  ])
})
