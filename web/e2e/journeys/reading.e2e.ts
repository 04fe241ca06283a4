import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import {
  countReads,
  expectSeenRead,
  expectSettled,
  expectUnread,
  frames,
  lines,
  passTime,
  seenOn,
  sendAll,
  unreadOf,
  watchScreen,
} from '../kit/reading.ts'

describe('Reading', () => {
  it('goes through all messages with N and Space, and leaves messages unread that were not on screen', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    for (let n = 0; n < 13; n++) await sendAll(carol, { channelId, topic: `topic ${n}` }, lines(12))
    await sendAll(carol, { channelId, topic: 'long one' }, lines(44))
    const all = await unreadOf(alice)
    expect(all).toHaveLength(200)

    const page = await openApp(world, alice, '/inbox')
    await page.getByText('long one').first().waitFor()
    await watchScreen(page)
    for (let conversation = 0; conversation < 14; conversation++) {
      const before = page.url()
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.href !== before)
      await expectSettled(page)
      for (;;) {
        await expectSeenRead(page)
        if (await isAtEnd(page)) break
        const top = await topOf(page)
        await page.keyboard.press('Space')
        await expect.poll(() => topOf(page)).toBeGreaterThan(top)
      }
    }
    await expectUnread(alice, 0)
    const seen = new Set(await seenOn(page))
    expect(all.filter((id) => !seen.has(id))).toEqual([])

    await sendAll(carol, { channelId, topic: 'half' }, lines(60))
    // An open view would follow messages that arrive late, and not read the ones it skips.
    await expect.poll(() => page.title()).toMatch(/^\(60\) /)
    await expect
      .poll(async () => {
        await page.keyboard.press('n')
        return page.url()
      })
      .toContain('half')
    await expectSettled(page)
    await expectSeenRead(page)
    await page.keyboard.press('Shift+I')
    await page.waitForURL(/inbox/)
    const shown = new Set(await seenOn(page))
    await expect.poll(async () => (await unreadOf(alice)).filter((id) => shown.has(id))).toEqual([])
    const left = await unreadOf(alice)
    expect(left.length).toBeGreaterThan(20)
    expect(left.length).toBeLessThan(60)
    await expectAccessible(page)
  })

  it('marks everything as read at End, and can undo that', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, lines(5, 'Old'))
    const [first] = await sendAll(carol, { channelId, topic: 'logo' }, lines(300))
    const page = await openApp(world, alice, '/inbox')
    // Reading is paused, so that only End marks as read.
    await page.goto(`${world.url}/c/${channelId}/t/logo?at=${first}`)
    await expectSettled(page)
    const marker = page.locator('[data-marker]')
    await marker.waitFor()
    expect(await marker.textContent()).toBe('300 new messages')
    await page.keyboard.press('End')
    await page.getByText('Line 299.').waitFor()
    await expectUnread(alice, 0)
    await page.getByText('300 messages marked as read').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectUnread(alice, 300)
    await page.getByText('Not marking as read').waitFor()
    await page.getByRole('button', { name: 'Back to where you were' }).click()
    await marker.waitFor()
    expect(await marker.textContent()).toBe('300 new messages')
    const after = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-marker], [data-message]')]
      const next = rows[rows.findIndex((row) => row.matches('[data-marker]')) + 1]
      return Number((next as HTMLElement).dataset.message)
    })
    expect(after).toBe(first)
    expect((await unreadOf(alice)).length).toBe(300)
    await expectAccessible(page)
  })

  it('pauses when messages are marked as unread, and resumes on request', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const ids = await sendAll(carol, { channelId, topic: 'logo' }, lines(6))
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`, { hasClock: true })
    await expectSettled(page)
    await expectUnread(alice, 0)
    // From the third message on.
    for (const id of ids.slice(2).reverse()) {
      await page.keyboard.press('k')
      await page.locator(`[data-message="${id}"][data-selected=true]`).waitFor()
    }
    await page.keyboard.press('Shift+U')
    await page.getByText('Not marking as read').waitFor()
    await expectUnread(alice, 4)
    await sendAll(carol, { channelId, topic: 'logo' }, ['One more', 'And another'])
    await messageWith(page, 'And another').waitFor()
    const reads = countReads(page)
    await passTime(page)
    expect(reads()).toBe(0)
    expect((await unreadOf(alice)).length).toBe(6)
    await page.getByRole('button', { name: /Not marking as read/ }).click()
    await expectUnread(alice, 0)
    expect(await page.getByText('Not marking as read').count()).toBe(0)
    await frames(page, 3)
    await expectAccessible(page)
  })
})

const topOf = (page: Page) => page.getByRole('feed').evaluate((feed) => feed.scrollTop)

const isAtEnd = (page: Page) =>
  page.getByRole('feed').evaluate((feed) => feed.scrollHeight - feed.clientHeight - feed.scrollTop < 2)
