import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newOption, voteFor } from './fold-poll.ts'
import { newTask } from './fold-todo.ts'
import { foldWidget } from './fold-widget.ts'

type Action = [senderId: number, content: unknown]

const fold = (head: unknown, actions: Action[] = [], type = 'widget') =>
  foldWidget({
    sender_id: 1,
    submessages: [[1, head] as Action, ...actions].map(([sender_id, content], index) => ({
      id: index + 1,
      message_id: 9,
      sender_id,
      msg_type: index === 0 ? 'widget' : type,
      content: typeof content === 'string' ? content : JSON.stringify(content),
    })),
  })
const poll = { widget_type: 'poll', extra_data: { question: 'Which?', options: ['plums', 'figs', 'plums'] } }
const todo = {
  widget_type: 'todo',
  extra_data: {
    task_list_title: 'Today',
    tasks: [
      { task: 'pick', desc: 'the ripe ones' },
      { task: 'eat', desc: '' },
    ],
  },
}
const vote = (key: string, value = 1) => ({ type: 'vote', key, vote: value })
const pollOf = (...actions: Action[]) => {
  const widget = fold(poll, actions)
  if (widget?.kind !== 'poll') throw new Error('not a poll')
  return widget
}
const todoOf = (...actions: Action[]) => {
  const widget = fold(todo, actions)
  if (widget?.kind !== 'todo') throw new Error('not a list')
  return widget
}

describe('A poll', () => {
  it('is computed from the message and its submessages', () => {
    const { question, options } = pollOf(
      [2, vote('canned,0')],
      [3, vote('canned,0')],
      [2, { type: 'new_option', option: 'pears', idx: 0 }],
      [3, vote('2,0')],
      [3, vote('canned,0', -1)],
      [1, { type: 'question', question: 'Which now?' }],
    )
    expect(question).toBe('Which now?')
    expect(options).toEqual([
      { key: 'canned,0', text: 'plums', voters: [2] },
      { key: 'canned,1', text: 'figs', voters: [] },
      { key: '2,0', text: 'pears', voters: [3] },
    ])
  })

  it('ignores duplicate, unknown, malformed and denied actions', () => {
    const broken: Action[] = [
      [2, { type: 'new_option', option: 'figs', idx: 0 }],
      [2, { type: 'new_option', option: 'x' }],
      [2, { type: 'question', question: 'Mine?' }],
      [2, vote('canned,9')],
      [2, { ...vote('canned,0'), vote: 5 }],
      [2, '{'],
      [2, 'null'],
      [2, []],
      [2, vote('canned,2')],
    ]
    expect(pollOf(...broken)).toEqual(pollOf())
    expect(fold(poll, [[2, vote('canned,0')]], 'other')).toEqual(pollOf())
  })

  it('counts the last vote of each user', () => {
    const votes = fc.array(
      fc.tuple(fc.constantFrom(2, 3, 4), fc.constantFrom('canned,0', 'canned,1'), fc.constantFrom(1, -1)),
    )
    fc.assert(
      fc.property(votes, (votes) => {
        const { options } = pollOf(...votes.map(([who, key, value]): Action => [who, vote(key, value)]))
        for (const { key, voters } of options) {
          const last = [2, 3, 4].filter(
            (who) => votes.findLast(([voter, voted]) => voter === who && voted === key)?.[2] === 1,
          )
          expect(voters.toSorted()).toEqual(last)
        }
      }),
    )
  })

  it('builds the submessages to send', () => {
    const widget = pollOf([2, { type: 'new_option', option: 'pears', idx: 4 }], [2, vote('canned,0')])
    expect(widget.options[0] && voteFor(widget.options[0], 2)).toEqual(vote('canned,0', -1))
    expect(widget.options[0] && voteFor(widget.options[0], 3)).toEqual(vote('canned,0'))
    expect(newOption(widget, 2, ' kiwis ')).toEqual({ type: 'new_option', option: 'kiwis', idx: 5 })
    expect(newOption(widget, 3, 'kiwis')).toMatchObject({ idx: 0 })
    expect(newOption(widget, 3, 'figs')).toBeUndefined()
    expect(newOption(widget, 3, ' ')).toBeUndefined()
  })
})

describe('A to-do list', () => {
  it('is computed from the message and its submessages', () => {
    const { title, tasks } = todoOf(
      [2, { type: 'new_task', key: 0, task: 'cook', desc: 'jam', completed: false }],
      [3, { type: 'strike', key: '0,canned' }],
      [3, { type: 'strike', key: '0,2' }],
      [2, { type: 'strike', key: '0,2' }],
      [1, { type: 'new_task_list_title', title: 'Tomorrow' }],
      [2, { type: 'new_task_list_title', title: 'Never' }],
      [2, { type: 'new_task', key: 1, task: 'eat', desc: '', completed: false }],
      [2, { type: 'new_task', key: 1, task: 'rest', desc: '', completed: true }],
      [2, { type: 'strike', key: '7,7' }],
    )
    expect(title).toBe('Tomorrow')
    expect(tasks).toEqual([
      { key: '0,canned', task: 'pick', description: 'the ripe ones', isDone: true },
      { key: '1,canned', task: 'eat', description: '', isDone: false },
      { key: '0,2', task: 'cook', description: 'jam', isDone: false },
      { key: '1,2', task: 'rest', description: '', isDone: true },
    ])
  })

  it('builds the submessages to send', () => {
    const widget = todoOf([2, { type: 'new_task', key: 3, task: 'cook', desc: '', completed: false }])
    expect(newTask(widget, 2, 'wash', ' well ')).toEqual({
      type: 'new_task',
      key: 4,
      task: 'wash',
      desc: 'well',
      completed: false,
    })
    expect(newTask(widget, 2, 'cook', '')).toBeUndefined()
  })
})

describe('Other widgets', () => {
  it('are choices, or nothing', () => {
    const choices = [{ type: 'x', short_name: 'A', long_name: 'Yes', reply: 'yes' }]
    expect(
      fold({ widget_type: 'zform', extra_data: { type: 'choices', heading: 'Well?', choices } }),
    ).toEqual({
      kind: 'choices',
      heading: 'Well?',
      choices: [{ shortName: 'A', longName: 'Yes', reply: 'yes' }],
    })
    for (const head of [{ widget_type: 'other' }, {}, 'null', '{', { widget_type: 'zform' }]) {
      expect(fold(head)).toBeUndefined()
    }
    expect(foldWidget({ sender_id: 1, submessages: [] })).toBeUndefined()
    expect(fold({ widget_type: 'poll' })).toEqual({ kind: 'poll', question: '', options: [] })
  })
})
