import { bodyWithReason, castPassword, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { picture } from '../features/identity/pictures/testing/fixtures.ts'
import { caller, type Fields, registration, terminal } from './testing/existing-client.ts'

const text = expect.any(String)
const number = expect.any(Number)
const truth = expect.any(Boolean)
const list = expect.any(Array)

describe('An existing library for bots', () => {
  it('gets the replies it needs and can send its requests', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const call = caller(world, carol)
    expect((await call('GET', '/server_settings')).body).toMatchObject({
      result: 'success',
      zulip_version: text,
      zulip_feature_level: number,
    })
    const { body: channel } = await call('GET', '/get_stream_id', { stream: 'general' })
    const message = { type: 'stream', to: 'general', topic: 'library', content: 'hello' }
    const { body: sent } = await call('POST', '/messages', message)
    const { body: opened } = await call('POST', '/register', { narrow: [], event_types: ['message'] })
    expect(opened).toMatchObject({ queue_id: text, last_event_id: number })
    const file = new FormData()
    file.append('/home/carol/notes.txt', new File(['ripe'], 'notes.txt'))
    const { queue_id, last_event_id } = opened
    // Retries add `dont_block`, and some calls repeat path variables as parameters.
    const again = { dont_block: true }
    const id = sent.id
    const fine: [string, string, Fields, FormData?][] = [
      ['GET', '/users', again],
      ['POST', '/messages', { ...message, ...again }],
      ['GET', '/events', { queue_id, last_event_id, ...again }],
      ['PATCH', `/messages/${id}`, { message_id: id, content: 'hello there', ...again }],
      ['POST', `/messages/${id}/reactions`, { message_id: String(id), emoji_name: 'tada' }],
      ['DELETE', `/messages/${id}/reactions`, { message_id: String(id), emoji_name: 'tada' }],
      ['GET', `/streams/${channel.stream_id}/members`, { stream: 'general' }],
      ['PATCH', '/settings/notifications', { enable_sounds: false }],
      ['PUT', '/bot_storage', { storage: { plum: 'ripe' }, ...again }],
      ['DELETE', '/bot_storage', { keys: ['plum'] }],
      ['DELETE', '/users/me/subscriptions', { subscriptions: ['general'] }],
      ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }],
      ['POST', '/user_uploads', {}, file],
      ['POST', '/typing', { op: 'start', to: [dave.id] }],
      ['DELETE', '/events', { queue_id }],
    ]
    for (const [method, path, fields, form] of fine) {
      const { status, body } = await call(method, path, fields, form)
      expect({ call: `${method} ${path}`, status, body }).toMatchObject({
        status: 200,
        body: { result: 'success' },
      })
    }
    const gone = await call('GET', '/events', { queue_id, last_event_id })
    expect(gone).toMatchObject({ status: 400, body: bodyWithReason('event-queue-not-found') })
  })
})

