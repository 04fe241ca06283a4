import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorld, type Person, runJobs, testSecretKey } from '@loquat/devkit'
import { startServerProcess } from '@loquat/devkit/server-process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startJobs } from '../../../jobs/runner.ts'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot, json, startReceiver } from './testing/receiver.ts'

const saidTo = async (to: Person, bot: Person) =>
  (
    await to.api.getMessages({
      anchor: 'newest',
      num_before: 99,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'dm', operand: [bot.id] }],
    })
  ).messages.map(({ content }) => content)

describe('a message that calls an outgoing webhook', () => {
  it('is not lost when the server stops or is killed during the call', {
    timeout: 60_000,
  }, async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const never = () => {}
    receiver.answer = never

    // Stopped: it does not wait for the answer, and the next one asks at once.
    const stopped = startJobs((await world.secondNode()).app, [callWebhooks])
    await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'one' })
    await receiver.calls(1)
    await stopped.stop()
    receiver.answer = json({ content: 'Ripe.' })
    await runJobs(world)
    expect(receiver.received).toHaveLength(2)
    expect(await saidTo(dave, bot)).toEqual(['one', 'Ripe.'])

    // Killed: others take it for given up after half a minute.
    receiver.answer = never
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-webhooks-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const { user, host = '', database } = world.database
    const killed = await startServerProcess(dataDir, {
      env: {
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        LOQUAT_ALLOW_PRIVATE_CALLBACKS: 'true',
        LOQUAT_SECRET_KEY: testSecretKey,
      },
    })
    onTestFinished(() => killed.kill())
    // The other process has the clock of the machine.
    const sync = () => world.clock.advance((Date.now() - world.clock.now()) / 1_000)
    sync()
    await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'two' })
    await receiver.calls(3)
    await killed.kill()
    receiver.answer = json({ content: 'Still ripe.' })
    world.clock.advance(15)
    await callWebhooks.run(world.app, {})
    expect(receiver.received).toHaveLength(3)
    sync()
    world.clock.advance(31)
    await callWebhooks.run(world.app, {})
    expect(receiver.received).toHaveLength(4)
    expect(await saidTo(dave, bot)).toEqual(['one', 'Ripe.', 'two', 'Still ripe.'])
    expect(await saidTo(carol, bot)).toEqual([])
  })

  it('is delivered once, regardless of the number of processes', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    receiver.answer = json({ content: 'Ripe.' })
    const apps = [world.app, (await world.secondNode()).app]
    const asked = Array.from({ length: 20 }, (_, n) => `question ${n}`)
    await Promise.all(asked.map((content) => dave.api.sendMessage({ type: 'direct', to: [bot.id], content })))
    await Promise.all(apps.map((app) => callWebhooks.run(app, {})))
    expect(receiver.received).toHaveLength(20)
    expect((await saidTo(dave, bot)).sort()).toEqual([...asked, ...asked.map(() => 'Ripe.')].sort())
  })
})
