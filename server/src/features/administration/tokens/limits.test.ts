import { createApi } from '@loquat/client'
import { channelLimits, type EndpointName, endpointScopes, endpoints, type Scope } from '@loquat/contract'
import {
  addBot,
  basicAuth,
  createWorld,
  eventsDuring,
  openQueue,
  type Person,
  pendingEvents,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { withToken } from './testing/with-token.ts'

/** Calls an endpoint with any path, without parameters. */
async function reasonOf({ url }: World, person: Person, name: EndpointName): Promise<unknown> {
  const { method, path } = endpoints[name]
  const response = await fetch(`${url}/api/v1${path.replace(/\{[^}]+\}/g, '1')}`, {
    method,
    headers: { authorization: basicAuth(person.email, person.apiKey) },
  })
  const { code, reason, scope } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, reason, scope }
}

const scoped = (Object.entries(endpointScopes) as [EndpointName, string][]).filter(
  ([, scope]) => scope !== 'public' && scope !== 'webhook',
)

describe('Scopes', () => {
  it('are needed for every endpoint, and the answer names the missing one', async () => {
    const world = await createWorld()
    const { person } = await withToken(world, world.alice, { scopes: ['events:read'] })
    for (const [name, scope] of scoped) {
      if (scope === 'events:read') continue
      expect(await reasonOf(world, person, name), name).toEqual(
        scope === 'credentials'
          ? { status: 403, code: 'TOKEN_LIMITED', reason: 'token-denied', scope: undefined }
          : { status: 403, code: 'TOKEN_SCOPE_MISSING', reason: 'token-scope-missing', scope },
      )
    }
  })

  it('of a higher verb include the lower ones; read-only tokens lose the others', async () => {
    const world = await createWorld()
    const { carol, alice } = world
    const { api } = await withToken(world, carol, { scopes: ['messages:write'] })
    const { id } = await api.sendMessage({ type: 'direct', to: [alice.id], content: 'Hi' })
    await api.getMessage({ message_id: id })
    await expect(api.getChannels({})).rejects.toMatchObject(
      withReason('token-scope-missing', { scope: 'channels:read' }),
    )
    for (const scopes of [null, ['messages:admin', 'channels:read'] as Scope[]]) {
      const reader = (await withToken(world, carol, { scopes, read_only: true })).api
      await reader.getMessage({ message_id: id })
      await reader.getChannels({})
      await expect(reader.deleteMessage({ message_id: id })).rejects.toMatchObject(
        withReason('token-scope-missing', { scope: 'messages:write' }),
      )
    }
    for (const [options, reason] of [
      [{ scopes: [] }, 'token-scopes-empty'],
      [{ channel_ids: [] }, 'token-channels-empty'],
      [{ addresses: [] }, 'token-addresses-empty'],
      [{ topic: 'x' }, 'token-topic-denied'],
    ] as const) {
      await expect(
        carol.api.createToken({ name: 'x', ...options } as { name: string }),
      ).rejects.toMatchObject(withReason(reason))
    }
  })

  it('to events do not reveal the API keys of bots, at once or later', async () => {
    const world = await createWorld()
    const { carol } = world
    const bot = await addBot(world, carol)
    const { api } = await withToken(world, carol, { scopes: ['events:read'] })
    const { queue_id, last_event_id, realm_bots } = await api.register({})
    expect(realm_bots).toBeUndefined()
    const { api_key } = await carol.api.regenerateBotApiKey({ bot_id: bot.id })
    const events = await pendingEvents(api, queue_id ?? '', last_event_id ?? 0)
    expect(JSON.stringify(events)).not.toContain(api_key)
    const all = await withToken(world, carol)
    expect((await all.api.register({})).realm_bots).toHaveLength(1)
    const seen = await eventsDuring(all.person, () => carol.api.regenerateBotApiKey({ bot_id: bot.id }))
    expect(seen.map(({ type }) => type)).toContain('realm_bot')
  })

  it('are needed for files, avatars and the audit log outside the API', async () => {
    const world = await createWorld()
    const { alice } = world
    const { url } = await alice.api.uploadFile({}, { files: [new File(['secret'], 'note.txt')] })
    const statusOf = async (path: string, secret: string) =>
      (
        await fetch(`${world.url}${path}`, {
          headers: { authorization: `Bearer ${secret}` },
          redirect: 'manual',
        })
      ).status
    const [none, files, admin] = [
      await withToken(world, alice, { scopes: ['messages:read'] }),
      await withToken(world, alice, { scopes: ['files:read', 'users:read'] }),
      await withToken(world, alice, { scopes: ['organization:admin'] }),
    ]
    expect(await statusOf(url, none.token)).toBe(403)
    expect(await statusOf(url, files.token)).toBe(200)
    expect(await statusOf(`/avatar/${alice.id}`, none.token)).toBe(403)
    expect(await statusOf(`/avatar/${alice.id}`, files.token)).toBe(302)
    expect(await statusOf('/audit-log.jsonl', files.token)).toBe(403)
    expect(await statusOf('/audit-log.jsonl', admin.token)).toBe(200)
    const upload = await fetch(`${world.url}/api/v1/tus`, {
      method: 'POST',
      headers: { authorization: `Bearer ${files.token}`, 'tus-resumable': '1.0.0', 'upload-length': '1' },
    })
    expect(upload.status).toBe(403)
  })
})

