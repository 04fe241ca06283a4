import { describe, expect, it } from 'vitest'
import {
  emptyOutbox,
  findSent,
  type Outbox,
  type OutboxAction,
  type OutboxEffect,
  outboxStep,
  restoredOutbox,
} from './outbox.ts'

/** Runs actions and collects their effects. Numbers advance the time. */
function run(actions: readonly (OutboxAction | number)[], start: Outbox = emptyOutbox) {
  let outbox = start
  let now = 0
  const effects: OutboxEffect[] = []
  for (const action of actions) {
    if (typeof action === 'number') now += action
    else {
      const step = outboxStep(outbox, action, { now, newestKnown: 100 })
      outbox = step.outbox
      effects.push(...step.effects)
    }
  }
  const states = Object.fromEntries(outbox.entries.map((entry) => [entry.localId, entry.state]))
  const sent = effects.flatMap((effect) => (effect.kind === 'send' ? [effect.localId] : []))
  return { outbox, effects, states, sent }
}
const write = (localId: string, conversation = 'c', content = localId): OutboxAction => ({
  kind: 'enqueue',
  localId,
  conversation,
  content,
})
const confirm = (localId: string, messageId = 200): OutboxAction => ({
  kind: 'confirmed',
  localId,
  messageId,
})
const broke = (localId: string): OutboxAction => ({ kind: 'broke', localId })
const heard: OutboxAction = { kind: 'heard' }

