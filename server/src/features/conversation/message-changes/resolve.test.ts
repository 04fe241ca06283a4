import { changeRows, createWorld, eventsPerUser, eventTypesOf, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { messageFlags, toChannel } from '../messages/testing/fixtures.ts'
import { classifyTopicChange } from './resolve.ts'
import { messagesIn } from './testing/fixtures.ts'

const resolved = '\u2714 plums'
const whole = { propagate_mode: 'change_all' } as const

describe('A topic change', () => {
  it.each([
    ['plums', '\u2714 plums', 'resolve'],
    ['\u2714 plums', 'plums', 'unresolve'],
    ['\u2714 \u2714 plums', 'plums', 'unresolve'],
    ['plums', '\u2714 figs', 'move'],
    ['\u2714 plums', 'figs', 'move'],
    ['\u2714 plums', '\u2714 \u2714 plums', 'move'],
    ['plums', '\u2714plums', 'move'],
    ['x'.repeat(60), `\u2714 ${'x'.repeat(60)}`, 'resolve'],
  ] as const)('from %j to %j is a %s', (old, wanted, change) => {
    expect(classifyTopicChange(old, wanted)).toBe(change)
  })
})

describe('Resolving a topic', () => {
  it('posts a notice in it, unread only for participants', async () => {
    const { alice, carol, dave } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await dave.api.sendMessage(toChannel)
    const received = await eventsPerUser({ alice, carol, dave }, () =>
      carol.api.updateMessage({
        message_id,
        topic: resolved,
        ...whole,
        send_notification_to_new_thread: false,
      }),
    )
    expect(eventTypesOf(received.alice ?? [])).toEqual(['update_message', 'message'])
    expect(messageFlags(received.alice)).toEqual([['read']])
    expect(messageFlags(received.dave)).toEqual([[]])
    expect(messageFlags(received.carol)).toEqual([['read']])
    const messages = await messagesIn(carol, 'general', resolved)
    expect(messages.at(-1)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringMatching(/^@_\*\*Carol Member\|\d+\*\* has marked this topic as resolved\.$/),
    })
    // It counts neither as an edit nor as a move.
    expect(messages[0]).not.toHaveProperty('last_moved_timestamp')
    expect(messages[0]?.edit_history).toMatchObject([{ prev_topic: 'plums', topic: resolved }])
  })

  it('and unresolving it immediately leaves no notice', async () => {
    const { carol, dave } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await carol.api.updateMessage({ message_id, topic: resolved, ...whole })
    await carol.api.sendMessage({ ...toChannel, topic: 'other' })
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateMessage({ message_id, topic: 'plums', ...whole }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['update_message', 'delete_message'])
    expect(await messagesIn(carol, 'general', 'plums')).toHaveLength(1)
  })

  it('keeps its notice after another message or a minute', async () => {
    const { carol, clock } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await carol.api.updateMessage({ message_id, topic: resolved, ...whole })
    await carol.api.sendMessage({ ...toChannel, topic: resolved })
    await carol.api.updateMessage({ message_id, topic: 'plums', ...whole })
    expect(await messagesIn(carol, 'general', 'plums')).toHaveLength(4)
    clock.advance(61)
    await carol.api.updateMessage({ message_id, topic: resolved, ...whole })
    expect(await messagesIn(carol, 'general', resolved)).toHaveLength(5)
  })

  it('works for a topic of the maximum length', async () => {
    const { carol } = await createWorld()
    const topic = 'x'.repeat(60)
    const { id: message_id } = await carol.api.sendMessage({ ...toChannel, topic })
    await carol.api.updateMessage({ message_id, topic: `\u2714 ${topic}`, ...whole })
    expect(await messagesIn(carol, 'general', `\u2714 ${'x'.repeat(55)}...`)).toHaveLength(2)
  })

  it('needs membership of can_resolve_topics_group, but neither permission nor time to move', async () => {
    const world = await createWorld()
    const { carol, dave, clock } = world
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const forbid = (permission: string) =>
      changeRows(
        world,
        { realm: true },
        sql`update realm set permissions = jsonb_build_object(${permission}::text,
          (select id from user_group where name = 'role:nobody' and realm_id = realm.id))`,
      )
    await forbid('can_move_messages_between_topics_group')
    clock.advance(2_000_000)
    await dave.api.updateMessage({ message_id, topic: resolved, ...whole })
    await expect(dave.api.updateMessage({ message_id, topic: '\u2714 figs' })).rejects.toMatchObject(
      withReason('message-move-to-topic-denied'),
    )
    await forbid('can_resolve_topics_group')
    await expect(dave.api.updateMessage({ message_id, topic: 'plums' })).rejects.toMatchObject(
      withReason('topic-resolution-denied'),
    )
  })

  it('together with an edit posts no notice', async () => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await carol.api.updateMessage({ message_id, topic: resolved, content: 'done' })
    expect(await messagesIn(carol, 'general', resolved)).toHaveLength(1)
  })

  it('while moving to another channel is a move with its own notice', async () => {
    const { carol } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const { stream_id } = await carol.api.getChannelId({ stream: 'plaza' })
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await carol.api.updateMessage({ message_id, topic: resolved, stream_id, ...whole })
    const narrow = [{ operator: 'channel', operand: 'plaza' }]
    const { messages } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow,
    })
    expect(messages).toHaveLength(2)
    expect(messages[0]).toHaveProperty('last_moved_timestamp')
    expect(messages[1]?.content).toContain('This topic was moved here')
  })
})
