import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { createCrowd } from '../kit/crowd.ts'
import { expectAtRest, expectSettled, sendAll, topMessage } from '../kit/reading.ts'
import { visit } from '../kit/screens.ts'
import { switcherField, wrongFirstResult } from '../kit/switcher.ts'

const scrollTop = (page: Page) => page.getByRole('feed').evaluate((feed) => feed.scrollTop)

describe('Search', () => {
  it('finds words of a sender, opens a result, and returns to the results', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'harvest', [world.alice, world.carol])
    const said = (n: number) =>
      `Note ${n}: the ${n % 3 === 0 ? 'ripe loquats went into a basket' : 'weather is dry'}. ${'Nothing else. '.repeat(n % 5)}`
    const numbers = Array.from({ length: 120 }, (_, n) => n)
    await sendAll(world.alice, { channelId, topic: 'notes' }, numbers.map(said))
    await sendAll(world.carol, { channelId, topic: 'others' }, ['Carol has a basket of ripe loquats too.'])
    await world.carol.api.markAllAsRead()
    const page = await openApp(world, world.carol, `/c/${channelId}/t/others`)
    await messageWith(page, 'Carol has a basket').waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search messages' })
    await field.waitFor()
    // The search covers everything. One choice limits it to the open conversation, and another one extends it again.
    const limit = page.getByRole('option', { name: 'Search only in #harvest › others' })
    await limit.waitFor()
    await field.pressSequentially('basket')
    await limit.click()
    await messageWith(page, 'Carol has a basket').waitFor()
    expect(await page.getByRole('article').filter({ hasText: 'Note' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Search everywhere' }).click()
    await page.getByRole('article').filter({ hasText: 'Note 117' }).waitFor()
    await page.keyboard.press('/')
    await field.fill('')
    await field.pressSequentially('sender:alice')
    await page
      .getByRole('option', { name: /Alice Owner/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await field.pressSequentially('ripe loquat basket')
    await page.keyboard.press('Enter')
    await messageWith(page, 'Note 117:').waitFor()
    await expectSettled(page)
    expect(await page.getByRole('article').filter({ hasText: 'Carol has' }).count()).toBe(0)
    expect(await page.locator('.highlight').count()).toBeGreaterThan(3)
    await expectAccessible(page)

    await page.getByRole('feed').evaluate((feed) => feed.scrollBy(0, -500))
    await expectAtRest(page)
    const top = await topMessage(page)
    const before = await scrollTop(page)
    const address = page.url()
    await page.locator(`[data-message="${top}"]`).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/t\/notes/)
    await page.locator(`[data-message="${top}"][data-placed]`).waitFor()
    await page.goBack()
    await page.waitForURL(address)
    await page.locator(`[data-message="${top}"]`).waitFor()
    await expect.poll(() => topMessage(page)).toBe(top)
    expect(Math.abs((await scrollTop(page)) - before)).toBeLessThan(3)
    await expectAccessible(page)

    // Leaving a search returns to the same line.
    await visit(page, `/c/${channelId}/t/notes`)
    await expectSettled(page)
    await page.getByRole('feed').evaluate((feed) => feed.scrollBy(0, -900))
    await expectAtRest(page)
    const line = await topMessage(page)
    const place = await scrollTop(page)
    await page.keyboard.press('/')
    await field.pressSequentially('weather')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=weather/)
    await expectSettled(page)
    await page.keyboard.press('/')
    await expect
      .poll(async () => {
        // The suggestions are closed first.
        if (page.url().includes('/search')) await page.keyboard.press('Escape')
        return page.url()
      })
      .toContain('/t/notes')
    await expect.poll(() => topMessage(page)).toBe(line)
    expect(Math.abs((await scrollTop(page)) - place)).toBeLessThan(3)
  })

  it('finds the wanted conversation with a few letters in nine of ten cases', async () => {
    const world = await createAppWorld()
    await createCrowd(world, 200)
    const seasons = ['spring', 'summer', 'autumn', 'winter', 'rainy', 'dry']
    const parts = [
      'harvest',
      'packing',
      'transport',
      'market',
      'garden',
      'tools',
      'seeds',
      'water',
      'office',
      'guests',
    ]
    const names = seasons.flatMap((season) => parts.map((part) => `${season} ${part}`))
    await world.carol.api.subscribe({ subscriptions: names.map((name) => ({ name })) })
    const { stream_id: channelId } = await world.carol.api.getChannelId({ stream: 'autumn market' })
    await sendAll(world.carol, { channelId, topic: 'prices of apples' }, ['Two for one.'])
    await world.carol.api.sendMessage({ type: 'direct', to: [world.mona.id], content: 'Hello.' })
    const page = await openApp(world, world.carol, '/inbox')
    await page.getByRole('main').waitFor()
    const tasks: [typed: string, wanted: RegExp][] = [
      ['autumn mar', /^#?\s*autumn market/],
      ['wi gu', /winter guests/],
      ['#rainy tool', /rainy tools/],
      ['edda falk', /Edda Falk/],
      ['@mona', /Mona Moderator/],
      ['jonas kai j', /Jonas Kai Jansen/],
      ['inbox', /^Inbox/],
      ['drafts', /^Drafts/],
      ['notif', /Notifications/],
      ['autumn market prices', /prices of apples/],
    ]
    const missed: string[] = []
    for (const [typed, wanted] of tasks) {
      await page.keyboard.press('Control+k')
      const field = switcherField(page)
      await field.fill(typed)
      const instead = await wrongFirstResult(page, wanted)
      if (instead !== undefined) missed.push(`${typed}: ${instead}`)
      if (typed === 'edda falk') await expectAccessible(page)
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('wi gu')
    await page.getByRole('option', { name: /winter guests/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/winter-guests/)
    await expectAccessible(page)
    const filter = page.getByRole('searchbox', { name: 'Filter channels and people' })
    await filter.fill('zzz')
    await page.getByText('No results for “zzz”.').waitFor()
    await page.getByRole('link', { name: 'Search messages for “zzz”' }).click()
    await page.waitForURL(/search\?q=zzz/)
  })
})
