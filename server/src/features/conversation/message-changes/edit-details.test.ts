import {
  addBot,
  changeRows,
  createWorld,
  eventsPerUser,
  type Person,
  sendChannelMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { archive, idOf, named } from '../../places/channels/testing/fixtures.ts'
import { tada } from '../reactions/testing/fixtures.ts'
import { messagesIn, withoutNotice } from './testing/fixtures.ts'

const all = { propagate_mode: 'change_all' } as const

const showHistory = (world: World, policy: string) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = jsonb_build_object('message_edit_history_visibility_policy', ${policy}::text)`,
  )

const fetchOne = async ({ api }: Person, message_id: number) => (await api.getMessage({ message_id })).message

const contentsIn = async (person: Person, topic: string) =>
  (await messagesIn(person, 'general', topic)).map(({ content }) => content)

describe('An edit', () => {
  it('of text and topic changes the text of one message and moves the others along', async () => {
    const { carol, dave } = await createWorld()
    const [first, message_id] = [await sendChannelMessage(carol), await sendChannelMessage(carol)]
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateMessage({ message_id, content: 'ho', topic: 'figs', ...all, ...withoutNotice }),
    )
    expect(received.dave).toMatchObject([{ message_id, message_ids: [first, message_id], content: 'ho' }])
    expect(await fetchOne(dave, message_id)).toMatchObject({
      last_edit_timestamp: expect.any(Number),
      last_moved_timestamp: expect.any(Number),
      edit_history: [{ prev_topic: 'plums', topic: 'figs', prev_content: 'hi' }],
    })
    await carol.api.updateMessage({ message_id, content: 'hum' })
    expect((await fetchOne(dave, message_id)).edit_history).toMatchObject([
      { prev_content: 'ho' },
      { prev_content: 'hi' },
    ])
    const other = await fetchOne(dave, first)
    expect(other).toMatchObject({ content: '<p>hi</p>', subject: 'figs' })
    expect(other.edit_history).toEqual([
      { user_id: carol.id, timestamp: expect.any(Number), prev_topic: 'plums', topic: 'figs' },
    ])
    expect(other).not.toHaveProperty('last_edit_timestamp')
  })

  it('publishes the previous text, even if edit history is hidden', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await showHistory(world, 'none')
    const message_id = await sendChannelMessage(carol)
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateMessage({ message_id, content: '/me eats' }),
    )
    expect(received.dave).toMatchObject([{ orig_content: 'hi', content: '/me eats', is_me_message: true }])
  })

  it('mentions nobody who does not have the message, not even a bot', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world, carol)
    await carol.api.subscribe(named('plaza'))
    const message_id = await sendChannelMessage(carol, 'plaza')
    const content = `@**|${dave.id}** @**|${bot.id}**`
    const received = await eventsPerUser({ dave, bot }, () =>
      carol.api.updateMessage({ message_id, content }),
    )
    expect(received).toEqual({ dave: [], bot: [] })
    for (const person of [dave, bot]) {
      expect((await person.api.register()).unread_msgs?.mentions).toEqual([])
      expect((await fetchOne(person, message_id)).flags).toEqual(['read', 'historical'])
    }
  })

  it('is stored like a new text: trimmed and truncated', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    const edited = async (content: string) => {
      await carol.api.updateMessage({ message_id, content })
      return (await carol.api.getMessage({ message_id })).raw_content
    }
    expect(await edited('\n\n    code  \n')).toBe('    code')
    expect(await edited('x'.repeat(10_001))).toBe(`${'x'.repeat(9_980)}\n[message truncated]`)
    await expect(edited('a\0b')).rejects.toMatchObject(withReason('parameter-has-null-byte'))
  })

  it('returns the files that are no longer used', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    expect(await carol.api.updateMessage({ message_id, content: 'ho' })).toEqual({ detached_uploads: [] })
  })
})

describe('The history of a message', () => {
  it('without edits is the message itself, even in an archived channel', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await sendChannelMessage(carol, 'general', '')
    await archive(world, await idOf(carol, 'general'))
    const { timestamp } = await fetchOne(dave, message_id)
    const original = { user_id: carol.id, timestamp, content: 'hi', rendered_content: '<p>hi</p>' }
    for (const [allow_empty_topic_name, topic] of [
      [false, 'general chat'],
      [true, ''],
    ] as const) {
      const reply = await dave.api.getMessageHistory({ message_id, allow_empty_topic_name })
      expect(reply).toEqual({ message_history: [{ ...original, topic }] })
    }
  })

  it('shows the empty topic as each client knows it, also in fetches', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol, 'general', '')
    await carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice })
    for (const [allow_empty_topic_name, prev_topic] of [
      [false, 'general chat'],
      [true, ''],
    ] as const) {
      const { message_history } = await carol.api.getMessageHistory({ message_id, allow_empty_topic_name })
      expect(message_history.map((one) => one.topic)).toEqual([prev_topic, 'figs'])
      expect(message_history[1]).toMatchObject({ prev_topic })
      const { messages } = await carol.api.getMessages({ message_ids: [message_id], allow_empty_topic_name })
      expect(messages[0]?.edit_history).toMatchObject([{ prev_topic, topic: 'figs' }])
    }
  })

  it('is visible to users who can read the message, unless it is disabled, which is checked first', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await carol.api.subscribe({ ...named('den'), invite_only: true })
    const message_id = await sendChannelMessage(carol, 'den')
    const read = () => alice.api.getMessageHistory({ message_id })
    await expect(read()).rejects.toMatchObject(withReason('message-not-found'))
    await showHistory(world, 'none')
    await expect(read()).rejects.toMatchObject(withReason('message-history-hidden'))
  })

  it('without text changes can be empty, and the message is still marked as edited', async () => {
    const world = await createWorld()
    const { carol } = world
    const message_id = await sendChannelMessage(carol)
    await carol.api.updateMessage({ message_id, content: 'ho' })
    await showHistory(world, 'moves')
    expect(await fetchOne(carol, message_id)).toMatchObject({
      edit_history: [],
      last_edit_timestamp: expect.any(Number),
    })
    expect((await carol.api.getMessageHistory({ message_id })).message_history).toHaveLength(1)
  })
})

describe('The notice about a resolved topic', () => {
  it('is unread for users who reacted, and does not depend on where notices are requested', async () => {
    const { alice, carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await dave.api.addReaction({ message_id, ...tada })
    const received = await eventsPerUser({ alice, dave }, () =>
      carol.api.updateMessage({
        message_id,
        topic: '\u2714 plums',
        ...all,
        send_notification_to_new_thread: false,
        send_notification_to_old_thread: true,
      }),
    )
    expect(received.dave?.at(-1)).toMatchObject({ type: 'message', flags: [] })
    expect(received.alice?.at(-1)).toMatchObject({ type: 'message', flags: ['read'] })
    expect(await contentsIn(carol, 'plums')).toEqual([])
    expect(await contentsIn(carol, '\u2714 plums')).toHaveLength(2)
  })

  it('is posted for a topic whose name must be truncated, which is not a move either', async () => {
    const { carol } = await createWorld()
    const topic = 'x'.repeat(60)
    const message_id = await sendChannelMessage(carol, 'general', topic)
    await carol.api.updateMessage({ message_id, topic: `\u2714 ${topic}`, ...all })
    const message = await fetchOne(carol, message_id)
    expect(message).not.toHaveProperty('last_moved_timestamp')
    expect(message.edit_history).toHaveLength(1)
  })
})

describe('The notice about a move into a topic with messages', () => {
  it('counts the moved messages, even if they are the whole old topic', async () => {
    const { carol } = await createWorld()
    await sendChannelMessage(carol, 'general', 'figs')
    const [first, second] = [await sendChannelMessage(carol), await sendChannelMessage(carol)]
    const by = `by @_**Carol Member|${carol.id}**.`
    await carol.api.updateMessage({ message_id: second, topic: 'figs', ...all })
    expect((await contentsIn(carol, 'figs')).at(-1)).toBe(
      `2 messages were moved here from #**general>plums** ${by}`,
    )
    await carol.api.updateMessage({ message_id: first, topic: 'pears', ...withoutNotice })
    await carol.api.updateMessage({ message_id: first, topic: 'figs', send_notification_to_old_thread: true })
    expect((await contentsIn(carol, 'figs')).at(-1)).toBe(
      `#**general>figs@${first}** was moved here from #**general>pears** ${by}`,
    )
    expect(await contentsIn(carol, 'pears')).toEqual([`This topic was moved to #**general>figs** ${by}`])
  })
})
