import { createMailbox, createWorld, type Person, runJobs } from '@loquat/devkit'
import { expect } from 'vitest'
import { idOf, named } from '../../features/places/channels/testing/fixtures.ts'
import { callWebhooks } from '../../features/reach/outgoing-webhooks/jobs.ts'
import { addWebhookBot, raw, startReceiver } from '../../features/reach/outgoing-webhooks/testing/receiver.ts'

/** Shared by both tests of notices. */

/** Runs an action and returns the notices that it sends to a user. */
export async function heard(reader: Person, action: () => Promise<unknown>): Promise<string[]> {
  const { messages: before } = await reader.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
  await action()
  const anchor = String(before.at(-1)?.id ?? 0)
  const view = { anchor, num_before: 0, num_after: 50, apply_markdown: false }
  const { messages } = await reader.api.getMessages({ ...view, include_anchor: false })
  return messages
    .filter((one) => /Bot$|^Hook$/.test(one.sender_full_name))
    .map((one) => (one.type === 'stream' ? `${one.subject}: ${one.content}` : one.content))
}

export type Row = [what: string, reader: Person, action: () => Promise<unknown>, ...said: unknown[]]
export async function expectAll(rows: readonly Row[]): Promise<void> {
  for (const [what, reader, action, ...said] of rows) expect(await heard(reader, action), what).toEqual(said)
}

/** Bob and Dave speak German. Bob has a bot that cannot answer. */
export async function stage() {
  const mailbox = await createMailbox()
  const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl, allowPrivateCallbacks: true } })
  const { alice, bob, carol, dave } = world
  for (const { api } of [bob, dave]) await api.updateSettings({ default_language: 'de' })
  await carol.api.subscribe({ ...named('plums', 'figs'), principals: [carol.id] })
  const receiver = await startReceiver()
  receiver.answer = raw('Keine Feigen', 500)
  const hook = await addWebhookBot(world, bob, 'Hook', receiver.url)
  await runJobs(world)
  /** Runs an action and its jobs. */
  const fully = (action: () => Promise<unknown>) => async () => {
    await action()
    await runJobs(world)
    await callWebhooks.run(world.app, {})
  }
  const general = await idOf(carol, 'general')
  const plums = await idOf(carol, 'plums')
  const by = `@_**Carol Member|${carol.id}**`
  return { ...world, world, mailbox, alice, hook, fully, general, plums, by }
}
