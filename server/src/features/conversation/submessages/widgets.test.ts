import {
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { toChannel } from '../messages/testing/fixtures.ts'

const send = async ({ api }: Person, content: string, widget_content?: string) =>
  (
    await api.sendMessage({
      ...toChannel,
      content,
      ...(widget_content === undefined ? {} : { widget_content }),
    })
  ).id

const messageOf = async ({ api }: Person, message_id: number) =>
  (await api.getMessage({ message_id, apply_markdown: false })).message

/** The widget of a message with this text, or undefined. */
async function widgetOf(person: Person, content: string): Promise<unknown> {
  const { submessages } = await messageOf(person, await send(person, content))
  expect(submessages.length).toBeLessThanOrEqual(1)
  return submessages[0] && JSON.parse(submessages[0].content)
}

const poll = (question: string, ...options: string[]) => ({
  widget_type: 'poll',
  extra_data: { question, options },
})
const todo = (task_list_title: string, ...tasks: [task: string, desc: string][]) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
})

describe('Sending a poll or to-do list', () => {
  it('adds a widget by the sender to the message, which keeps its text', async () => {
    const { carol, dave } = await createWorld()
    const content = '/poll Which?\nplums\npears'
    let id = 0
    const events = await expectEventsToReproduceState(dave, async () => {
      id = await send(carol, content)
    })
    const submessage = {
      id: expect.any(Number),
      message_id: id,
      sender_id: carol.id,
      msg_type: 'widget',
      content: JSON.stringify(poll('Which?', 'plums', 'pears')),
    }
    const [event] = events
    expect(event).toMatchObject({
      type: 'message',
      message: { id, content: expect.stringContaining('<p>/poll') },
    })
    expect(event?.type === 'message' && event.message.submessages).toEqual([submessage])
    const fetched = await messageOf(dave, id)
    expect(fetched).toMatchObject({ content, submessages: [submessage] })
    expect(event?.type === 'message' && event.message.submessages).toEqual(fetched.submessages)
    const { messages } = await dave.api.getMessages({ message_ids: [id] })
    expect(messages).toMatchObject([{ submessages: [submessage] }])
  })

  it('works in direct messages, too', async () => {
    const { carol, dave } = await createWorld()
    const events = await eventsDuring(dave, () =>
      carol.api.sendMessage({ type: 'direct', to: [dave.id], content: '/todo' }),
    )
    expect(events).toMatchObject([
      { message: { type: 'private', submessages: [{ content: JSON.stringify(todo('')) }] } },
    ])
  })

  it('takes the question from the first line and options from the others', async () => {
    const { carol } = await createWorld()
    expect(await widgetOf(carol, '/poll')).toEqual(poll(''))
    expect(await widgetOf(carol, '/poll  Which one?  ')).toEqual(poll('Which one?'))
    expect(await widgetOf(carol, '/poll\tWhich?')).toEqual(poll('Which?'))
    expect(await widgetOf(carol, '/poll\nplums')).toEqual(poll('', 'plums'))
    const listed = '/poll Which?\n  plums \n\n- pears\n*  figs\n   \n-\n-dates\n- - kiwis\n1. limes'
    expect(await widgetOf(carol, listed)).toEqual(
      poll('Which?', 'plums', 'pears', 'figs', 'dates', '- kiwis', '1. limes'),
    )
  })

  it('takes the title of a to-do list from the first line and tasks from the others', async () => {
    const { carol } = await createWorld()
    expect(await widgetOf(carol, '/todo')).toEqual(todo(''))
    expect(await widgetOf(carol, '/todo  Today ')).toEqual(todo('Today'))
    const listed = '/todo Today\npick\n- wash: with care: twice\n\n* dry:\neat:now'
    expect(await widgetOf(carol, listed)).toEqual(
      todo('Today', ['pick', ''], ['wash', 'with care: twice'], ['dry:', ''], ['eat:now', '']),
    )
  })

  it('needs the whole word at the very beginning', async () => {
    const { carol } = await createWorld()
    for (const content of [
      ' /poll x',
      '/polls x',
      '/POLL x',
      '/poll: x',
      'a\n/poll x',
      '/ poll',
      '/todos',
      'poll',
    ]) {
      expect(await widgetOf(carol, content), content).toBeUndefined()
    }
  })

  it('has an effect only when sending, not when editing', async () => {
    const { carol } = await createWorld()
    const message_id = await send(carol, 'hi')
    await carol.api.updateMessage({ message_id, content: '/poll x' })
    expect((await messageOf(carol, message_id)).submessages).toEqual([])
  })

  it('makes a message whose text cannot be edited, but which can be moved', async () => {
    const { carol } = await createWorld()
    const message_id = await send(carol, '/poll x')
    await expect(carol.api.updateMessage({ message_id, content: 'y' })).rejects.toMatchObject(
      withReason('message-edit-has-widget'),
    )
    await carol.api.updateMessage({ message_id, topic: 'pears' })
    const { subject, submessages } = await messageOf(carol, message_id)
    expect(subject).toBe('pears')
    expect(submessages).toHaveLength(1)
  })
})

describe('widget_content', () => {
  const choices = [
    { short_name: 'A', long_name: 'Plums', reply: 'plums' },
    { short_name: 'B', long_name: 'Pears', reply: 'pears' },
  ]
  const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Which?', choices } }

  it('adds a form to the message, instead of a command in its text', async () => {
    const { carol } = await createWorld()
    for (const content of ['hi', '/poll x']) {
      const { submessages } = await messageOf(carol, await send(carol, content, JSON.stringify(form)))
      expect(submessages).toMatchObject([{ msg_type: 'widget', sender_id: carol.id }])
      expect(submessages.map((one) => JSON.parse(one.content))).toEqual([form])
    }
  })

  it('is rejected unless it is a form with choices, and then nothing is sent', async () => {
    const { carol, dave } = await createWorld()
    const { extra_data } = form
    const bad = [
      'nonsense',
      '',
      '[]',
      'null',
      '{}',
      JSON.stringify({ ...form, widget_type: 'poll' }),
      JSON.stringify({ widget_type: 'zform' }),
      JSON.stringify({ ...form, extra_data: { ...extra_data, type: 'other' } }),
      JSON.stringify({ ...form, extra_data: { type: 'choices', choices } }),
      JSON.stringify({ ...form, extra_data: { type: 'choices', heading: 'x' } }),
      JSON.stringify({ ...form, extra_data: { ...extra_data, heading: 5 } }),
      JSON.stringify({ ...form, extra_data: { ...extra_data, choices: {} } }),
      JSON.stringify({ ...form, extra_data: { ...extra_data, choices: [{ short_name: 'A', reply: 'x' }] } }),
    ]
    const events = await eventsDuring(dave, async () => {
      for (const widget of bad) {
        await expect(send(carol, 'hi', widget), widget).rejects.toMatchObject(
          withReason(['nonsense', ''].includes(widget) ? 'widget-not-json' : 'widget-malformed'),
        )
      }
    })
    expect(events).toEqual([])
  })
})
