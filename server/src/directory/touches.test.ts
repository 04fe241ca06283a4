import { describe, expect, it } from 'vitest'
import { mergeTouches } from './touches.ts'

describe('mergeTouches', () => {
  it('combines the touched rows of several changes, each once', () => {
    const merged = mergeTouches([
      { users: [1, 2] },
      { users: [2, 3], channels: [7] },
      { realm: true },
      { subscriptions: { channels: [7], users: [1] } },
      { subscriptions: { channels: [7, 8], users: [3] } },
      { mutes: [2] },
      { mutes: [1, 2] },
    ])
    expect(merged).toEqual({
      realm: true,
      users: [1, 2, 3],
      channels: [7],
      subscriptions: { channels: [7, 8], users: [1, 3] },
      mutes: [2, 1],
    })
  })

  it('returns nothing for no changes', () => {
    expect(mergeTouches([])).toEqual({})
    expect(mergeTouches([{ users: [] }, {}])).toEqual({})
    expect(mergeTouches([{ groups: [4] }, { groups: [5, 4] }])).toEqual({ groups: [4, 5] })
    expect(mergeTouches([{ defaults: true }, {}])).toEqual({ defaults: true })
    expect(mergeTouches([{}, { customEmoji: true }])).toEqual({ customEmoji: true })
  })
})
