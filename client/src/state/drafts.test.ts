import type { DraftObject, InitialState, QueueEvent } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { reduce } from './reduce.ts'

const draft = (id: number, timestamp: number): DraftObject => ({
  id,
  type: '',
  to: [],
  topic: '',
  content: 'hi',
  timestamp,
})
const snippet = (id: number, title = 'Thanks') => ({ id, title, content: 'Thank you!', date_created: 1 })
const idsOf = (state: InitialState) => state.drafts?.map((one) => one.id)

const events: QueueEvent[] = [
  { type: 'drafts', op: 'add', id: 1, drafts: [draft(1, 10), draft(2, 30), draft(3, 10)] },
  { type: 'drafts', op: 'update', id: 2, draft: draft(1, 20) },
  { type: 'drafts', op: 'remove', id: 3, draft_id: 2 },
  { type: 'saved_snippets', op: 'add', id: 4, saved_snippet: snippet(2) },
  { type: 'saved_snippets', op: 'add', id: 5, saved_snippet: snippet(1) },
  { type: 'saved_snippets', op: 'update', id: 6, saved_snippet: snippet(1, 'Bye') },
  { type: 'saved_snippets', op: 'remove', id: 7, saved_snippet_id: 2 },
]

describe('Drafts and saved snippets', () => {
  it('stay undefined if they were not fetched', () => {
    for (const event of events) expect(reduce({}, event)).toEqual({})
  })

  it('are sorted by the last edit, with the latest event first within a second', () => {
    const states: InitialState[] = [{ drafts: [] }]
    for (const event of events.slice(0, 3)) states.push(reduce(states.at(-1) ?? {}, event))
    expect(states.map(idsOf)).toEqual([[], [2, 3, 1], [2, 1, 3], [1, 3]])
  })

  it('add an edited draft that was not fetched', () => {
    expect(idsOf(reduce({ drafts: [draft(1, 10)] }, events[1]!))).toEqual([1])
    expect(idsOf(reduce({ drafts: [draft(4, 10)] }, events[1]!))).toEqual([1, 4])
  })

  it('list the oldest snippet first', () => {
    const state = events.slice(3).reduce(reduce, { saved_snippets: [] })
    expect(state).toEqual({ saved_snippets: [snippet(1, 'Bye')] })
    expect(events.slice(3, 5).reduce(reduce, { saved_snippets: [] })).toEqual({
      saved_snippets: [snippet(1), snippet(2)],
    })
  })
})
