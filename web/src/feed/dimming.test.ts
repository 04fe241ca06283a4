import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('innerWidth', 1_280)
const { targetOf } = await import('./dimming.ts')

test('a text with a complete recipient has a target', () => {
  expect(targetOf({ kind: 'topic', channelId: 4, topic: 'Logo ' }, 1)).toBe('topic:4:logo')
  expect(targetOf({ kind: 'dm', userIds: [7, 1] }, 1)).toBe('dm:7')
  expect(targetOf({ kind: 'dm', userIds: [1] }, 1)).toBe('dm:')
})

test('a text with an incomplete recipient has no target, so that nothing is dimmed', () => {
  expect(targetOf({ kind: 'topic', channelId: 4, topic: ' ' }, 1)).toBeUndefined()
  expect(targetOf({ kind: 'topic', channelId: undefined, topic: 'logo' }, 1)).toBeUndefined()
  expect(targetOf({ kind: 'dm', userIds: [] }, 1)).toBeUndefined()
})