describe('An existing client for terminals', () => {
  it('starts: every reply has the expected shape and fields', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const anyone = caller(world)
    const call = caller(world, carol)
    const { body: settings } = await anyone('GET', '/server_settings')
    expect(settings).toMatchObject({
      realm_uri: text,
      require_email_format_usernames: truth,
      email_auth_enabled: truth,
    })
    const login = { username: carol.email, password: castPassword }
    expect((await anyone('POST', '/fetch_api_key', login)).body).toMatchObject({ api_key: carol.apiKey })
    expect((await anyone('POST', '/fetch_api_key', { ...login, password: 'no' })).status).not.toBe(200)

    const firstPage = {
      ...{ anchor: 0, use_first_unread_anchor: true, num_before: 30, num_after: 10 },
      ...{ apply_markdown: true, narrow: [] },
    }
    const { body: nothing } = await call('GET', '/messages', firstPage)
    expect(nothing).toMatchObject({ result: 'success', anchor: 10_000_000_000_000_000, messages: [] })
    const message = { type: 'channel', to: 'general', topic: 'start' } as const
    const { id: unread } = await alice.api.sendMessage({ ...message, content: 'Hello @**Carol Member**' })
    await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'one' })
    await dave.api.sendMessage({ type: 'direct', to: [carol.id, alice.id], content: 'two' })
    await alice.api.addReaction({ message_id: unread, emoji_name: 'tada' })
    const { body: page } = await call('GET', '/messages', firstPage)
    expect(page).toMatchObject({ anchor: unread, found_newest: true })
    const common = {
      ...{ id: number, sender_id: number, sender_full_name: text, sender_email: text, timestamp: number },
      ...{ flags: list, reactions: list, is_me_message: false, submessages: [], topic_links: [] },
    }
    const person = { id: number, email: text, full_name: text }
    expect(page.messages).toMatchObject([
      {
        ...{ ...common, type: 'stream', stream_id: number, display_recipient: 'general', subject: 'start' },
        content: expect.stringMatching(/^<p>/),
      },
      { ...common, type: 'private', content: '<p>one</p>', display_recipient: [person, person] },
      { ...common, type: 'private', content: '<p>two</p>', display_recipient: [person, person, person] },
    ])

    await alice.api.addCustomEmoji({ emoji_name: 'plum' }, { files: [await picture('plum.png')] })
    await call('PATCH', '/users/me/subscriptions/muted_topics', {
      stream: 'general',
      topic: 'dull',
      op: 'add',
    })
    await call('POST', '/users/me/presence', { status: 'active', new_user_input: true })
    const sent = { ...registration, fetch_event_types: terminal.fetchTypes, client_gravatar: true }
    const { status, body: state } = await call('POST', '/register', sent)
    expect(status).toBe(200)
    const conversation = { unread_message_ids: [number] }
    expect(state).toMatchObject({
      ...{ queue_id: text, last_event_id: number, max_message_id: number, zulip_version: text },
      ...{ user_id: carol.id, email: text, full_name: 'Carol Member', realm_name: text },
      ...{ realm_allow_message_editing: truth, realm_allow_edit_history: truth },
      realm_users: expect.arrayContaining([
        expect.objectContaining({ user_id: carol.id, email: text, full_name: text, is_bot: false }),
      ]),
      unread_msgs: {
        mentions: [unread],
        pms: [{ sender_id: dave.id, ...conversation }],
        streams: [{ stream_id: number, topic: 'start', ...conversation }],
        huddles: [{ user_ids_string: text, ...conversation }],
      },
      starred_messages: [],
      user_settings: {
        send_private_typing_notifications: truth,
        twenty_four_hour_time: truth,
        pm_content_in_desktop_notifications: truth,
      },
    })
    for (const key of ['realm_message_retention_days', 'realm_message_content_edit_limit_seconds']) {
      expect(state, key).toHaveProperty(key)
    }
    for (const key of ['custom_profile_fields', 'cross_realm_bots', 'realm_user_groups', 'muted_topics']) {
      expect(state[key], key).toEqual(list)
    }
    for (const user of [...state.realm_users, ...state.cross_realm_bots]) {
      expect(user).toMatchObject({ user_id: number, email: text, full_name: text })
    }
    expect(state.muted_topics).toMatchObject([['general', 'dull', number]])
    for (const group of state.realm_user_groups) expect(group).toMatchObject({ id: number, name: text })
    expect(Object.values(state.realm_emoji)).toMatchObject([{ name: 'plum', deactivated: false }])
    expect(state.subscriptions).toHaveLength(1)
    for (const one of state.subscriptions) {
      expect(one).toMatchObject({
        ...{ stream_id: number, name: text, description: text, pin_to_top: truth, is_muted: truth },
        ...{ invite_only: truth, subscribers: list, date_created: number, rendered_description: text },
        ...{ history_public_to_subscribers: truth, stream_post_policy: number },
        color: expect.stringMatching(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i),
      })
      const others = ['desktop_notifications', 'message_retention_days', 'stream_weekly_traffic']
      for (const key of others) expect(one, key).toHaveProperty(key)
    }

    const { body: presence } = await call('POST', '/users/me/presence', {
      status: 'active',
      new_user_input: true,
    })
    for (const presences of [state.presences, presence.presences]) {
      const entries = presences[carol.email]
      expect(entries.aggregated).toMatchObject({ timestamp: number })
      for (const entry of Object.values(entries))
        expect(entry).toMatchObject({ status: text, timestamp: number })
    }
    const { body: anew } = await call('POST', '/register', registration)
    expect(anew).toMatchObject({ queue_id: text, last_event_id: number, max_message_id: number })
    expect((await call('DELETE', '/events', { queue_id: anew.queue_id })).status).toBe(200)
  })
})