/** Two channels, one of which a token is limited to, with a message in each, and a direct message. */
async function withChannels() {
  const world = await createWorld()
  const { alice, carol } = world
  await alice.api.subscribe({
    subscriptions: [{ name: 'open' }, { name: 'shut' }],
    principals: [alice.id, carol.id],
  })
  const idOf = async (stream: string) => (await carol.api.getChannelId({ stream })).stream_id
  const [open, shut] = [await idOf('open'), await idOf('shut')]
  const post = async (to: number) =>
    (await alice.api.sendMessage({ type: 'channel', to, topic: 'plums', content: `ripe in ${to}` })).id
  const direct = (await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'psst' })).id
  const messages = { open: await post(open), shut: await post(shut), direct }
  const limited = await withToken(world, carol, { channel_ids: [open] })
  return { world, open, shut, messages, ...limited }
}

describe('A token for certain channels', () => {
  it('reads and posts only there, whichever way is tried', async () => {
    const { world, open, shut, messages, api } = await withChannels()
    const { carol } = world
    const outside = withReason('token-channel-denied')
    await api.sendMessage({ type: 'channel', to: open, topic: 'plums', content: 'ripe' })
    await api.sendMessage({ type: 'stream', to: 'OPEN', topic: 'plums', content: 'ripe' })
    for (const to of [shut, 'shut', [shut], ['shut'], ' Shut ']) {
      await expect(
        api.sendMessage({ type: 'channel', to, topic: 'plums', content: 'x' }),
        String(to),
      ).rejects.toMatchObject(outside)
    }
    await expect(api.sendMessage({ type: 'direct', to: [carol.id], content: 'x' })).rejects.toMatchObject(
      outside,
    )

    await api.getMessage({ message_id: messages.open })
    await api.addReaction({ message_id: messages.open, emoji_name: 'tada' })
    await api.getTopics({ stream_id: open })
    for (const message_id of [messages.shut, messages.direct, 999_999]) {
      for (const call of [
        () => api.getMessage({ message_id }),
        () => api.getMessage({ message_id, apply_markdown: false }),
        () => api.getMessageHistory({ message_id }),
        () => api.getReadReceipts({ message_id }),
        () => api.updateMessage({ message_id, content: 'x' }),
        () => api.deleteMessage({ message_id }),
        () => api.addReaction({ message_id, emoji_name: 'tada' }),
        () => api.pinMessage({ message_id }),
      ]) {
        await expect(call(), String(call)).rejects.toMatchObject(outside)
      }
    }
    await expect(api.getMessage({ message_id: messages.open, by_imported_id: true })).rejects.toMatchObject(
      withReason('token-channels-unsupported'),
    )
    await expect(
      api.updateMessage({ message_id: messages.open, stream_id: shut, propagate_mode: 'change_one' }),
    ).rejects.toMatchObject(outside)
    for (const stream_id of [shut, 0]) {
      for (const call of [api.getTopics, api.getChannel, api.getSubscribers, api.getBookmarks]) {
        await expect(call({ stream_id })).rejects.toMatchObject(outside)
      }
    }
  })

  it('fetches and searches messages only with a narrow to one of them', async () => {
    const { open, shut, messages, api } = await withChannels()
    const fetchIds = async (
      narrow: object[],
      more: object = { anchor: 'newest', num_before: 50, num_after: 0 },
    ) =>
      (await api.getMessages({ ...more, narrow } as Parameters<typeof api.getMessages>[0])).messages.map(
        ({ id }) => id,
      )
    const inOpen = { operator: 'channel', operand: open }
    expect(await fetchIds([inOpen])).toEqual([messages.open])
    expect(
      await fetchIds([
        { operator: 'stream', operand: 'open' },
        { operator: 'search', operand: 'ripe' },
      ]),
    ).toEqual([messages.open])
    const all = [messages.open, messages.shut, messages.direct]
    expect(await fetchIds([inOpen], { message_ids: all })).toEqual([messages.open])
    expect(await fetchIds([inOpen, { operator: 'id', operand: messages.shut }])).toEqual([])
    for (const narrow of [
      [],
      [{ operator: 'channel', operand: shut }],
      [{ operator: 'channel', operand: open, negated: true }],
      [{ operator: 'channels', operand: 'public' }],
      [inOpen, { operator: 'with', operand: messages.shut }],
      [{ operator: 'search', operand: 'ripe' }],
      [{ operator: 'is', operand: 'dm' }],
    ]) {
      await expect(fetchIds(narrow), JSON.stringify(narrow)).rejects.toMatchObject(
        withReason('token-narrow-required'),
      )
    }
    await expect(fetchIds([], { message_ids: all })).rejects.toMatchObject(
      withReason('token-narrow-required'),
    )
  })

  it('is refused everywhere else', async () => {
    const { world, person, token } = await withChannels()
    for (const [name, scope] of scoped) {
      if (channelLimits[name] !== undefined || scope === 'credentials') continue
      expect(await reasonOf(world, person, name), name).toMatchObject({
        status: 403,
        reason: 'token-channels-unsupported',
      })
    }
    const { url } = await world.carol.api.uploadFile({}, { files: [new File(['secret'], 'note.txt')] })
    const response = await fetch(`${world.url}${url}`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(403)
    const queue = await openQueue(world.carol)
    await expect(person.api.getEvents(queue)).rejects.toMatchObject(withReason('token-channels-unsupported'))
  })

  it('can name only channels that its creator can read', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const { stream_id } = await alice.api.getChannelId({ stream: 'den' })
    for (const id of [stream_id, 999_999]) {
      await expect(carol.api.createToken({ name: 'x', channel_ids: [id] })).rejects.toMatchObject(
        withReason('token-channel-not-found'),
      )
    }
  })
})

