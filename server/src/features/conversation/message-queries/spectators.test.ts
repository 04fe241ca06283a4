import { createApi } from '@loquat/client'
import { changeRows, createWorld, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const open = { operator: 'channels', operand: 'web-public' }
const newest = { anchor: 'newest', num_before: 10, num_after: 0 } as const

/** An organization that lets people look, with a web-public channel. */
async function withPlaza() {
  const world = await createWorld()
  await admit(world, true)
  const { alice, carol } = world
  await alice.api.subscribe({
    subscriptions: [{ name: 'plaza' }],
    principals: [alice.id, carol.id],
    is_web_public: true,
  })
  const say = async (to: string, topic: string, content: string) =>
    (await carol.api.sendMessage({ type: 'channel', to, topic, content })).id
  const ids = {
    plum: await say('plaza', 'fruit', 'a plum'),
    done: await say('plaza', '\u2714 done', 'a pear'),
    hidden: await say('general', 'fruit', 'a fig'),
  }
  const { stream_id: plaza } = await carol.api.getChannelId({ stream: 'plaza' })
  const { stream_id: general } = await carol.api.getChannelId({ stream: 'general' })
  return Object.assign(world, { ids, plaza, general })
}

const admit = (world: World, yes: boolean) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = settings || jsonb_build_object('enable_spectator_access', ${yes}::boolean)`,
  )

describe('A spectator', () => {
  it('gets the messages of web-public channels, as read and with avatar URLs', async () => {
    const { anyone, ids } = await withPlaza()
    const { messages } = await anyone.getMessages({ ...newest, narrow: [open] })
    expect(messages.map(({ id, flags }) => [id, flags])).toEqual([
      [ids.plum, ['read']],
      [ids.done, ['read']],
    ])
    expect(messages[0]?.avatar_url).toMatch(/^https:/)
  })

  it.each([
    ['channel', [{ operator: 'channel', operand: 'plaza' }], ['plum', 'done']],
    ['topic', [{ operator: 'topic', operand: 'FRUIT' }], ['plum']],
    ['is:resolved', [{ operator: 'is', operand: 'resolved' }], ['done']],
    ['search', [{ operator: 'search', operand: 'plums' }], ['plum']],
    ['has', [{ operator: 'has', operand: 'link' }], []],
    ['stream', [{ operator: 'stream', operand: 'plaza' }], ['plum', 'done']],
    ['streams', [{ operator: 'streams', operand: 'web-public' }], ['plum', 'done']],
    ['near, which changes nothing', [{ operator: 'near', operand: '1' }], ['plum', 'done']],
    ['in:home, which is dropped', [{ operator: 'in', operand: 'home' }], ['plum', 'done']],
  ] as const)('may narrow by %s', async (_, terms, found) => {
    const { anyone, ids } = await withPlaza()
    const { messages } = await anyone.getMessages({ ...newest, narrow: [open, ...terms] })
    expect(messages.map((message) => message.id)).toEqual(found.map((name) => ids[name]))
  })

  it('may narrow by sender or message, and fetch by ID', async () => {
    const { anyone, carol, ids } = await withPlaza()
    const find = async (more: object) => {
      const { messages } = await anyone.getMessages({ narrow: [open], ...more })
      return messages.map((message) => message.id)
    }
    const by = (operator: string, operand: number) => ({ ...newest, narrow: [open, { operator, operand }] })
    expect(await find(by('sender', carol.id))).toEqual([ids.plum, ids.done])
    expect(await find(by('id', ids.plum))).toEqual([ids.plum])
    expect(await find(by('with', ids.plum))).toEqual([ids.plum])
    expect(await find({ message_ids: [ids.plum, ids.hidden] })).toEqual([ids.plum])
    // Everything counts as read.
    const unread = await anyone.getMessages({
      anchor: 'first_unread',
      num_before: 1,
      num_after: 1,
      narrow: [open],
    })
    expect(unread.messages.map((message) => message.id)).toEqual([ids.done])
  })

  it.each([
    ['messages without a channel term', []],
    ['a web-public channel alone', [{ operator: 'channel', operand: 'plaza' }]],
    ['channels that are not web-public', [{ operator: 'channels', operand: 'web-public', negated: true }]],
    ['direct messages', [open, { operator: 'is', operand: 'dm' }]],
    ['starred messages', [open, { operator: 'is', operand: 'starred' }]],
    ['conversations with a user', [open, { operator: 'dm-including', operand: 1 }]],
  ])('may not fetch %s', async (_, narrow) => {
    const { anyone } = await withPlaza()
    await expect(anyone.getMessages({ ...newest, narrow })).rejects.toMatchObject(
      withReason('spectator-narrow-denied'),
    )
  })

  it('gets the same error for other channels as for missing ones', async () => {
    const { anyone } = await withPlaza()
    const narrow = [open, { operator: 'channel', operand: 'general' }]
    await expect(anyone.getMessages({ ...newest, narrow })).rejects.toMatchObject(
      withReason('narrow-channel-not-found'),
    )
  })

  it('gets single messages, and no information about others', async () => {
    const { anyone, ids } = await withPlaza()
    const { message, raw_content } = await anyone.getMessage({ message_id: ids.plum })
    expect(raw_content).toBe('a plum')
    expect(message.flags).toEqual(['read'])
    for (const message_id of [ids.hidden, 99_999]) {
      await expect(anyone.getMessage({ message_id })).rejects.toMatchObject(withReason('message-read-denied'))
    }
    await expect(anyone.getMessageHistory({ message_id: ids.plum })).rejects.toMatchObject(
      withReason('authentication-required'),
    )
  })

  it('gets web-public channels and their topics', async () => {
    const { anyone, plaza, general } = await withPlaza()
    expect((await anyone.getChannel({ stream_id: plaza })).stream.name).toBe('plaza')
    const { topics } = await anyone.getTopics({ stream_id: plaza })
    expect(topics.map((topic) => topic.name)).toEqual(['\u2714 done', 'fruit'])
    await expect(anyone.getTopics({ stream_id: general })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    await expect(anyone.getChannel({ stream_id: general })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })

  it('gets archived channels, and nothing as soon as spectators are disabled', async () => {
    const world = await withPlaza()
    const { anyone, alice, plaza, ids } = world
    await alice.api.archiveChannel({ stream_id: plaza })
    const { messages } = await anyone.getMessages({ ...newest, narrow: [open] })
    expect(messages.map((message) => message.id)).toContain(ids.plum)
    await admit(world, false)
    await expect(anyone.getMessages({ ...newest, narrow: [open] })).rejects.toMatchObject(
      withReason('authentication-required'),
    )
    await expect(anyone.getMessage({ message_id: ids.plum })).rejects.toMatchObject(
      withReason('authentication-required'),
    )
  })

  it('needs a web-public channel, and is rejected with a wrong key', async () => {
    const world = await createWorld()
    await admit(world, true)
    const { anyone, carol, url } = world
    await expect(anyone.getMessages({ ...newest, narrow: [open] })).rejects.toMatchObject(
      withReason('authentication-required'),
    )
    const stranger = createApi({ url, credentials: { email: carol.email, apiKey: 'x'.repeat(32) } })
    await expect(stranger.getMessages({ ...newest, narrow: [open] })).rejects.toMatchObject(
      withReason('credentials-invalid'),
    )
  })
})
