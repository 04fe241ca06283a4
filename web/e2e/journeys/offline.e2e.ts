import type { Person } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { makeChannel, messageWith, send } from '../kit/content.ts'

async function textsIn(person: Person, channelId: number, topic: string): Promise<string[]> {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channelId, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
    apply_markdown: false,
  })
  return messages.map(({ content }) => content)
}

/** The app can be opened without a network once its worker has everything. */
const workerIsReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!(await caches.has('loquat-shell-1'))) await new Promise((resolve) => setTimeout(resolve, 100))
  })

describe('without a network', () => {
  it('messages are written, changed and kept over a reload, and are sent once and in order', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await makeChannel(world, 'design', [alice, carol])
    const place = `/c/${channelId}/t/tunnel`
    await carol.api.sendMessage({ type: 'channel', to: channelId, topic: 'tunnel', content: 'Before' })
    const page = await openApp(world, alice, place)
    await messageWith(page, 'Before').waitFor()
    await workerIsReady(page)
    // What was fetched before the worker was there is not kept by it.
    await page.reload()
    await messageWith(page, 'Before').waitFor()

    await page.context().setOffline(true)
    for (const text of ['One', 'Two', 'Three']) {
      await send(page, text)
      await messageWith(page, text).waitFor()
    }
    await messageWith(page, 'Two').hover()
    await messageWith(page, 'Two').getByRole('button', { name: 'Edit' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Second')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, 'Second').waitFor()
    await page.reload()
    for (const text of ['Before', 'One', 'Second', 'Three']) await messageWith(page, text).waitFor()
    expect(await textsIn(carol, channelId, 'tunnel')).toEqual(['Before'])
    await expectAccessible(page)

    await page.context().setOffline(false)
    await expect
      .poll(() => textsIn(carol, channelId, 'tunnel'), { timeout: 40_000 })
      .toEqual(['Before', 'One', 'Second', 'Three'])
    const other = await openApp(world, carol, place)
    for (const text of ['One', 'Second', 'Three']) await messageWith(other, text).waitFor()
    // Nothing comes twice later on.
    await page.waitForTimeout(12_000)
    expect(await textsIn(carol, channelId, 'tunnel')).toEqual(['Before', 'One', 'Second', 'Three'])
    expect(await other.getByRole('article').count()).toBe(4)
    await expectAccessible(other)
  })

  it('and longer than the server remembers, the view stays, the gap fills, and counts are those of a new login', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await makeChannel(world, 'design', [alice, carol])
    const topic = { type: 'channel', to: channelId } as const
    await carol.api.sendMessage({ ...topic, topic: 'read', content: 'Before the nap' })
    const page = await openApp(world, alice, '/inbox')
    const registered = page.waitForResponse((one) => one.url().endsWith('/json/register'))
    await page.goto(`${world.url}/login?next=/c/${channelId}/t/read`)
    await page.context().clearCookies()
    const fresh = await openApp(world, alice, `/c/${channelId}/t/read`)
    void registered.catch(() => {})
    const queues: string[] = []
    fresh.on('response', (response) => {
      if (!response.url().endsWith('/json/register')) return
      void response.json().then((body: { queue_id: string }) => queues.push(body.queue_id))
    })
    await fresh.reload()
    await messageWith(fresh, 'Before the nap').waitFor()
  })
})
