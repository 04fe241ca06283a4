import type { DraftObject } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import {
  contentOf,
  draftFor,
  isDirty,
  type LocalDraft,
  mergeDrafts,
  splitDrafts,
  toServerDraft,
} from './draft-merge.ts'

const topic = { kind: 'topic', channelId: 3, topic: 'plums' } as const
const stored = (id: number, content: string, timestamp = 10): DraftObject => ({
  id,
  type: 'stream',
  to: [3],
  topic: 'plums',
  content,
  timestamp,
})
const local = (id: string, text: string, more: Partial<LocalDraft> = {}): LocalDraft => ({
  id,
  to: topic,
  text,
  changedAt: 10_000,
  ...more,
})
/** A draft that the server has stored. */
const synced = (id: string, serverId: number, text: string, more: Partial<LocalDraft> = {}): LocalDraft => {
  const draft = local(id, text, { serverId, ...more })
  return { ...draft, synced: contentOf(toServerDraft(draft)) }
}
function merge(
  here: readonly LocalDraft[],
  there: readonly DraftObject[],
  { beingWritten, released = [] }: { beingWritten?: string; released?: number[] } = {},
) {
  let count = 0
  return mergeDrafts(here, there, {
    beingWritten,
    released: new Set(released),
    newId: () => `new${++count}`,
  }).map(({ id, text, serverId, isFromElsewhere }) => [id, text, serverId, isFromElsewhere === true])
}

describe('Drafts', () => {
  it('merge the ones of this browser and of the server', () => {
    expect(merge([], [stored(1, 'theirs')])).toEqual([['new1', 'theirs', 1, false]])
    expect(merge([local('a', 'mine')], [])).toEqual([['a', 'mine', undefined, false]])
    expect(merge([synced('a', 1, 'same')], [stored(1, 'same')])).toEqual([['a', 'same', 1, false]])
  })

  it('are matched by content after a lost response', () => {
    expect(merge([local('a', 'mine')], [stored(7, 'mine')])).toEqual([['a', 'mine', 7, false]])
    expect(merge([local('a', 'mine  ')], [stored(7, 'mine')])).toEqual([['a', 'mine  ', 7, false]])
  })

  it('take changes of another device, unless they are open or changed here', () => {
    expect(merge([synced('a', 1, 'old')], [stored(1, 'newer')])).toEqual([['a', 'newer', 1, false]])
    const both = [
      ['a', 'old', undefined, false],
      ['new1', 'newer', 1, true],
    ]
    expect(merge([synced('a', 1, 'old')], [stored(1, 'newer')], { beingWritten: 'a' })).toEqual(both)
    const changed = { ...synced('a', 1, 'old'), text: 'changed here' }
    expect(isDirty(changed)).toBe(true)
    expect(merge([changed], [stored(1, 'newer')])).toEqual([
      ['a', 'changed here', undefined, false],
      ['new1', 'newer', 1, true],
    ])
    expect(merge([changed], [stored(1, 'changed here')])).toEqual([['a', 'changed here', 1, false]])
  })

  it('are removed when deleted elsewhere, unless they have newer changes', () => {
    expect(merge([synced('a', 1, 'old')], [])).toEqual([])
    expect(merge([synced('a', 1, 'old')], [], { beingWritten: 'a' })).toEqual([
      ['a', 'old', undefined, false],
    ])
    expect(merge([{ ...synced('a', 1, 'old'), text: 'more' }], [])).toEqual([['a', 'more', undefined, false]])
  })

  it('do not come back while their text is being sent', () => {
    expect(merge([], [stored(1, 'sent')], { released: [1] })).toEqual([])
  })

  it('are found by their conversation, the newest first', () => {
    const drafts = [local('a', 'x'), local('b', 'y', { changedAt: 20_000, to: { ...topic, topic: 'PLUMS' } })]
    expect(draftFor(drafts, 'topic:3:plums', 1)?.id).toBe('b')
    expect(draftFor(drafts, 'topic:4:plums', 1)).toBeUndefined()
  })

  it('without a recipient are not continued if they forward a message', () => {
    const to = { kind: 'topic', channelId: undefined, topic: '' } as const
    const forwarded = local('a', '@_**Ana|7** [said](/x):\n```quote\nHi\n```', { to, changedAt: 30_000 })
    const unaddressed = local('b', 'To whom?', { to, changedAt: 20_000 })
    expect(draftFor([forwarded, unaddressed], undefined, 1)?.id).toBe('b')
    expect(draftFor([forwarded], undefined, 1)).toBeUndefined()
  })

  it('are split into those of the open conversation and the others', () => {
    const pears = { ...topic, topic: 'pears' }
    const drafts = [local('a', 'x', { to: pears }), local('b', 'y'), local('c', 'z', { to: pears })]
    const split = (key: string | undefined) => {
      const { here, elsewhere } = splitDrafts(drafts, key, 1)
      return [here.map(({ id }) => id).join(''), elsewhere.map(({ id }) => id).join('')]
    }
    expect(split('topic:3:plums')).toEqual(['b', 'ac'])
    expect(split('topic:3:pears')).toEqual(['ac', 'b'])
    expect(split('dm:7')).toEqual(['', 'abc'])
    expect(split(undefined)).toEqual(['', 'abc'])
  })
})
