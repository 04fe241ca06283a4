import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('innerWidth', 1_280)
const { targetOf } = await import('./dimming.ts')

test('a text has a target when it is said where it goes', () => {
  expect(targetOf({ kind: 'topic', channelId: 4, topic: 'Logo ' }, 1)).toBe('topic:4:logo')
  expect(targetOf({ kind: 'dm', userIds: [7, 1] }, 1)).toBe('dm:7')
  expect(targetOf({ kind: 'dm', userIds: [1] }, 1)).toBe('dm:')
})

test('as long as something is missing it has none, so that nothing steps back', () => {
  expect(targetOf({ kind: 'topic', channelId: 4, topic: ' ' }, 1)).toBeUndefined()
  expect(targetOf({ kind: 'topic', channelId: undefined, topic: 'logo' }, 1)).toBeUndefined()
  expect(targetOf({ kind: 'dm', userIds: [] }, 1)).toBeUndefined()
})
