import { createHmac } from 'node:crypto'
import { type InteractionObject, outgoingInteraction } from '@loquat/contract'
import { createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { componentsOf, inGeneral, listen, yes } from '../../conversation/interactions/testing/fixtures.ts'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot, directMessages, json, type Received, raw, startReceiver } from './testing/receiver.ts'

async function stage(interfaceType = 1) {
  const world = await createWorld({ config: { allowPrivateCallbacks: true } })
  const receiver = await startReceiver()
  const bot = await addWebhookBot(world, world.carol, 'Hook', receiver.url, interfaceType)
  await world.carol.api.subscribe({ subscriptions: [{ name: 'general' }], principals: [bot.id] })
  const { id } = await bot.api.sendMessage({ ...inGeneral, content: 'Ripe?', components: [yes] })
  const click = () => world.dave.api.interact({ message_id: id, component_id: 'yes' })
  return { world, receiver, bot, id, click }
}

const run = (world: World) => callWebhooks.run(world.app, {})

/** Checks a signature as a bot's server does. */
function isSigned({ request, body }: Received, token: string): boolean {
  const header = String(request.headers['x-loquat-signature'])
  const [, time = '', digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  return createHmac('sha256', token).update(`${time}.${body}`).digest('hex') === digest
}

describe('An interaction with an outgoing webhook bot', () => {
  it('is posted to its server, signed, and the response is applied', async () => {
    const { world, receiver, bot, id, click } = await stage()
    const daves = await listen(world.dave)
    receiver.answer = json({ text: 'Thanks.' })
    const { interaction_id } = await click()
    await run(world)
    const [first] = receiver.received
    const payload = outgoingInteraction.parse(JSON.parse(first?.body ?? ''))
    expect(payload).toMatchObject({
      token: bot.token,
      trigger: 'interaction',
      interaction: {
        interaction_id,
        kind: 'action',
        user_id: world.dave.id,
        component_id: 'yes',
        value: 'y',
      },
    })
    expect(isSigned(first!, bot.token)).toBe(true)
    expect(isSigned({ ...first!, body: `${first?.body} ` }, bot.token)).toBe(false)
    expect(isSigned(first!, 'another token')).toBe(false)
    expect(await daves.ephemeral()).toMatchObject([{ content: 'Thanks.', sender_id: bot.id, message_id: id }])

    receiver.answer = json({ replace_original: true, text: 'Ripe.' })
    await click()
    await run(world)
    expect(await componentsOf(world.dave, id)).toEqual([])
    const { message } = await world.dave.api.getMessage({ message_id: id, apply_markdown: false })
    expect(message.content).toBe('Ripe.')
    // Calls about messages are signed in the same way.
    receiver.answer = raw('', 204)
    await world.dave.api.sendMessage({ ...inGeneral, content: '@**Hook** hi' })
    await run(world)
    expect(isSigned(receiver.received.at(-1)!, bot.token)).toBe(true)
  })

  it('is retried, and a failure is shown only to the user, and once to the owner', async () => {
    const { world, receiver, bot, click } = await stage()
    const [daves, carols] = [await listen(world.dave), await listen(world.carol)]
    await receiver.goDown()
    await click()
    for (const seconds of [0, 2, 10]) {
      world.clock.advance(seconds)
      await run(world)
      expect(await daves.take()).toEqual([])
    }
    world.clock.advance(45)
    await run(world)
    expect(await daves.ephemeral()).toMatchObject([{ sender_id: bot.id }])
    expect(await directMessages(world.carol, bot)).toHaveLength(1)
    expect((await carols.take()).map((event) => event.type)).toEqual(['message'])
    expect(await world.app.database.db.selectFrom('webhook_call').selectAll().execute()).toEqual([])
    expect(await world.app.database.db.selectFrom('failed_webhook_call').selectAll().execute()).toEqual([])
    await receiver.comeUp()
    for (const answer of [
      raw('Oops', 500),
      raw('nonsense'),
      json({ text: 5 }),
      json({ components: [yes, yes], replace_original: true }),
    ]) {
      receiver.answer = answer
      await click()
      await run(world)
      expect(await daves.ephemeral()).toHaveLength(1)
    }
    for (const answer of [raw('', 204), json({}), json(''), raw('')]) {
      receiver.answer = answer
      await click()
      await run(world)
      expect(await daves.take()).toEqual([])
    }
  })

  it('has the format of Slack with interface 2', async () => {
    const { world, receiver, bot, click } = await stage(2)
    await click()
    await run(world)
    const action = new URLSearchParams(receiver.received[0]?.body)
    const payload = JSON.parse(action.get('payload') ?? '') as InteractionObject
    expect(payload).toMatchObject({
      type: 'block_actions',
      token: bot.token,
      user: { id: `U${world.dave.id}` },
      channel: { name: 'general' },
      actions: [{ action_id: 'yes', value: 'y' }],
      response_url: expect.stringContaining('/api/v1/interactions/'),
    })
    await bot.api.setBotCommands({ commands: [{ name: 'weigh', description: '' }] })
    await world.dave.api.runBotCommand({ name: 'weigh', arguments: '5 kg', ...inGeneral })
    await run(world)
    const command = Object.fromEntries(new URLSearchParams(receiver.received[1]?.body))
    expect(command).toMatchObject({
      command: '/weigh',
      text: '5 kg',
      user_id: `U${world.dave.id}`,
      channel_name: 'general',
      token: bot.token,
      response_url: expect.stringContaining('/api/v1/interactions/'),
    })
  })
})
