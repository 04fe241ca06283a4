import { createWorld, eventually, type Person, runJobs, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { retryDelaysMs } from './caller.ts'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot, json, startReceiver } from './testing/receiver.ts'

const ask = async (by: Person, bot: Person) =>
  (await by.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs?' })).id

const saidTo = async (to: Person, bot: Person) =>
  (
    await to.api.getMessages({
      anchor: 'newest',
      num_before: 99,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'dm', operand: [bot.id] },
        { operator: 'sender', operand: bot.id },
      ],
    })
  ).messages.map(({ content }) => content)

const left = async ({ app }: World) =>
  (await sql<{ attempts: number }>`select attempts from webhook_call`.execute(app.database.db)).rows

describe('an outgoing webhook that does not respond', () => {
  it('is retried with increasing delays: four attempts in all, then a notice', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const half = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"content":'
    const troubles = {
      'it is too slow': () => {},
      'it closes half-way': (response: Parameters<typeof receiver.answer>[0]) => {
        response.socket?.write(half, () => response.socket?.destroy())
      },
    }
    for (const [what, trouble] of Object.entries(troubles)) {
      world.app.config.webhookTimeoutMs = what === 'it is too slow' ? 500 : 10_000
      receiver.answer = trouble
      receiver.received.length = 0
      const before = (await saidTo(dave, bot)).length
      await ask(dave, bot)
      await callWebhooks.run(world.app, {})
      for (const [n, pause] of retryDelaysMs.entries()) {
        expect(receiver.received, what).toHaveLength(n + 1)
        expect(await left(world)).toEqual([{ attempts: n + 1 }])
        // The clock of a world goes on by itself: the shortest pause may be over by now.
        const early = Math.max(0, pause / 1_000 - 5)
        if (early > 0) {
          world.clock.advance(early)
          await callWebhooks.run(world.app, {})
          expect(receiver.received, `${what}: not yet`).toHaveLength(n + 1)
        }
        expect(await saidTo(dave, bot)).toHaveLength(before)
        world.clock.advance(pause / 1_000 - early)
        await callWebhooks.run(world.app, {})
      }
      expect(receiver.received, what).toHaveLength(4)
      expect(await left(world)).toEqual([])
      expect((await saidTo(dave, bot)).slice(before), what).toHaveLength(1)
    }
    expect(await saidTo(dave, bot)).toEqual([
      expect.stringContaining('took too long'),
      expect.stringContaining("couldn't be reached"),
    ])
    expect(await saidTo(carol, bot)).toHaveLength(2)
  })

  it('loses nothing while it is down for a while; its owner is notified once, regardless of the number of calls', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    await receiver.goDown()
    const asked = [await ask(dave, bot), await ask(dave, bot), await ask(alice, bot)]
    await callWebhooks.run(world.app, {})
    world.clock.advance(2)
    await callWebhooks.run(world.app, {})
    expect(await saidTo(dave, bot)).toEqual([])
    await receiver.comeUp()
    receiver.answer = json({ content: 'Ripe.' })
    world.clock.advance(10)
    await callWebhooks.run(world.app, {})
    const heard = receiver.received.map(({ body }) => JSON.parse(body).message.id)
    expect(heard.sort((a, b) => a - b)).toEqual(asked)
    expect(await saidTo(dave, bot)).toEqual(['Ripe.', 'Ripe.'])
    expect(await saidTo(alice, bot)).toEqual(['Ripe.'])
    expect(await saidTo(carol, bot)).toEqual([])

    await receiver.goDown()
    for (const by of [dave, dave, alice]) await ask(by, bot)
    for (const pause of [0, ...retryDelaysMs]) {
      world.clock.advance(pause / 1_000)
      await callWebhooks.run(world.app, {})
    }
    expect(await left(world)).toEqual([])
    expect(await saidTo(dave, bot)).toHaveLength(4)
    expect(await saidTo(alice, bot)).toHaveLength(2)
    expect(await saidTo(carol, bot)).toHaveLength(1)
    await receiver.comeUp()
  })

  it('delays neither other bots, nor other jobs, nor senders', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const [slow, quick] = [await startReceiver(), await startReceiver()]
    const slowBot = await addWebhookBot(world, carol, 'Slow', slow.url)
    const quickBot = await addWebhookBot(world, carol, 'Quick', quick.url)
    const release: (() => void)[] = []
    slow.answer = (response) => release.push(() => response.end('{"content": "At last."}'))
    quick.answer = json({ content: 'Ripe.' })
    for (let n = 0; n < 12; n++) await ask(dave, slowBot)
    // One of the places for jobs is taken, and no more: whoever comes later hands their work over and is done.
    const calling = callWebhooks.run(world.app, {})
    await slow.calls(8)
    await ask(dave, quickBot)
    await runJobs(world)
    await eventually(async () => expect(await saidTo(dave, quickBot)).toEqual(['Ripe.']))
    expect(await saidTo(dave, slowBot)).toEqual([])
    // No more than eight of one bot are asked at once.
    expect(slow.received).toHaveLength(8)
    slow.answer = json({ content: 'At last.' })
    for (const one of release) one()
    await calling
    expect(await saidTo(dave, slowBot)).toEqual(Array(12).fill('At last.'))
    expect(quick.received).toHaveLength(1)
  })

  it('must be on the internet, and cannot redirect to other hosts', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const [receiver, inner] = [await startReceiver(), await startReceiver()]
    const addresses = [receiver.url, 'http://[::1]:1/', 'http://169.254.1.1/', 'http://0x7f.1/']
    for (const [n, url] of addresses.entries()) {
      const bot = await addWebhookBot(world, carol, `Hook ${n}`, url)
      await ask(dave, bot)
      await callWebhooks.run(world.app, {})
      expect(await left(world), url).toEqual([])
      expect(await saidTo(dave, bot), url).toEqual([expect.stringContaining("isn't on the public internet")])
      expect(await saidTo(carol, bot), url).toHaveLength(1)
    }
    expect(receiver.received).toEqual([])

    // Also where private addresses are allowed, nobody is asked but whom the owner named.
    world.app.config.allowPrivateCallbacks = true
    const bot = await addWebhookBot(world, carol, 'Elsewhere', receiver.url)
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (response) => response.writeHead(status, { location: inner.url }).end()
      await ask(dave, bot)
      await callWebhooks.run(world.app, {})
    }
    expect(receiver.received).toHaveLength(5)
    expect(inner.received).toEqual([])
    expect(await saidTo(dave, bot)).toHaveLength(5)
  })
})
