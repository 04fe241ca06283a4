import { createWorld, eventually, type Person, runJobs, scrapeValues, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { retryDelaysMs } from './caller.ts'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot, directMessages, json, startReceiver } from './testing/receiver.ts'

const sendTo = async (by: Person, bot: Person) =>
  (await by.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs?' })).id

const repliesTo = (person: Person, bot: Person) => directMessages(person, bot, bot)

const left = async ({ app }: World) =>
  (await sql<{ attempts: number }>`select attempts from webhook_call`.execute(app.database.db)).rows

describe('An outgoing webhook that does not respond', () => {
  it('is retried with increasing delays: four attempts in all, then a notice', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const half = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"content":'
    const failures = {
      'it is too slow': () => {},
      'it closes half-way': (response: Parameters<typeof receiver.answer>[0]) => {
        response.socket?.write(half, () => response.socket?.destroy())
      },
    }
    for (const [what, failure] of Object.entries(failures)) {
      world.app.config.webhookTimeoutMs = what === 'it is too slow' ? 500 : 10_000
      receiver.answer = failure
      receiver.received.length = 0
      const before = (await repliesTo(dave, bot)).length
      await sendTo(dave, bot)
      await callWebhooks.run(world.app, {})
      for (const [n, pause] of retryDelaysMs.entries()) {
        expect(receiver.received, what).toHaveLength(n + 1)
        expect(await left(world)).toEqual([{ attempts: n + 1 }])
        // Delays of up to five seconds are not checked for early calls.
        const early = Math.max(0, pause / 1_000 - 5)
        if (early > 0) {
          world.clock.advance(early)
          await callWebhooks.run(world.app, {})
          expect(receiver.received, `${what}: not yet`).toHaveLength(n + 1)
        }
        expect(await repliesTo(dave, bot)).toHaveLength(before)
        world.clock.advance(pause / 1_000 - early)
        await callWebhooks.run(world.app, {})
      }
      expect(receiver.received, what).toHaveLength(4)
      expect(await left(world)).toEqual([])
      expect((await repliesTo(dave, bot)).slice(before), what).toHaveLength(1)
    }
    expect(await repliesTo(dave, bot)).toEqual([
      expect.stringContaining('took too long'),
      expect.stringContaining("couldn't be reached"),
    ])
    expect(await repliesTo(carol, bot)).toHaveLength(2)
    const metrics = await scrapeValues(world)
    expect(metrics.get('loquat_webhook_calls_total{outcome="retried"}')).toBe(6)
    expect(metrics.get('loquat_webhook_calls_total{outcome="failed"}')).toBe(2)
  })

  it('loses nothing while it is down for a while; its owner is notified once, regardless of the number of calls', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    await receiver.goDown()
    const sent = [await sendTo(dave, bot), await sendTo(dave, bot), await sendTo(alice, bot)]
    await callWebhooks.run(world.app, {})
    world.clock.advance(2)
    await callWebhooks.run(world.app, {})
    expect(await repliesTo(dave, bot)).toEqual([])
    await receiver.comeUp()
    receiver.answer = json({ content: 'Ripe.' })
    world.clock.advance(10)
    await callWebhooks.run(world.app, {})
    const called = receiver.received.map(({ body }) => JSON.parse(body).message.id)
    expect(called.sort((a, b) => a - b)).toEqual(sent)
    expect(await repliesTo(dave, bot)).toEqual(['Ripe.', 'Ripe.'])
    expect(await repliesTo(alice, bot)).toEqual(['Ripe.'])
    expect(await repliesTo(carol, bot)).toEqual([])

    await receiver.goDown()
    for (const by of [dave, dave, alice]) await sendTo(by, bot)
    for (const pause of [0, ...retryDelaysMs]) {
      world.clock.advance(pause / 1_000)
      await callWebhooks.run(world.app, {})
    }
    expect(await left(world)).toEqual([])
    expect(await repliesTo(dave, bot)).toHaveLength(4)
    expect(await repliesTo(alice, bot)).toHaveLength(2)
    expect(await repliesTo(carol, bot)).toHaveLength(1)
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
    for (let n = 0; n < 12; n++) await sendTo(dave, slowBot)
    // The calls occupy only one job slot: later jobs hand their work to the running one.
    const calling = callWebhooks.run(world.app, {})
    await slow.calls(8)
    await sendTo(dave, quickBot)
    await runJobs(world)
    await eventually(async () => expect(await repliesTo(dave, quickBot)).toEqual(['Ripe.']))
    expect(await repliesTo(dave, slowBot)).toEqual([])
    // At most eight calls per bot run at once.
    expect(slow.received).toHaveLength(8)
    slow.answer = json({ content: 'At last.' })
    for (const one of release) one()
    await calling
    expect(await repliesTo(dave, slowBot)).toEqual(Array(12).fill('At last.'))
    expect(quick.received).toHaveLength(1)
  })

  it('must be on the internet, and cannot redirect to other hosts', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const [receiver, inner] = [await startReceiver(), await startReceiver()]
    const addresses = [receiver.url, 'http://[::1]:1/', 'http://169.254.1.1/', 'http://0x7f.1/']
    for (const [n, url] of addresses.entries()) {
      const bot = await addWebhookBot(world, carol, `Hook ${n}`, url)
      await sendTo(dave, bot)
      await callWebhooks.run(world.app, {})
      expect(await left(world), url).toEqual([])
      expect(await repliesTo(dave, bot), url).toEqual([
        expect.stringContaining("isn't on the public internet"),
      ])
      expect(await repliesTo(carol, bot), url).toHaveLength(1)
    }
    expect(receiver.received).toEqual([])

    // Even if private addresses are allowed, only the configured URL is called.
    world.app.config.allowPrivateCallbacks = true
    const bot = await addWebhookBot(world, carol, 'Elsewhere', receiver.url)
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (response) => response.writeHead(status, { location: inner.url }).end()
      await sendTo(dave, bot)
      await callWebhooks.run(world.app, {})
    }
    expect(receiver.received).toHaveLength(5)
    expect(inner.received).toEqual([])
    expect(await repliesTo(dave, bot)).toHaveLength(5)
  })
})