describe('The outbox', () => {
  it('sends in order within a conversation, and three conversations in parallel', () => {
    const first = run([
      write('a1', 'a'),
      write('a2', 'a'),
      write('b'),
      write('d', 'd'),
      write('e', 'e'),
      write('f', 'f'),
    ])
    expect(first.sent).toEqual(['a1', 'b', 'd'])
    expect(first.states).toMatchObject({ a2: 'queued', e: 'queued' })
    expect(run([confirm('a1')], first.outbox).sent).toEqual(['a2'])
    expect(run([confirm('b')], first.outbox).sent).toEqual(['e'])
    expect(run([write('a1', 'a')], first.outbox).sent).toEqual([])
  })

  it('waits while offline', () => {
    const offline: OutboxAction = { kind: 'connection', isOnline: false }
    const { sent, outbox } = run([offline, write('a'), write('b', 'b')])
    expect(sent).toEqual([])
    expect(run([{ kind: 'connection', isOnline: true }], outbox).sent).toEqual(['a', 'b'])
  })

  it('keeps rejected messages until the user decides, and sends the others', () => {
    const refused: OutboxAction = { kind: 'refused', localId: 'a', code: 'BAD_REQUEST', text: 'No.' }
    const { outbox, states, sent } = run([write('a'), write('b'), refused])
    expect(states).toEqual({ a: 'failed', b: 'sending' })
    expect(sent).toEqual(['a', 'b'])
    expect(outbox.entries[0]?.reason).toEqual({ code: 'BAD_REQUEST', text: 'No.' })
    const retried = run([confirm('b'), { kind: 'retry', localId: 'a' }], outbox)
    expect(retried.sent).toEqual(['a'])
    expect(retried.outbox.entries[0]?.reason).toBeUndefined()
    expect(run([{ kind: 'discard', localId: 'a' }], outbox).states).toEqual({ b: 'sending' })
    const edited = run([confirm('b'), { kind: 'edit', localId: 'a', content: 'better' }], outbox)
    expect(edited.effects).toContainEqual({ kind: 'send', localId: 'a', content: 'better' })
  })

  it('waits as long as the server asks it to', () => {
    const { sent, outbox } = run([
      write('a'),
      { kind: 'postponed', localId: 'a', until: 5000 },
      4999,
      { kind: 'tick' },
    ])
    expect(sent).toEqual(['a'])
    expect(run([5000, { kind: 'tick' }], outbox).sent).toEqual(['a'])
  })

  it('does not resend while the result is uncertain', () => {
    expect(run([write('a'), write('b'), broke('a')]).states).toEqual({ a: 'uncertain', b: 'queued' })
    expect(run([write('a'), broke('a'), 9_999, heard]).sent).toEqual(['a'])
    expect(run([write('a'), broke('a'), 60_000, { kind: 'tick' }]).sent).toEqual(['a'])
    expect(run([write('a'), broke('a'), 10_000, heard]).sent).toEqual(['a', 'a'])
    expect(run([write('a'), broke('a'), confirm('a'), 10_000, heard]).sent).toEqual(['a'])
    expect(
      run([write('a'), confirm('a'), confirm('a')]).effects.filter((one) => one.kind === 'arrived'),
    ).toHaveLength(1)
  })

  it('searches for the message if the queue was lost', () => {
    const lost = run([write('a'), broke('a'), { kind: 'queue-lost' }, 10_000, heard])
    expect(lost.effects.at(-1)).toEqual({ kind: 'look', localId: 'a' })
    expect(run([20_000, heard], lost.outbox).effects).toEqual([])
    expect(run([{ kind: 'looked', localId: 'a', found: 205 }], lost.outbox).effects).toEqual([
      { kind: 'arrived', localId: 'a', messageId: 205 },
    ])
    expect(run([{ kind: 'looked', localId: 'a', found: undefined }], lost.outbox).sent).toEqual(['a'])
    const again = run([20_000, { kind: 'look-failed', localId: 'a' }, { kind: 'tick' }], lost.outbox)
    expect(again.effects).toEqual([{ kind: 'look', localId: 'a' }])
  })

  it('treats messages in flight as uncertain after a reload', () => {
    const { outbox } = run([write('a'), write('b')])
    const restored = restoredOutbox(outbox.entries, 1, 0)
    expect(run([{ kind: 'tick' }], restored).states).toEqual({ a: 'uncertain', b: 'queued' })
    expect(run([10_000, { kind: 'tick' }], restored).effects).toEqual([{ kind: 'look', localId: 'a' }])
  })

  it('waits ten seconds after a slow call broke, and after a reload', () => {
    expect(run([write('a'), 60_000, broke('a'), heard]).sent).toEqual(['a'])
    expect(run([write('a'), 60_000, broke('a'), 10_000, heard]).sent).toEqual(['a', 'a'])
    const restored = restoredOutbox(run([write('a')]).outbox.entries, 1, 60_000)
    expect(run([69_999, { kind: 'tick' }], restored).effects).toEqual([])
    expect(run([70_000, { kind: 'tick' }], restored).effects).toEqual([{ kind: 'look', localId: 'a' }])
  })

  it('edits and deletes messages in flight once they have arrived', () => {
    const edit: OutboxAction = { kind: 'edit', localId: 'a', content: 'better' }
    const discard: OutboxAction = { kind: 'discard', localId: 'a' }
    expect(run([write('a'), edit, confirm('a')]).effects.slice(1)).toEqual([
      { kind: 'arrived', localId: 'a', messageId: 200 },
      { kind: 'patch', messageId: 200, content: 'better' },
    ])
    expect(run([write('a'), discard, confirm('a')]).effects.slice(1)).toEqual([
      { kind: 'arrived', localId: 'a', messageId: 200 },
      { kind: 'delete', messageId: 200 },
    ])
    expect(run([write('a'), edit, broke('a'), 10_000, heard]).effects.at(-1)).toEqual({
      kind: 'send',
      localId: 'a',
      content: 'better',
    })
    expect(run([write('a'), discard, broke('a'), 10_000, heard]).outbox.entries).toEqual([])
    expect(run([write('x'), write('a'), edit, confirm('x')]).effects.at(-1)).toMatchObject({
      content: 'better',
    })
  })

  it('finds an arrived message among equal texts', () => {
    const entry = { localId: 'a', conversation: 'c', content: 'ok', state: 'uncertain' as const, after: 100 }
    const own = [
      { id: 90, content: 'ok' },
      { id: 101, content: 'ok' },
      { id: 102, content: 'no' },
      { id: 103, content: 'ok ' },
    ]
    expect(findSent(entry, own, new Set())).toBe(101)
    expect(findSent(entry, own, new Set([101]))).toBe(103)
    expect(findSent(entry, own, new Set([101, 103]))).toBeUndefined()
  })
})
