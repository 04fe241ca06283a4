import { castPassword, createWorld } from '@loquat/devkit'
import { expect, it } from 'vitest'

// It puts a FormData of its own into the place of the built-in one, which tests that come after it need.
const { FormData } = globalThis
// @ts-expect-error it has no types
const { default: existingClient } = await import('zulip-js')
globalThis.FormData = FormData

it('An existing client, unmodified, logs in, lists, subscribes, sends, reacts, flags and listens', async () => {
  const { url, carol, dave } = await createWorld()
  const me = await existingClient({ username: carol.email, password: castPassword, realm: url })
  expect(me.config.apiKey).toBe(carol.apiKey)
  const success = { result: 'success' }

  expect(await me.users.me.getProfile()).toMatchObject({ ...success, user_id: carol.id })
  const { members } = await me.users.retrieve()
  expect(members.map((member: { user_id: number }) => member.user_id)).toContain(dave.id)

  const subscribed = await me.users.me.subscriptions.add({
    subscriptions: JSON.stringify([{ name: 'plums', description: 'Ripe ones' }]),
  })
  expect(subscribed).toMatchObject({ ...success, subscribed: { [carol.id]: ['plums'] } })
  const { subscriptions } = await me.streams.subscriptions.retrieve()
  expect(subscriptions.map((one: { name: string }) => one.name)).toEqual(['general', 'plums'])
  const { streams } = await me.streams.retrieve()
  expect(streams).toHaveLength(2)
  const { stream_id } = await me.streams.getStreamId('plums')

  const queue = await me.queues.register({ event_types: ['message', 'reaction'] })
  expect(queue).toMatchObject({
    ...success,
    queue_id: expect.any(String),
    zulip_feature_level: expect.any(Number),
  })

  const { id } = await me.messages.send({
    to: 'plums',
    type: 'stream',
    topic: 'trees',
    content: 'Which one?',
  })
  const direct = await me.messages.send({ to: dave.email, type: 'private', content: 'Which one?' })
  expect(direct).toMatchObject(success)
  expect(await me.reactions.add({ message_id: id, emoji_name: 'thumbs_up' })).toMatchObject(success)
  expect(await me.reactions.remove({ message_id: id, emoji_name: 'thumbs_up' })).toMatchObject(success)
  expect(await me.messages.update({ message_id: id, content: 'This one' })).toMatchObject(success)
  expect(await me.messages.flags.add({ messages: [id], flag: 'starred' })).toMatchObject({ messages: [id] })
  expect(await me.messages.render('a *plum*')).toMatchObject({ rendered: '<p>a <em>plum</em></p>' })
  expect(await me.typing.send({ to: [dave.id], op: 'start' })).toMatchObject(success)

  const { topics } = await me.streams.topics.retrieve({ stream_id })
  expect(topics.map((topic: { name: string }) => topic.name)).toEqual(['trees'])
  const narrow = [{ operator: 'stream', operand: 'plums' }]
  const fetched = await me.messages.retrieve({ anchor: 'newest', num_before: 5, num_after: 0, narrow })
  expect(fetched.messages).toMatchObject([
    { id, content: '<p>This one</p>', flags: expect.arrayContaining(['starred']) },
  ])

  const poll = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true }
  const { events } = await me.events.retrieve(poll)
  expect(events.map((event: { type: string }) => event.type)).toEqual([
    'message',
    'message',
    'reaction',
    'reaction',
  ])
  expect(await me.queues.deregister({ queue_id: queue.queue_id })).toMatchObject(success)
  expect(await me.server.settings()).toMatchObject({ ...success, zulip_version: expect.any(String) })
  const removed = await me.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['plums']) })
  expect(removed).toMatchObject({ ...success, removed: ['plums'] })
})
