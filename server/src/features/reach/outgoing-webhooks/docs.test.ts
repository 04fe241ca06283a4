import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createWorld, eventually } from '@loquat/devkit'
import { freePort } from '@loquat/devkit/server-process'
import { expect, it, onTestFinished } from 'vitest'
import { callWebhooks } from './jobs.ts'
import { addWebhookBot } from './testing/receiver.ts'

it('the server in the documentation works as shown', async () => {
  const page = await readFile(new URL('../../../../../docs/outgoing-webhooks.md', import.meta.url), 'utf8')
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const world = await createWorld({ config: { allowPrivateCallbacks: true } })
  const { carol, dave } = world
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const bot = await addWebhookBot(world, carol, 'Counter', url)
  const child = spawn(process.execPath, ['--input-type=module', '-e', example], {
    env: { PORT: String(port), TOKEN: bot.token },
  })
  onTestFinished(() => void child.kill())
  const isUp = async () => expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(403)
  await eventually(isUp)
  await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs and plums' })
  await callWebhooks.run(world.app, {})
  const { messages } = await dave.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
  expect(messages).toMatchObject([{ sender_id: bot.id, content: '<p>3 words, Dave Member.</p>' }])
})
