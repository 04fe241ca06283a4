import { ApiError } from '@loquat/client'
import type { Person } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith, send } from '../kit/content.ts'
import { hostileTexts } from '../kit/hostile.ts'
import { expectSettled } from '../kit/reading.ts'
import { visit } from '../kit/screens.ts'

const topics = 10

/** Sends the texts to their topic, as many in parallel as the server accepts. */
async function sendAll(from: Person, channelId: number, texts: readonly string[]): Promise<number[][]> {
  const ids: number[][] = Array.from({ length: topics }, () => [])
  const sendOne = async (content: string, n: number) => {
    const topic = n % topics
    const { id } = await from.api.sendMessage({
      type: 'channel',
      to: channelId,
      topic: `topic ${topic}`,
      content,
    })
    ids[topic]?.push(id)
  }
  for (let at = 0; at < texts.length; at += 50)
    await Promise.all(texts.slice(at, at + 50).map((content, n) => sendOne(content, at + n)))
  return ids
}

/** Starts to collect the IDs of rendered messages. */
const collectDrawn = (page: Page) =>
  page.evaluate(() => {
    const drawn = new Set<number>()
    Object.assign(window, { drawn })
    const look = () => {
      for (const row of document.querySelectorAll<HTMLElement>('[data-message]'))
        drawn.add(Number(row.dataset.message))
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    look()
  })

/** Scrolls up by most of a screen, and returns the messages that have not been rendered yet. */
const scrollUp = (page: Page, ids: readonly number[]) =>
  page.evaluate(async (ids) => {
    const { drawn } = window as unknown as { drawn: Set<number> }
    const feed = document.querySelector('[role=feed]')
    feed?.scrollBy(0, -feed.clientHeight * 0.8)
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return ids.filter((id) => !drawn.has(id))
  }, ids)

describe('2,000 hostile messages', () => {
  it('are all rendered without crashing the app', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const ids = await sendAll(carol, channelId, hostileTexts(2_000))
    expect(ids.flat()).toHaveLength(2_000)
    // Malformed actions on polls.
    const { messages } = await alice.api.getMessages({ anchor: 'newest', num_before: 2_000, num_after: 0 })
    const polls = messages.filter(({ submessages }) => submessages.length > 0)
    expect(polls.length).toBeGreaterThan(5)
    for (const { id } of polls)
      for (const content of ['{}', '[]', '"x"', '{"type":"vote","key":"__proto__","vote":9e99}'])
        await alice.api
          .addSubmessage({ message_id: id, msg_type: 'widget', content })
          .catch((error: unknown) => expect(error).toBeInstanceOf(ApiError))
    for (const { id } of messages.slice(0, 50))
      await alice.api.addReaction({ message_id: id, emoji_name: 'heart' })

    // Feeds open at the end.
    await alice.api.markAllAsRead()
    const page = await openApp(world, alice, '/inbox', { serviceWorkers: 'block' })
    await page.route(/^(?!http:\/\/(127\.0\.0\.1|localhost))/, (route) => route.abort())
    await collectDrawn(page)
    for (const [n, expected] of ids.entries()) {
      await visit(page, `/c/${channelId}/t/topic%20${n}`)
      await expectSettled(page)
      await expect
        .poll(() => scrollUp(page, expected), { timeout: 60_000, interval: 1, message: `topic ${n}` })
        .toEqual([])
      expect(await page.locator('[data-failure]').count(), `topic ${n}`).toBe(0)
    }
    // All other views that show them.
    for (const path of [`/c/${channelId}`, '/feed', '/recent', '/inbox', '/search?q=x', '/mentions'])
      await visit(page, path)
    await visit(page, `/c/${channelId}/t/topic%200`)
    await expectSettled(page)
    await send(page, 'Still here')
    await messageWith(page, 'Still here').waitFor()
    await expect
      .poll(
        async () => (await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })).messages,
      )
      .toMatchObject([{ content: '<p>Still here</p>' }])
    expect(await page.locator('[data-failure]').count()).toBe(0)
  })
})
