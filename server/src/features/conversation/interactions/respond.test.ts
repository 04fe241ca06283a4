import { createWorld, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import { deleteOldInteractions } from './jobs.ts'
import { addBot, ask, componentsOf, inGeneral, listen, respond, yes } from './testing/fixtures.ts'

const newest = async ({ dave }: World, count = 1) =>
  (
    await dave.api.getMessages({
      anchor: 'newest',
      num_before: count,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'general' }],
      apply_markdown: false,
    })
  ).messages

async function clicked() {
  const world = await createWorld()
  const bot = await addBot(world)
  const message_id = await ask(bot)
  const queue = await listen(bot)
  const click = async () => {
    await world.dave.api.interact({ message_id, component_id: 'yes' })
    const [interaction] = await queue.interactions()
    return interaction?.response_url ?? ''
  }
  return { world, bot, message_id, click }
}

describe('The response URL of an interaction', () => {
  it('shows a text to the user, posts it, or replaces or deletes the message', async () => {
    const { world, bot, message_id, click } = await clicked()
    const { carol, dave } = world
    const [daves, carols] = [await listen(dave), await listen(carol)]
    const url = await click()
    expect(await respond(world, url, { text: 'Only *you*.', blocks: [] })).toMatchObject({ status: 200 })
    const [shown] = await daves.ephemeral()
    expect(shown).toMatchObject({
      sender_id: bot.id,
      message_id,
      stream_id: await idOf(dave, 'general'),
      topic: 'plums',
      content: 'Only *you*.',
      rendered_content: '<p>Only <em>you</em>.</p>',
    })
    expect(shown?.expires_timestamp).toBe((shown?.timestamp ?? 0) + 3_600)
    expect(await carols.take()).toEqual([])

    const next = { ...yes, id: 'next' }
    await respond(world, url, { text: 'All of you.', response_type: 'in_channel', components: [next] })
    const [posted] = await newest(world)
    expect(posted).toMatchObject({ content: 'All of you.', sender_id: bot.id, subject: 'plums' })
    expect(await componentsOf(dave, posted?.id ?? 0)).toEqual([next])

    await respond(world, url, { text: 'Done.', replace_original: true, components: [next] })
    expect((await dave.api.getMessage({ message_id, apply_markdown: false })).message.content).toBe('Done.')
    expect(await componentsOf(dave, message_id)).toEqual([next])
    await respond(world, url, { text: 'Over.', replace_original: true })
    expect(await componentsOf(dave, message_id)).toEqual([])
    // The fifth and last use.
    expect(await respond(world, url, {})).toMatchObject({ status: 200 })
    expect(await respond(world, url, { text: 'Again' })).toMatchObject({
      status: 400,
      body: { reason: 'interaction-responses-exceeded' },
    })
    await bot.api.updateComponents({ message_id, components: [yes] })
    const second = await click()
    expect(await respond(world, second, { delete_original: true })).toMatchObject({ status: 200 })
    await expect(dave.api.getMessage({ message_id })).rejects.toMatchObject(withReason('message-not-found'))
    expect(await respond(world, second, { text: 'Gone' })).toMatchObject({
      status: 404,
      body: { reason: 'interaction-not-found' },
    })
  })

  it('is refused if it is forged, expired, or of another interaction, and rejects malformed responses', async () => {
    const { world, click } = await clicked()
    const url = await click()
    const [id = '', signature = ''] = (url.split('/').at(-1) ?? '').split('.')
    const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const token of [
      `${id}.${other}`,
      `${Number(id) + 1}.${signature}`,
      `${id}.`,
      id,
      'x.y',
      `-1.${signature}`,
    ]) {
      const forged = url.replace(/[^/]+$/, token)
      expect(await respond(world, forged, { text: 'x' }), token).toMatchObject({
        status: 404,
        body: { reason: 'interaction-not-found' },
      })
    }
    const malformed = [
      'nonsense',
      '5',
      '[]',
      '{"text":5}',
      '{"text":"\\u0000"}',
      '{"text":"\\ud800"}',
      '{"response_type":"loud"}',
      '{"components":[{}]}',
      `${'['.repeat(50)}${']'.repeat(50)}`,
    ]
    for (const body of malformed) {
      expect(await respond(world, url, body), body).toMatchObject({
        status: 400,
        body: { reason: 'interaction-response-malformed' },
      })
    }
    const twice = { text: 'x', replace_original: true, components: [yes, yes] }
    expect(await respond(world, url, twice)).toMatchObject({ body: { reason: 'components-malformed' } })
    world.clock.advance(1_801)
    expect(await respond(world, url, { text: 'x' })).toMatchObject({ status: 404 })
    world.clock.advance(86_400)
    await deleteOldInteractions.run(world.app, {})
    const left = await world.app.database.db.selectFrom('interaction').select('id').execute()
    expect(left).toEqual([])
  })
})

