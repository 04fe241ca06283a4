import { describe, expect, it } from 'vitest'
import { applyTyping, expireTyping, noTyping, type TypingEvent } from './typing-state.ts'

const after = (...events: TypingEvent[]) =>
  events.reduce((typing, event) => applyTyping(typing, event, 100), noTyping)
const writes = (userId: number, isOn = true, key = 'topic:1:logo'): TypingEvent => ({
  kind: 'writes',
  key,
  userId,
  isOn,
})
const edits = (messageId: number, isOn = true): TypingEvent => ({
  kind: 'edits',
  key: 'topic:1:logo',
  userId: 7,
  messageId,
  isOn,
})

describe('Typing users', () => {
  it('are shown until they stop, send a message, or expire', () => {
    const both = after(writes(7), writes(8))
    expect([...(both.writers.get('topic:1:logo')?.keys() ?? [])]).toEqual([7, 8])
    expect([...(after(writes(7), writes(8), writes(7, false)).writers.get('topic:1:logo') ?? [])]).toEqual([
      [8, 100],
    ])
    expect(after(writes(7), writes(7, true, 'dm:7'), { kind: 'said', userId: 7 }).writers.size).toBe(0)
    expect(expireTyping(both, 99)).toBe(both)
    expect(expireTyping(both, 100).writers.size).toBe(0)
  })

  it('edit a message until they stop or it has changed, even if they send others', () => {
    const editing = after(edits(220))
    expect(editing.edits.get(220)).toEqual({ key: 'topic:1:logo', userId: 7, until: 100 })
    expect(after(edits(220), { kind: 'said', userId: 7 }).edits.size).toBe(1)
    expect(after(edits(220), edits(220, false)).edits.size).toBe(0)
    expect(after(edits(220), edits(221), { kind: 'changed', messageId: 220 }).edits.has(221)).toBe(true)
    expect(expireTyping(editing, 100).edits.size).toBe(0)
  })

  it('keep the same state object when nothing has changed', () => {
    const typing = after(writes(7), edits(220))
    for (const event of [
      writes(9, false),
      edits(9, false),
      { kind: 'said', userId: 9 },
      { kind: 'changed', messageId: 9 },
    ] as const)
      expect(applyTyping(typing, event, 200)).toBe(typing)
  })
})
