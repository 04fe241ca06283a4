import { createWorld, type Person, sendChannelMessage, type World } from '@loquat/devkit'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withToken } from '../../administration/tokens/testing/with-token.ts'

type TokenOptions = Parameters<typeof withToken>[2]

/** The official client, connected with a token. */
async function connect(world: World, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())
  return client
}

const assistantOf = async (world: World, person: Person, options: TokenOptions = {}) => {
  const { token, id } = await withToken(world, person, options)
  return { token, id, client: await connect(world, token) }
}

/** The result of a tool: its object, or its sentence. */
async function use(client: Client, name: string, input: object = {}): Promise<unknown> {
  const result = await client.callTool({ name, arguments: { ...input } })
  const [content] = result.content as { text: string }[]
  return result.isError ? (content?.text ?? '') : JSON.parse(content?.text ?? '')
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
const post = ({ url }: World, init: RequestInit = {}) => fetch(`${url}/mcp`, { method: 'POST', ...init })
const reading = [
  'search_messages',
  'read_topic',
  'read_message',
  'list_channels',
  'list_topics',
  'list_people',
  'unread_overview',
]

describe('Assistants', () => {
  it('search, read, draft and post as their user, and each use is in the audit log', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await alice.api.updateRealm({ mcp_enabled: true })
    await alice.api.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true })
    await sendChannelMessage(alice, 'cellar', 'wine', 'Hidden plums')
    const older = await sendChannelMessage(dave, 'general', 'jam', 'Jam needs plums.')
    const id = await sendChannelMessage(dave, 'general', 'fruit', 'Who picks the plums?')
    await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'Psst' })
    const { client, id: tokenId } = await assistantOf(world, carol)
    expect(await names(client)).toEqual([...reading, 'draft_message', 'post_message', 'react'])

    expect(await use(client, 'search_messages', { query: 'plums' })).toMatchObject({
      messages: [
        { id, from: 'Dave Member', channel: 'general', topic: 'fruit', text: 'Who picks the plums?' },
        { id: older, topic: 'jam' },
      ],
    })
    expect(await use(client, 'read_topic', { channel: '#general', topic: 'fruit' })).toMatchObject({
      messages: [{ id }],
      more: false,
    })
    expect(await use(client, 'read_message', { message_id: id })).toMatchObject({ id, from_id: dave.id })
    expect(await use(client, 'list_topics', { channel: 'general' })).toMatchObject({
      items: expect.arrayContaining([{ topic: 'fruit', newest_message_id: id }]) as unknown,
    })
    expect(JSON.stringify(await use(client, 'list_channels'))).not.toContain('cellar')
    expect(await use(client, 'list_people', { query: 'dave' })).toMatchObject({ items: [{ id: dave.id }] })
    expect(await use(client, 'unread_overview')).toMatchObject({
      items: expect.arrayContaining([
        { channel: 'general', topic: 'fruit', unread: 1 },
        expect.objectContaining({ unread: 1, direct_with: expect.any(Array) as unknown }) as unknown,
      ]) as unknown,
    })
    const { contents } = await client.readResource({ uri: `loquat://messages/${id}` })
    expect(JSON.stringify(contents)).toContain('Who picks')

    const place = { channel: 'general', topic: 'fruit' }
    await use(client, 'draft_message', { ...place, content: 'I do' })
    expect((await carol.api.getDrafts()).drafts).toMatchObject([{ topic: 'fruit', content: 'I do' }])
    const sent = (await use(client, 'post_message', { ...place, content: 'Me!' })) as { message_id: number }
    expect((await dave.api.getMessage({ message_id: sent.message_id })).message.sender_id).toBe(carol.id)
    await use(client, 'react', { message_id: id, emoji_name: 'tada' })
    expect((await dave.api.getMessage({ message_id: id })).message.reactions).toHaveLength(1)

    // Sentences of the API, and of wrong input.
    expect(await use(client, 'read_message', { message_id: 1e9 })).toMatch(/message/i)
    expect(await use(client, 'read_topic', { channel: 'cellar', topic: 'wine' })).not.toContain('Hidden')
    expect(await use(client, 'draft_message', { content: 'x' })).toBe('Give either a channel or user_ids.')
    expect(await use(client, 'search_messages', { query: 'x', limit: 1_000 })).toMatch(/limit/)

    const { entries } = await alice.api.getAuditLog({ kinds: ['assistant.tool_used'], limit: 200 })
    expect(entries).toHaveLength(14)
    expect(entries.at(-1)).toMatchObject({
      actor_id: carol.id,
      credential: 'token',
      target_type: 'token',
      target_id: tokenId,
      after: { tool: 'search_messages', succeeded: true },
    })
    expect(entries[0]).toMatchObject({ after: { tool: 'draft_message', succeeded: false } })
    expect(JSON.stringify(entries)).not.toContain('plums')
  })

  it('can do no more than their token and its user: scopes, channels, roles and revocation', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, greta } = world
    await alice.api.updateRealm({ mcp_enabled: true })
    const general = (await alice.api.getChannelId({ stream: 'general' })).stream_id
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await sendChannelMessage(carol, 'general', 'fruit', 'Plums')
    await sendChannelMessage(carol, 'plaza', 'fruit', 'Figs')

    const reader = await assistantOf(world, carol, { read_only: true })
    expect(await names(reader.client)).toEqual(reading)
    const drafter = await assistantOf(world, carol, { scopes: ['drafts:write', 'channels:read'] })
    expect(await names(drafter.client)).toEqual(['list_channels', 'list_topics', 'draft_message'])
    const place = { channel: String(general), topic: 'fruit', content: 'A draft' }
    expect(await use(drafter.client, 'draft_message', place)).toMatchObject({
      draft_id: expect.any(Number) as unknown,
    })
    await expect(use(drafter.client, 'post_message', place)).rejects.toThrow('Tool post_message not found')
    expect((await carol.api.getDrafts()).drafts).toHaveLength(1)

    const limited = await assistantOf(world, carol, { channel_ids: [general] })
    expect(await names(limited.client)).toEqual([
      'search_messages',
      'read_topic',
      'read_message',
      'list_topics',
      'unread_overview',
      'post_message',
      'react',
    ])
    const topic = { topic: 'fruit' }
    expect(await use(limited.client, 'read_topic', { channel: 'general', ...topic })).toMatchObject({
      more: false,
    })
    expect(await use(limited.client, 'read_topic', { channel: 'plaza', ...topic })).toMatch(/channel/)
    expect(await use(limited.client, 'search_messages', { query: 'figs' })).toMatch(/channel/)
    const plaza = (await carol.api.getChannelId({ stream: 'plaza' })).stream_id
    expect(await use(limited.client, 'post_message', { ...place, channel: String(plaza) })).toMatch(/channel/)

    // Guests cannot create tokens, so they have no assistants. Those of administrators see no private channels either.
    await expect(withToken(world, greta)).rejects.toThrow()
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    await sendChannelMessage(carol, 'den', 'fruit', 'Quinces')
    for (const person of [alice, bob, mona]) {
      const { client } = await assistantOf(world, person)
      expect(await use(client, 'search_messages', { query: 'quinces' })).toEqual({
        messages: [],
        more: false,
      })
      expect(await use(client, 'search_messages', { query: 'plums' })).toMatchObject({ messages: [{}] })
    }

    await carol.api.revokeToken({ token_id: reader.id })
    await expect(use(reader.client, 'list_channels')).rejects.toThrow()
    await alice.api.updateRealm({ mcp_enabled: false })
    await expect(use(limited.client, 'list_topics', { channel: String(general) })).rejects.toThrow(
      /turned off/,
    )
  })

  it('need a token, and bad requests get a sentence', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    expect((await post(world)).status).toBe(403)
    await alice.api.updateRealm({ mcp_enabled: true })
    const { token } = await withToken(world, carol)
    const bearer = { authorization: `Bearer ${token}` }
    const json = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const basic = {
      authorization: `Basic ${Buffer.from(`${carol.email}:${carol.apiKey}`).toString('base64')}`,
    }
    for (const headers of [
      {},
      basic,
      { authorization: 'Bearer lqt_wrong' },
      { authorization: `Bearer lqt_${'a'.repeat(40)}` },
    ]) {
      const response = await post(world, { headers: headers as Record<string, string> })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer resource_metadata="http.*\/\.well-known\/oauth-protected-resource"$/,
      )
    }
    const statusOf = async (init: RequestInit) => (await post(world, init)).status
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { ...bearer, ...json }
    expect(await statusOf({ headers, body: request })).toBe(200)
    expect(await statusOf({ headers: { ...headers, origin: 'https://evil.example' }, body: request })).toBe(
      403,
    )
    expect(await statusOf({ headers, body: `[${request}]` })).toBe(400)
    expect(await statusOf({ headers, body: '{' })).toBe(400)
    expect(await statusOf({ headers, body: '['.repeat(100) })).toBe(400)
    expect(await statusOf({ headers, body: JSON.stringify('x'.repeat(300_000)) })).toBe(413)
    expect(await statusOf({ headers: { ...headers, accept: 'text/html' }, body: request })).toBe(406)
    expect(await statusOf({ method: 'GET', headers })).toBe(405)
    expect(await statusOf({ method: 'DELETE', headers })).toBe(405)
  })
})
