import { addBot, createWorld, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deliverScheduled } from '../../conversation/scheduled-messages/jobs.ts'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot, startReceiver } from './testing/receiver.ts'

describe('An outgoing webhook bot', () => {
  it('is called for direct messages and mentions by users, and for nothing else', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol, dave, greta } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const inside = await addWebhookBot(world, carol, 'Inside', receiver.url)
    const off = await addWebhookBot(world, carol, 'Off', receiver.url)
    const generic = await addBot(world, carol)
    await carol.api.deactivateBot({ bot_id: off.id })
    await alice.api.subscribe({ subscriptions: [{ name: 'general' }], principals: [inside.id, greta.id] })
    await carol.api.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true })
    await alice.api.createUserGroup({
      name: 'hooks',
      description: '',
      members: [bot.id, inside.id, carol.id],
    })

    const post = (content: string, by: Person = carol, to = 'general') =>
      by.api.sendMessage({ type: 'channel', to, topic: 'figs', content })
    const write = (to: Person[], content = 'figs?', by: Person = carol) =>
      by.api.sendMessage({ type: 'direct', to: to.map(({ id }) => id), content })
    const rows: [what: string, act: () => Promise<unknown>, called: string[]][] = [
      ['a mention', () => post('@**Hook** figs?'), ['Hook mention']],
      ['a mention where it is subscribed', () => post('@**Inside**'), ['Inside mention']],
      ['two of them', () => post('@**Inside** @**Hook** @**Hook**'), ['Hook mention', 'Inside mention']],
      ['a mention by a guest', () => post('@**Hook**', greta), ['Hook mention']],
      ['a mention in a private channel', () => post('@**Hook**', carol, 'secret'), ['Hook mention']],
      ['a group, of those who are in the channel', () => post('@*hooks*'), ['Inside mention']],
      ['a group, where none is in the channel', () => post('@*hooks*', carol, 'secret'), []],
      ['a silent mention', () => post('@_**Hook** @_*hooks*'), []],
      ['a mention in code', () => post('`@**Hook**` and\n```\n@**Inside**\n```'), []],
      ['everyone', () => post('@**all** @**topic**', alice), []],
      ['no mention', () => post('figs?'), []],
      ['one that is deactivated', () => post('@**Off**'), []],
      ['a bot that mentions', () => post('@**Hook** @**Inside**', generic), []],
      ['a direct message', () => write([bot]), ['Hook direct_message']],
      ['a direct message that mentions', () => write([bot], '@**Hook**'), ['Hook direct_message']],
      [
        'a group conversation',
        () => write([bot, dave, inside], '@**Hook**'),
        ['Hook direct_message', 'Inside direct_message'],
      ],
      ['a conversation without it', () => write([dave], '@**Hook** @*hooks*'), []],
      ['a bot that writes', () => write([bot], 'figs?', generic), []],
      ['itself', () => write([bot], 'figs?', bot), []],
      [
        'an edit',
        async () => {
          const { id } = await post('figs?')
          await carol.api.updateMessage({ message_id: id, content: '@**Hook** figs?' })
        },
        [],
      ],
      [
        'a message that is gone by then',
        async () => {
          const { id } = await post('@**Hook**')
          await alice.api.deleteMessage({ message_id: id })
        },
        [],
      ],
      [
        'a scheduled message, when it is sent',
        async () => {
          const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
          await carol.api.createScheduledMessage({
            type: 'channel',
            to: stream_id,
            topic: 'figs',
            content: '@**Hook** later',
            scheduled_delivery_timestamp: Math.floor(world.clock.now() / 1_000) + 600,
          })
          await callWebhooks.run(world.app, {})
          expect(receiver.received).toEqual([])
          world.clock.advance(601)
          await deliverScheduled.run(world.app, {})
        },
        ['Hook mention'],
      ],
    ]
    for (const [what, act, expected] of rows) {
      receiver.received.length = 0
      await act()
      await callWebhooks.run(world.app, {})
      const calls = receiver.received.map(({ body }) => JSON.parse(body))
      const names = calls.map(({ bot_full_name, trigger }) => `${bot_full_name} ${trigger}`)
      expect(names.sort(), what).toEqual(expected)
      const tokens = new Map([bot, inside].map(({ email, token }) => [email, token]))
      for (const { bot_email, token } of calls) expect(token).toBe(tokens.get(bot_email))
    }
    expect(bot.token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(bot.token).not.toBe(inside.token)
  })

  it('receives the message as it could fetch it, as source, with its token', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const view = { apply_markdown: false, client_external_avatar: false, allow_empty_topic_name: true }

    const content = '@**Hook** *figs* :fig:'
    const { id } = await dave.api.sendMessage({ type: 'channel', to: 'general', topic: '', content })
    await callWebhooks.run(world.app, {})
    const { flags: _, ...message } = (await dave.api.getMessages({ message_ids: [id], ...view })).messages[0]!
    expect(message).toMatchObject({ content, subject: '', content_type: 'text/x-markdown' })
    expect(message.avatar_url).toMatch(/^http|^\//)
    expect(message.rendered_content).toContain('<em>figs</em>')
    expect(receiver.lastCall()).toEqual({
      bot_email: bot.email,
      bot_full_name: 'Hook',
      data: content,
      trigger: 'mention',
      token: bot.token,
      message,
    })
    const { method, url, headers } = receiver.received[0]!.request
    expect({ method, url }).toEqual({ method: 'POST', url: '/hook' })
    expect(headers['content-type']).toBe('application/json')
    expect(headers['user-agent']).toMatch(/^ChatOutgoingWebhook\/[\d.]+$/)
    expect(headers.authorization).toBeUndefined()

    const direct = await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs?' })
    expect(await unreadOf(bot)).toEqual([direct.id])
    await callWebhooks.run(world.app, {})
    const own = (await bot.api.getMessages({ message_ids: [direct.id], ...view })).messages[0]!
    const { flags, ...seen } = own
    expect(receiver.lastCall()).toMatchObject({ trigger: 'direct_message', token: bot.token, message: seen })
    // The bot has read the message.
    expect(flags).toEqual(['read'])
    expect(await unreadOf(bot)).toEqual([])
  })

  it('with the other format receives a form, in channels only, and responds with a text', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Other', receiver.url, 2)
    receiver.answer = (response) => response.end('{"text": "Ripe.", "content": "not this"}')
    const content = '@**Other** a=b&c ü'
    const { id } = await dave.api.sendMessage({ type: 'channel', to: 'general', topic: 'figs', content })
    await callWebhooks.run(world.app, {})
    const { message } = await dave.api.getMessage({ message_id: id })
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[number]]
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    const realm = await world.app.realms.byHost('')
    const time = String(message.timestamp)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      token: bot.token,
      team_id: `T${realm?.id}`,
      team_domain: new URL(world.app.config.url).host,
      channel_id: `C${message.stream_id}`,
      channel_name: 'general',
      thread_ts: time,
      timestamp: time,
      user_id: `U${dave.id}`,
      user_name: 'Dave Member',
      text: content,
      trigger_word: 'mention',
      service_id: String(bot.id),
    })
    const channel = await dave.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(channel.messages).toMatchObject([{ sender_id: bot.id, content: '<p>Ripe.</p>', subject: 'figs' }])

    await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs?' })
    await callWebhooks.run(world.app, {})
    expect(receiver.received).toHaveLength(1)
    const direct = await dave.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(direct.messages).toMatchObject([{ sender_id: bot.id, type: 'private' }])
    expect(direct.messages[0]?.content).toContain('only reply in channels')
    // The bot works, so its owner gets no notice.
    const toOwner = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [{ operator: 'dm', operand: [bot.id] }],
    })
    expect(toOwner.messages).toEqual([])
  })
})

async function unreadOf(person: Person): Promise<number[]> {
  const { unread_msgs } = await person.api.register({
    fetch_event_types: ['message', 'update_message_flags'],
  })
  return unread_msgs?.pms.flatMap((one) => one.unread_message_ids) ?? []
}
