import {
  changeRows,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { toChannel } from '../messages/testing/fixtures.ts'

const fetchOne = async (person: Person, message_id: number) =>
  (await person.api.getMessage({ message_id, apply_markdown: false, allow_empty_topic_name: true })).message

describe('Editing the text of a message', () => {
  it('is published to everyone who has it, with the previous text and their flags', async () => {
    const { alice, carol, dave } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await dave.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'read' })
    const received = await eventsPerUser({ alice, carol, dave }, () =>
      carol.api.updateMessage({ message_id, content: 'ho' }),
    )
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const change = {
      type: 'update_message',
      user_id: carol.id,
      rendering_only: false,
      message_id,
      message_ids: [message_id],
      stream_id,
      stream_name: 'general',
      orig_content: 'hi',
      orig_rendered_content: '<p>hi</p>',
      content: 'ho',
      rendered_content: '<p>ho</p>',
      is_me_message: false,
    }
    expect(received).toMatchObject({
      alice: [{ ...change, flags: [] }],
      carol: [{ ...change, flags: ['read'] }],
      dave: [{ ...change, flags: ['read'] }],
    })
    for (const absent of ['propagate_mode', 'orig_subject', 'subject', 'topic_links', 'new_stream_id']) {
      expect(received.alice?.[0]).not.toHaveProperty(absent)
    }
    expect(await fetchOne(alice, message_id)).toMatchObject({
      content: 'ho',
      last_edit_timestamp: expect.any(Number),
      edit_history: [{ user_id: carol.id, prev_content: 'hi', prev_rendered_content: '<p>hi</p>' }],
    })
  })

  it('reaches the participants of a direct conversation', async () => {
    const { alice, carol, dave } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' })
    const received = await eventsPerUser({ alice, dave }, () =>
      carol.api.updateMessage({ message_id, content: 'ho' }),
    )
    expect(received).toMatchObject({ alice: [], dave: [{ content: 'ho', flags: [] }] })
    expect(received.dave?.[0]).not.toHaveProperty('stream_id')
  })

  it('is possible only for the sender, while editing is allowed, within the time limit and its grace', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await expect(alice.api.updateMessage({ message_id, content: 'x' })).rejects.toMatchObject(
      withReason('message-edit-denied'),
    )
    clock.advance(615)
    await carol.api.updateMessage({ message_id, content: 'in time' })
    clock.advance(10)
    await expect(carol.api.updateMessage({ message_id, content: 'late' })).rejects.toMatchObject(
      withReason('message-edit-time-passed'),
    )
    const settings = (json: string) =>
      changeRows(world, { realm: true }, sql`update realm set settings = ${json}::jsonb where subdomain = ''`)
    await settings('{"message_content_edit_limit_seconds":null}')
    await carol.api.updateMessage({ message_id, content: 'no limit' })
    await settings('{"allow_message_editing":false}')
    await expect(carol.api.updateMessage({ message_id, content: 'x' })).rejects.toMatchObject(
      withReason('message-editing-disabled'),
    )
    expect((await fetchOne(alice, message_id)).content).toBe('no limit')
  })

  it('stores (deleted) for a blank text, and accepts an unchanged text', async () => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await carol.api.updateMessage({ message_id, content: ' \n ' })
    expect((await fetchOne(carol, message_id)).content).toBe('(deleted)')
    await carol.api.updateMessage({ message_id, content: '(deleted)' })
    expect((await fetchOne(carol, message_id)).edit_history).toHaveLength(2)
  })

  it('updates the search index for the text and the topic', async () => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const finds = async (operand: string) => {
      const narrow = [{ operator: 'search', operand }]
      const found = await carol.api.getMessages({ anchor: 'newest', num_before: 9, num_after: 0, narrow })
      return found.messages.map((message) => message.id)
    }
    await carol.api.updateMessage({
      message_id,
      content: 'mirabelles',
      topic: 'orchard',
      send_notification_to_new_thread: false,
    })
    expect(await finds('mirabelle')).toEqual([message_id])
    expect(await finds('orchard')).toEqual([message_id])
    expect(await finds('plums')).toEqual([])
  })

  it('cannot change a poll', async () => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage({ ...toChannel, content: '/poll Ripe?' })
    await expect(carol.api.updateMessage({ message_id, content: '/poll Sweet?' })).rejects.toMatchObject(
      withReason('message-edit-has-widget'),
    )
    await carol.api.updateMessage({ message_id, topic: 'pears' })
    expect((await fetchOne(carol, message_id)).subject).toBe('pears')
  })

  it('updates alert words: set where they appear now, cleared elsewhere', async () => {
    const { carol, dave } = await createWorld()
    await dave.api.addAlertWords({ alert_words: ['mirabelle'] })
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const flags = async () => (await fetchOne(dave, message_id)).flags
    expect(await flags()).toEqual([])
    await carol.api.updateMessage({ message_id, content: 'a Mirabelle!' })
    expect(await flags()).toEqual(['has_alert_word'])
    await carol.api.updateMessage({ message_id, content: 'a plum' })
    expect(await flags()).toEqual([])
  })

  it('of an archived channel is refused without giving the cause', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { id: message_id } = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    await expect(dave.api.updateMessage({ message_id, content: 'x' })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
    await expect(dave.api.updateMessage({ message_id: 999_999, content: 'x' })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
    const { id } = await carol.api.sendMessage(toChannel)
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    await changeRows(world, { channels: [stream_id] }, sql`update channel set is_archived = true`)
    await expect(carol.api.updateMessage({ message_id: id, content: 'x' })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
    await expect(carol.api.deleteMessage({ message_id: id })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
    expect((await fetchOne(carol, id)).content).toBe('hi')
  })
})

describe('The parameters of an edit', () => {
  it.each([
    ['nothing', {}, 'message-change-empty'],
    ['the current topic', { topic: 'plums' }, 'message-change-empty'],
    ['the current channel', { stream_id: 0 }, 'message-change-empty'],
    [
      'a propagate_mode without a move',
      { content: 'x', propagate_mode: 'change_all' },
      'message-move-missing',
    ],
    ['a control character in the topic', { topic: 'a\nb' }, 'topic-name-invalid'],
    ['a bare check mark', { topic: '\u2714' }, 'topic-resolution-empty'],
    ['the empty topic resolved', { topic: '\u2714 general chat' }, 'topic-resolution-empty'],
    ['an unknown channel', { stream_id: 999 }, 'channel-not-found'],
  ] as const)('must not be %s', async (_, change, reason) => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const wanted = 'stream_id' in change && change.stream_id === 0 ? { stream_id } : change
    await expect(carol.api.updateMessage({ message_id, ...wanted })).rejects.toMatchObject(withReason(reason))
  })

  it('must not contain a new text together with another channel', async () => {
    const { carol } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const { stream_id } = await carol.api.getChannelId({ stream: 'plaza' })
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const both = { message_id, content: 'x', stream_id }
    await expect(carol.api.updateMessage(both)).rejects.toMatchObject(
      withReason('message-edit-moves-channel'),
    )
  })

  it('must not contain a topic or channel for a direct message', async () => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    await expect(carol.api.updateMessage({ message_id, topic: 'x' })).rejects.toMatchObject(
      withReason('message-move-direct'),
    )
    await expect(carol.api.updateMessage({ message_id, stream_id: 1 })).rejects.toMatchObject(
      withReason('message-move-direct'),
    )
  })
})

