import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorld, runJobs, testSecretKey } from '@loquat/devkit'
import { startServerProcess } from '@loquat/devkit/server-process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startJobs } from '../../../jobs/runner.ts'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot, directMessages, json, startReceiver } from './testing/receiver.ts'

describe('A message that calls an outgoing webhook', () => {
  it('is not lost when the server stops or is killed during the call', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const never = () => {}
    receiver.answer = never

    // Stopped: it does not wait for the response, and the next process calls immediately.
    const stopped = startJobs((await world.secondNode()).app, [callWebhooks])
    await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'one' })
    await receiver.calls(1)
    await stopped.stop()
    receiver.answer = json({ content: 'Ripe.' })
    await runJobs(world)
    expect(receiver.received).toHaveLength(2)
    expect(await directMessages(dave, bot)).toEqual(['one', 'Ripe.'])

    // Killed: other processes take over after half a minute.
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
    // The other process uses the system clock.
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
    expect(await directMessages(dave, bot)).toEqual(['one', 'Ripe.', 'two', 'Still ripe.'])
    expect(await directMessages(carol, bot)).toEqual([])
  })

  it('is delivered once, regardless of the number of processes', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    receiver.answer = json({ content: 'Ripe.' })
    const apps = [world.app, (await world.secondNode()).app]
    const questions = Array.from({ length: 20 }, (_, n) => `question ${n}`)
    await Promise.all(
      questions.map((content) => dave.api.sendMessage({ type: 'direct', to: [bot.id], content })),
    )
    await Promise.all(apps.map((app) => callWebhooks.run(app, {})))
    expect(receiver.received).toHaveLength(20)
    expect((await directMessages(dave, bot)).sort()).toEqual(
      [...questions, ...questions.map(() => 'Ripe.')].sort(),
    )
  })
})
