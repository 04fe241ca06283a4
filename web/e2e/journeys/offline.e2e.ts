import type { Person } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, openBrowser, startSession, withWorker, workerIsReady } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send, write } from '../kit/content.ts'
import { expectNothingToSend, keptFeeds, keptTexts } from '../kit/device.ts'

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

describe('Offline', () => {
  it('messages can be written and edited, survive a reload, and are sent once in order', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const place = `/c/${channelId}/t/tunnel`
    await carol.api.sendMessage({ type: 'channel', to: channelId, topic: 'tunnel', content: 'Before' })
    const page = await openApp(world, alice, place, withWorker)
    await messageWith(page, 'Before').waitFor()
    await workerIsReady(page)
    await expect.poll(() => keptFeeds(page)).toEqual([`topic:${channelId}:tunnel`])

    await page.context().setOffline(true)
    for (const text of ['One', 'Two', 'Three']) {
      await send(page, text)
      await messageWith(page, text).waitFor()
    }
    await messageWith(page, 'Two').getByRole('button', { name: 'Edit' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Second')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, 'Second').waitFor()
    await expect.poll(async () => (await keptTexts(page)).sort()).toEqual(['One', 'Second', 'Three'])
    await page.reload()
    for (const text of ['Before', 'One', 'Second', 'Three']) await messageWith(page, text).waitFor()
    expect(await textsIn(carol, channelId, 'tunnel')).toEqual(['Before'])
    await expectAccessible(page)

    await page.context().setOffline(false)
    await expect.poll(() => textsIn(carol, channelId, 'tunnel')).toEqual(['Before', 'One', 'Second', 'Three'])
    const other = await openApp(world, carol, place)
    for (const text of ['One', 'Second', 'Three']) await messageWith(other, text).waitFor()
    // The outbox is empty, so nothing can be sent twice.
    await expectNothingToSend(page)
    expect(await textsIn(carol, channelId, 'tunnel')).toEqual(['Before', 'One', 'Second', 'Three'])
    expect(await other.getByRole('article').count()).toBe(4)
    await expectAccessible(other)
  })

  it('longer than the queue lives, the view stays, the gap is filled, and counts are correct', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const topic = { type: 'channel', to: channelId } as const
    await carol.api.sendMessage({ ...topic, topic: 'read', content: 'Before the nap' })
    const page = await openBrowser()
    const queues: string[] = []
    page.on('response', async (response) => {
      if (!response.url().endsWith('/json/register')) return
      queues.push(((await response.json()) as { queue_id: string }).queue_id)
    })
    await startSession(page, world, alice)
    await page.goto(`${world.url}/c/${channelId}/t/read`)
    await messageWith(page, 'Before the nap').waitFor()
    await write(page, 'Half a thought')

    await page.context().setOffline(true)
    // The server drops a queue after ten minutes without a poll.
    await alice.api.deleteQueue({ queue_id: queues[0] ?? '' })
    await carol.api.sendMessage({ ...topic, topic: 'read', content: 'During the nap' })
    for (let n = 0; n < 3; n++)
      await carol.api.sendMessage({ ...topic, topic: 'elsewhere', content: `Unread ${n}` })
    await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'For you' })
    await page.getByText("You're offline.").waitFor()
    expect(await page.getByText('During the nap').count()).toBe(0)

    await page.context().setOffline(false)
    await messageWith(page, 'During the nap').waitFor()
    expect(queues.length).toBe(2)
    expect(await composeField(page).inputValue()).toBe('Half a thought')
    const counts = async (one: Page) => {
      const rows = one.getByRole('tree', { name: 'Views and channels' }).getByRole('treeitem')
      return (await rows.allTextContents()).map((text) => text.trim())
    }
    const other = await openApp(world, alice, `/c/${channelId}/t/read`)
    await messageWith(other, 'During the nap').waitFor()
    await expect.poll(async () => (await counts(other)).join(' ')).toMatch(/Inbox\D*4/)
    await expect.poll(() => counts(page)).toEqual(await counts(other))
    await expectAccessible(page)
  })

  it('views that are not loaded say that the server cannot be reached, and can be retried', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const say = (content: string) =>
      carol.api.sendMessage({ type: 'channel', to: channelId, topic: 'tunnel', content })
    await say('The first.')
    const { id } = await say('The second.')
    await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'hello', content: 'Hello.' })
    const { stream_id: general } = await alice.api.getChannelId({ stream: 'general' })
    const page = await openApp(world, alice, `/c/${channelId}/t/tunnel`)
    const dialog = page.getByRole('dialog')
    const goTo = (path: string) =>
      page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }, path)
    // The code of the screens is cached, but not their data.
    await messageWith(page, 'The first.').focus()
    await page.keyboard.press('Shift+V')
    await dialog.getByRole('list').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await goTo(`/c/${channelId}/topics`)
    await page.getByRole('grid').waitFor()
    await page.goBack()
    await messageWith(page, 'The second.').focus()

    const places: [open: () => Promise<void>, found: () => Promise<void>][] = [
      [() => page.keyboard.press('Shift+V'), () => dialog.getByRole('list').waitFor({ state: 'attached' })],
      [
        () => goTo(`/c/${general}/topics`),
        () => page.getByRole('grid').getByText('hello', { exact: true }).waitFor(),
      ],
      [() => goTo(`/m/${id}`), () => messageWith(page, 'The second.').waitFor()],
    ]
    for (const [open, found] of places) {
      await page.context().setOffline(true)
      await open()
      const card = page.getByRole('alert').filter({ hasText: "Can't reach the server." })
      await card.waitFor()
      await page.context().setOffline(false)
      await card.getByRole('button', { name: 'Try again' }).click()
      await found()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    }
  })
})