describe('An edited message', () => {
  it('lists its versions oldest first, with their changes', async () => {
    const { carol, dave } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage({ ...toChannel, content: 'one plum' })
    await carol.api.updateMessage({ message_id, content: 'two plums' })
    await carol.api.updateMessage({ message_id, topic: 'pears', content: 'two pears' })
    const { message_history } = await dave.api.getMessageHistory({ message_id })
    expect(message_history).toMatchObject([
      { user_id: carol.id, content: 'one plum', rendered_content: '<p>one plum</p>', topic: 'plums' },
      { content: 'two plums', topic: 'plums', prev_content: 'one plum' },
      { content: 'two pears', topic: 'pears', prev_topic: 'plums', prev_content: 'two plums' },
    ])
    expect(message_history[2]?.content_html_diff).toBe(
      '<div><p>two <span class="highlight_text_deleted">plums</span><span class="highlight_text_inserted">pears</span></p></div>',
    )
    expect(message_history[0]).not.toHaveProperty('content_html_diff')
  })

  it('hides the parts of its history that the organization hides', async () => {
    const world = await createWorld()
    const { carol } = world
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await carol.api.updateMessage({ message_id, content: 'ho' })
    await carol.api.updateMessage({ message_id, topic: 'pears', content: 'hum' })
    const policy = (name: string) =>
      changeRows(
        world,
        { realm: true },
        sql`update realm set settings = jsonb_build_object('message_edit_history_visibility_policy', ${name}::text)`,
      )
    await policy('moves')
    const moved = await fetchOne(carol, message_id)
    expect(moved.edit_history).toEqual([
      { user_id: carol.id, timestamp: expect.any(Number), prev_topic: 'plums', topic: 'pears' },
    ])
    const { message_history } = await carol.api.getMessageHistory({ message_id })
    expect(message_history.map((version) => version.content)).toEqual(['hi', 'hum'])
    expect(message_history[1]).not.toHaveProperty('prev_content')
    expect(message_history[1]).not.toHaveProperty('content_html_diff')
    await policy('none')
    const hidden = await fetchOne(carol, message_id)
    expect(hidden).not.toHaveProperty('edit_history')
    expect(hidden).toMatchObject({
      last_edit_timestamp: expect.any(Number),
      last_moved_timestamp: expect.any(Number),
    })
    await expect(carol.api.getMessageHistory({ message_id })).rejects.toMatchObject(
      withReason('message-history-hidden'),
    )
  })

  it('has the same state from events and from a new register call if it is unread', async () => {
    const { carol, dave } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const events = await eventsDuring(dave, () => carol.api.updateMessage({ message_id, topic: 'pears' }))
    expect(eventTypesOf(events)).toContain('update_message')
    expect((await dave.api.register()).unread_msgs?.streams).toMatchObject([
      { topic: 'pears', unread_message_ids: expect.arrayContaining([message_id]) },
    ])
  })
})