describe('A webhook token', () => {
  it('posts to its channel and topic, and can do nothing else', async () => {
    const { world, open, shut, messages } = await withChannels()
    const { carol } = world
    const { user_id } = await carol.api.createBot({ full_name: 'Hook', short_name: 'hook', bot_type: 2 })
    const create = (options: object) => carol.api.createToken({ name: 'CI', user_id, ...options })
    await expect(create({})).rejects.toMatchObject(withReason('token-webhook-channel-required'))
    await expect(create({ channel_ids: [open, shut] })).rejects.toMatchObject(
      withReason('token-webhook-channel-required'),
    )
    await expect(create({ channel_ids: [open], scopes: ['messages:write'] })).rejects.toMatchObject(
      withReason('token-webhook-options-denied'),
    )
    const { token, token_id } = await create({ channel_ids: [open], topic: 'builds' })
    expect(token).toMatch(/^lqw_/)
    const post = (fields: object) =>
      world.anyone.postToIntegration({ integration: 'json', api_key: token, payload: '{"a":1}', ...fields })
    await post({})
    await post({ stream: open, topic: 'elsewhere' })
    await world.anyone.checkIntegration({ integration: 'json', api_key: token })
    const outside = withReason('token-channel-denied')
    await expect(post({ stream: shut })).rejects.toMatchObject(outside)
    await expect(post({ stream: 'shut' })).rejects.toMatchObject(outside)
    const { messages: posted } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'sender', operand: user_id }],
    })
    expect(posted.map(({ stream_id, subject }) => [stream_id, subject])).toEqual([
      [open, 'builds'],
      [open, 'builds'],
    ])
    const { email } = world.person(user_id)
    const api = createApi({ url: world.url, credentials: { email, apiKey: token } })
    await expect(
      api.sendMessage({ type: 'channel', to: open, topic: 'x', content: 'x' }),
    ).rejects.toMatchObject(withReason('token-denied'))
    await expect(api.getMessage({ message_id: messages.open })).rejects.toMatchObject({ status: 401 })
    await carol.api.revokeToken({ token_id })
    await expect(post({})).rejects.toMatchObject(withReason('api-key-invalid'))
  })
})