describe('Slash commands', () => {
  it('are registered by bots, listed, and run where the user can post', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world)
    const other = await addBot(world, 'Figbot')
    const weigh = { name: 'weigh', description: 'Weigh fruit', usage: 'kilograms' }
    await bot.api.setBotCommands({ commands: [weigh, { name: 'pick', description: '' }] })
    expect((await dave.api.getBotCommands()).commands).toEqual([
      { name: 'pick', description: '', usage: '', bot_id: bot.id },
      { ...weigh, bot_id: bot.id },
    ])
    const refused = async (
      commands: Parameters<typeof bot.api.setBotCommands>[0]['commands'],
      reason: string,
    ) => await expect(other.api.setBotCommands({ commands }), reason).rejects.toMatchObject({ reason })
    await refused([weigh], 'bot-command-taken')
    await refused([{ name: 'poll', description: '' }], 'bot-command-reserved')
    await refused(
      [
        { ...weigh, name: 'a' },
        { ...weigh, name: 'a' },
      ],
      'bot-command-repeated',
    )
    for (const name of ['', 'Weigh', '1a', 'a b', 'ä', 'x'.repeat(33)]) {
      await refused([{ name, description: '' }], 'parameter-invalid')
    }
    await expect(carol.api.setBotCommands({ commands: [] })).rejects.toMatchObject(
      withReason('components-denied'),
    )

    const run = { name: 'weigh', arguments: '5 kg', ...inGeneral, request_id: 'one' }
    await expect(dave.api.runBotCommand(run)).rejects.toMatchObject(
      withReason('interaction-bot-offline', { name: 'Plumbot' }),
    )
    const [bots, daves, carols] = [await listen(bot), await listen(dave), await listen(carol)]
    await dave.api.runBotCommand(run)
    await dave.api.runBotCommand(run)
    const received = await bots.interactions()
    expect(received).toMatchObject([
      { kind: 'command', user_id: dave.id, command: 'weigh', arguments: '5 kg', topic: 'plums' },
    ])
    const url = received[0]?.response_url ?? ''
    await respond(world, url, { text: 'Noted.' })
    expect(await daves.ephemeral()).toMatchObject([{ content: 'Noted.', topic: 'plums' }])
    await respond(world, url, { text: '5 kg of plums.', response_type: 'in_channel' })
    expect((await newest(world))[0]).toMatchObject({ content: '5 kg of plums.', sender_id: bot.id })
    expect(await respond(world, url, { replace_original: true })).toMatchObject({ status: 400 })
    expect((await carols.take()).map((event) => event.type)).toEqual(['message'])

    // In a conversation without the bot, only the user sees the answer, and the bot not the conversation.
    await dave.api.runBotCommand({ name: 'weigh', type: 'direct', to: [carol.id] })
    const [direct] = await bots.interactions()
    expect(direct).not.toHaveProperty('user_ids')
    await respond(world, direct?.response_url ?? '', { text: 'Here.', response_type: 'in_channel' })
    const [whispered] = await daves.ephemeral()
    expect(whispered).toMatchObject({ content: 'Here.', user_ids: [carol.id, dave.id].sort((a, b) => a - b) })
    expect(await carols.take()).toEqual([])

    await expect(
      dave.api.runBotCommand({ ...run, name: 'unknown', request_id: 'two' }),
    ).rejects.toMatchObject(withReason('bot-command-not-found', { name: 'unknown' }))
    await expect(
      dave.api.runBotCommand({ ...run, to: 'nowhere', request_id: 'three' }),
    ).rejects.toMatchObject({ reason: 'channel-name-unknown' })
    await alice.api.deactivateBot({ bot_id: bot.id })
    expect((await dave.api.getBotCommands()).commands).toEqual([])
    await expect(dave.api.runBotCommand({ ...run, request_id: 'four' })).rejects.toMatchObject({
      reason: 'bot-command-not-found',
    })
    await other.api.setBotCommands({ commands: [weigh] })
    expect((await dave.api.getBotCommands()).commands).toEqual([{ ...weigh, bot_id: other.id }])
  })
})

describe('Ephemeral messages', () => {
  it('are sent by bots to one user who can read there', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const bot = await addBot(world)
    const sent = { ...inGeneral, content: 'psst' }
    const queue = await listen(dave)
    await bot.api.sendEphemeralMessage({ user_id: dave.id, ...sent })
    expect(await queue.take()).toMatchObject([{ type: 'ephemeral_message' }])
    expect((await newest(world)).map((one) => one.content)).not.toContain('psst')
    await carol.api.subscribe({
      subscriptions: [{ name: 'den' }],
      invite_only: true,
      principals: [carol.id, bot.id],
    })
    await alice.api.deactivateUser({ user_id: bob.id })
    const refused = async (input: object, reason: string) =>
      await expect(
        bot.api.sendEphemeralMessage({ user_id: dave.id, ...sent, ...input }),
      ).rejects.toMatchObject({
        reason,
      })
    await refused({ to: 'den' }, 'ephemeral-user-not-found')
    await refused({ user_id: bob.id }, 'ephemeral-user-not-found')
    await refused({ user_id: 404_404 }, 'ephemeral-user-not-found')
    await refused({ user_id: bot.id }, 'ephemeral-user-not-found')
    await refused({ type: 'direct', to: [carol.id] }, 'ephemeral-user-not-found')
    await refused({ to: 'nowhere' }, 'channel-name-unknown')
    await refused({ content: ' ' }, 'message-content-empty')
    await expect(carol.api.sendEphemeralMessage({ user_id: dave.id, ...sent })).rejects.toMatchObject(
      withReason('components-denied'),
    )
    expect(await queue.take()).toEqual([])
  })

  it('are limited per recipient and minute', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const bot = await addBot(world)
    const send = () => bot.api.sendEphemeralMessage({ user_id: world.dave.id, ...inGeneral, content: 'psst' })
    for (let n = 0; n < 30; n++) await send()
    await expect(send()).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' })
  })
})
