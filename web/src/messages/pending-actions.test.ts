import { describe, expect, it } from 'vitest'
import { foldWidget } from './fold-widget.ts'
import { addPending, pendingOn, stillPending, withPending } from './pending-actions.ts'

const me = 7
const said = (id: number, content: object, sender = me) => ({
  id,
  message_id: 1,
  sender_id: sender,
  msg_type: 'widget' as const,
  content: JSON.stringify(content),
})
const head = said(
  10,
  { widget_type: 'todo', extra_data: { task_list_title: 'Picnic', tasks: [{ task: 'Bread', desc: '' }] } },
  3,
)
const strike = { type: 'strike', key: '0,canned' }
const doing = (content: object, after: number) => ({
  key: '1',
  senderId: me,
  content: JSON.stringify(content),
  after,
})
const isDone = (
  submessages: Parameters<typeof withPending>[0],
  pending: Parameters<typeof withPending>[1],
) => {
  const widget = foldWidget({ sender_id: 3, submessages: [...withPending(submessages, pending)] })
  return widget?.kind === 'todo' && widget.tasks[0]?.isDone
}

describe('A pending action on a widget', () => {
  it('is shown before the server publishes it', () => {
    expect(isDone([head], [])).toBe(false)
    expect(isDone([head], [doing(strike, 10)])).toBe(true)
  })

  it('counts once when it is published, regardless of equal actions of others', () => {
    expect(isDone([head, said(11, strike)], [doing(strike, 10)])).toBe(true)
    expect(isDone([head, said(11, strike, 9)], [doing(strike, 10)])).toBe(false)
    expect(stillPending([head, said(11, strike)], [doing(strike, 11)])).toHaveLength(1)
  })

  it('counts as often as it was done: each event confirms one', () => {
    const twice = [doing(strike, 10), { ...doing(strike, 10), key: '2' }]
    expect(isDone([head], twice)).toBe(false)
    expect(stillPending([head, said(11, strike)], twice)).toHaveLength(1)
    expect(isDone([head, said(11, strike)], twice)).toBe(false)
    expect(stillPending([head, said(11, strike), said(12, strike)], twice)).toEqual([])
  })

  it('is removed if the server rejects it', () => {
    const takeBack = addPending(1, [head], me, JSON.stringify(strike))
    const other = addPending(1, [head], me, JSON.stringify({ type: 'vote' }))
    expect(pendingOn(1)).toHaveLength(2)
    takeBack()
    expect(pendingOn(1).map(({ content }) => content)).toEqual([JSON.stringify({ type: 'vote' })])
    other()
    expect(pendingOn(1)).toEqual([])
  })
})
