import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel } from '../kit/content.ts'
import {
  countReads,
  expectAtRest,
  expectSettled,
  frames,
  lines,
  passTime,
  sendAll,
  topMessage,
  unreadOf,
} from '../kit/reading.ts'
import { visit } from '../kit/screens.ts'

describe('Permalinks', () => {
  it('open the current conversation of a message without marking it as read', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const ids = await sendAll(alice, { channelId, topic: 'logo' }, lines(60))
    const id = ids[30] ?? 0
    await alice.api.updateMessage({ message_id: id, topic: 'the new mark', propagate_mode: 'change_later' })
    const before = await unreadOf(carol)
    const page = await openApp(world, carol, `/m/${id}`, { hasClock: true })
    const reads = countReads(page)
    await page.waitForURL(new RegExp(`the%20new%20mark.*at=${id}`))
    await expectSettled(page)
    const row = page.locator(`[data-message="${id}"]`)
    expect(await row.getAttribute('data-placed')).toBe('true')
    const box = await row.boundingBox()
    expect(box?.y).toBeGreaterThan(60)
    expect(box?.y).toBeLessThan(500)
    await page.getByText('Not marking as read').waitFor()
    await passTime(page)
    // The message stays highlighted while it is open, not only on arrival.
    const backgrounds = await page.locator('[data-message]').evaluateAll((all) =>
      all.map((one) => {
        for (const animation of one.getAnimations()) animation.finish()
        return `${(one as HTMLElement).dataset.message} ${getComputedStyle(one).backgroundColor}`
      }),
    )
    const [, mine] = backgrounds.find((one) => one.startsWith(`${id} `))?.split(/ (.*)/) ?? []
    expect(backgrounds.filter((one) => one.endsWith(` ${mine}`))).toHaveLength(1)
    expect(reads()).toBe(0)
    expect(await unreadOf(carol)).toEqual(before)
    await expectAccessible(page)
  })

  it('follow a renamed topic without moving the visible messages', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const ids = await sendAll(alice, { channelId, topic: 'logo' }, lines(80))
    await sendAll(alice, { channelId, topic: 'other' }, ['Elsewhere'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo?at=${ids[40]}`)
    await expectSettled(page)
    await frames(page, 20)
    const top = await topMessage(page)
    const where = () => page.locator(`[data-message="${top}"]`).boundingBox()
    const before = await where()
    await page.keyboard.press('r')
    await page.keyboard.type('half a sentence')
    await alice.api.updateMessage({ message_id: ids[0] ?? 0, topic: 'brand', propagate_mode: 'change_all' })
    await page.waitForURL(/\/t\/brand/)
    await page.getByText('Renamed to “brand”.').first().waitFor()
    await frames(page, 20)
    expect(Math.abs(((await where())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
    expect(await page.locator('textarea').first().inputValue()).toBe('half a sentence')
    await expectAccessible(page)
  })

  it('return to the same scroll position', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const ids = await sendAll(carol, { channelId, topic: 'logo' }, lines(120))
    await sendAll(alice, { channelId, topic: 'other' }, ['Elsewhere'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await expectSettled(page)
    await page.locator('[role=feed]').hover()
    await page.mouse.wheel(0, -1_500)
    await expect.poll(() => topMessage(page)).toBeLessThan(ids[110] ?? 0)
    await expectAtRest(page)
    const top = await topMessage(page)
    const where = async () => (await page.locator(`[data-message="${top}"]`).boundingBox())?.y ?? Number.NaN
    const before = await where()
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      document.body.append(link)
      link.click()
      link.remove()
    }, `/c/${channelId}/t/other`)
    await page.getByText('Elsewhere').last().waitFor()
    // No request is needed.
    await page.route('**/messages?**', (route) => route.abort())
    await page.goBack()
    await page.waitForURL(/\/t\/logo/)
    await expectSettled(page)
    await frames(page, 10)
    expect(Math.abs((await where()) - before), 'back').toBeLessThanOrEqual(1)
    await page.unroute('**/messages?**')
    await page.reload()
    await expectSettled(page)
    await frames(page, 20)
    expect(Math.abs((await where()) - before), 'after a reload').toBeLessThanOrEqual(1)
    await expectAccessible(page)
  })

  it('to private and nonexistent messages look the same, and lead home', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'board' }], invite_only: true })
    const { stream_id: hidden } = await alice.api.getChannelId({ stream: 'board' })
    const [id = 0] = await sendAll(alice, { channelId: hidden, topic: 'plans' }, ['Not for everybody.'])
    const page = await openApp(world, carol, '/inbox')
    const refused: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
    for (const channelId of [hidden, 99_999]) {
      for (const path of ['', '/t/plans', '/topics']) {
        await visit(page, `/c/${channelId}${path}`)
        const main = page.getByRole('main')
        await main.getByText("This conversation is private or doesn't exist.").waitFor()
        expect(
          await main.getByRole('button', { name: /^(Subscribe|Follow|Resolve|New topic)/ }).count(),
        ).toBe(0)
        expect(await main.getByRole('link', { name: 'Go to home view' }).count(), path).toBe(1)
      }
    }
    expect(refused).toEqual([])
    for (const path of [`/m/${id}`, '/dm/99999']) {
      await visit(page, path)
      await page.getByText("This conversation is private or doesn't exist.").waitFor()
      await page.getByRole('link', { name: 'Go to home view' }).waitFor()
    }
    await visit(page, `/dm/${carol.id}`)
    expect(new URL(page.url()).pathname).toBe('/dm/me')
    await expectAccessible(page)
  })

  it('contain the current name of the channel', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const page = await openApp(world, carol, `/c/${channelId}-something/t/logo`)
    await page.waitForURL(new RegExp(`/c/${channelId}-design/t/logo`))
    await page.getByRole('heading', { name: 'In #design' }).waitFor()
    await alice.api.updateChannel({ stream_id: channelId, new_name: 'brand and print' })
    await page.waitForURL(new RegExp(`/c/${channelId}-brand-and-print/t/logo`))
    await page.getByRole('heading', { name: 'In #brand and print' }).waitFor()
    await expectAccessible(page)
  })
})
