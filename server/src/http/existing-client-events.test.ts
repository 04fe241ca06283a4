import { basicAuth, createWorld, runJobs } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { uploaded } from '../features/conversation/uploads/testing/fixtures.ts'
import { picture } from '../features/identity/pictures/testing/fixtures.ts'
import { caller, type Fields, registration } from './testing/existing-client.ts'

const text = expect.any(String)
const number = expect.any(Number)
const truth = expect.any(Boolean)

describe('An existing client for terminals, once it runs', () => {
  it('receives every event in the expected shape', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const call = caller(world, carol)
    const { body: state } = await call('POST', '/register', registration)
    const cursor = { queue_id: state.queue_id, last_event_id: state.last_event_id }
    const recipient = { type: 'channel', to: 'general', topic: 'plums' } as const
    const { id } = await alice.api.sendMessage({ ...recipient, content: 'Ripe' })
    await alice.api.updateMessage({ message_id: id, content: '/me is ripe' })
    await alice.api.updateMessage({ message_id: id, topic: 'pears', send_notification_to_new_thread: false })
    await call('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await call('POST', '/messages/flags', { messages: [id], op: 'remove', flag: 'starred' })
    await dave.api.setTypingStatus({ op: 'start', to: [carol.id] })
    await dave.api.unsubscribe({ subscriptions: ['general'] })
    await dave.api.subscribe({ subscriptions: [{ name: 'general' }] })
    await alice.api.updateUser({ user_id: dave.id, full_name: 'David' })
    await alice.api.addReaction({ message_id: id, emoji_name: 'tada' })
    const image = await uploaded(dave, await picture('one.png', { width: 900, height: 600 }))
    await dave.api.sendMessage({ ...recipient, content: image.link })
    await runJobs(world)

    const { body } = await call('GET', '/events', { ...cursor, dont_block: true })
    const events: (Fields & { type: string; op?: string; rendering_only?: boolean })[] = body.events
    const only = (type: string, op?: string) =>
      events.filter((event) => event.type === type && (op === undefined || event.op === op))
    for (const event of events) expect(event).toMatchObject({ id: number, type: text })

    const message = {
      ...{ id: number, type: 'stream', sender_id: number, sender_full_name: text, sender_email: text },
      ...{ timestamp: number, content: text, subject: text, stream_id: number, display_recipient: text },
      ...{ reactions: [], is_me_message: truth, submessages: [], topic_links: [] },
    }
    expect(only('message')).toMatchObject([
      { message, flags: [] },
      { message, flags: [] },
    ])
    expect(only('update_message')).toMatchObject([
      { message_id: id, rendered_content: text, is_me_message: true },
      { message_id: id, subject: 'pears', orig_subject: 'plums', stream_id: number, message_ids: [id] },
      { rendering_only: true, rendered_content: text, is_me_message: false },
    ])
    expect(only('update_message_flags')).toMatchObject([
      { op: 'add', all: false, flag: 'starred', messages: [id] },
      { op: 'remove', all: false, flag: 'starred', messages: [id] },
    ])
    expect(only('typing')).toMatchObject([{ sender: { email: text, user_id: dave.id } }])
    expect(only('realm_user')).toMatchObject([{ op: 'update', person: { user_id: dave.id } }])
    expect(only('reaction')).toMatchObject([{ op: 'add', message_id: id, emoji_name: 'tada' }])

    // It removes users from its list one by one, and fails on unknown ones.
    const general = state.subscriptions[0]
    const members = new Set<number>(general.subscribers)
    const peers = [...only('subscription', 'peer_remove'), ...only('subscription', 'peer_add')]
    expect(peers).toMatchObject([
      { op: 'peer_remove', stream_ids: [general.stream_id], user_ids: [dave.id] },
      { op: 'peer_add', stream_ids: [general.stream_id], user_ids: [dave.id] },
    ])
    expect(members).toContain(dave.id)
  })

  it('can make all its calls, with its parameter names', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const call = caller(world, carol)
    const { body: channel } = await call('GET', '/get_stream_id', { stream: 'general' })
    const at = channel.stream_id
    const message = { type: 'stream', to: 'general', subject: 'plums', content: 'Ripe', read_by_sender: true }
    const { body: sent } = await call('POST', '/messages', message)
    const id = sent.id
    const direct = { type: 'private', to: [dave.id], content: 'Only you', read_by_sender: true }
    const { body: toDave } = await call('POST', '/messages', direct)
    const { id: mention } = await alice.api.sendMessage({
      ...{ type: 'channel', to: 'general', topic: 'pears', content: '@**Carol Member**' },
    })
    await call('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

    const newest = 10_000_000_000_000_000
    const narrows: [unknown[], number[]][] = [
      [[['stream', 'general']], [id, mention]],
      [[{ operator: 'stream', operand: at }], [id, mention]],
      [
        [
          ['stream', 'general'],
          ['topic', 'plums'],
        ],
        [id],
      ],
      [[['pm-with', dave.email]], [toDave.id]],
      [[['pm-with', `${dave.email}, ${carol.email}`]], [toDave.id]],
      [[['is', 'private']], [toDave.id]],
      [[['is', 'starred']], [id]],
      [[['is', 'mentioned']], [mention]],
      [[['search', 'ripe']], [id]],
    ]
    for (const [narrow, ids] of narrows) {
      const page = { anchor: newest, num_before: 30, num_after: 10, apply_markdown: true, narrow }
      const { status, body } = await call('GET', '/messages', page)
      const found = body.messages?.map((message: { id: number }) => message.id)
      expect({ narrow, status, found }).toEqual({ narrow, status: 200, found: ids })
    }

    const emoji = { emoji_name: 'tada', reaction_type: 'unicode_emoji', emoji_code: '1f389' }
    const property = { stream_id: at, property: 'is_muted', value: true }
    const calls: [string, string, Fields, object][] = [
      ['GET', `/users/me/${at}/topics`, {}, { topics: [{ name: 'pears' }, { name: 'plums' }] }],
      ['PATCH', `/messages/${id}`, { message_id: id, content: 'Riper' }, {}],
      ['PATCH', `/messages/${id}`, { message_id: id, topic: 'figs', propagate_mode: 'change_one' }, {}],
      ['GET', `/messages/${id}`, {}, { raw_content: 'Riper' }],
      ['GET', `/messages/${id}/history`, {}, { message_history: [{}, {}, {}] }],
      ['POST', '/messages/flags', { messages: [mention], op: 'add', flag: 'read' }, { messages: [mention] }],
      ['POST', `/messages/${id}/reactions`, emoji, {}],
      ['DELETE', `/messages/${id}/reactions`, emoji, {}],
      ['POST', '/typing', { op: 'start', to: [dave.id] }, {}],
      ['POST', '/users/me/subscriptions/properties', { subscription_data: [property] }, {}],
    ]
    for (const [method, path, fields, reply] of calls) {
      const { status, body } = await call(method, path, fields)
      expect({ call: `${method} ${path}`, status, body }).toMatchObject({
        status: 200,
        body: { result: 'success', ...reply },
      })
    }
    // With two slashes: answered or refused, but an answer that it can read.
    const { body: email } = await call('GET', `//streams/${at}/email_address`)
    expect(email).toMatchObject({ result: text, msg: text })

    const file = await uploaded(carol, new File(['ripe'], 'notes.txt'))
    const authorization = basicAuth(carol.email, carol.apiKey)
    const response = await fetch(`${world.url}${file.url}`, { headers: { authorization } })
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: 'ripe' })
  })
})
