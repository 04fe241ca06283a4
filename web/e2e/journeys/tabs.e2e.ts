import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { makeChannel, messageWith, write } from '../kit/content.ts'
import { recordTelling, toldBy } from '../kit/notifying.ts'

/** Somebody with two tabs of one browser. */
async function twoTabs() {
  const world = await createAppWorld()
  const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
  const first = await openApp(world, world.carol, '/recent')
  await recordTelling(first.context())
  await first.goto(`${world.url}/recent`)
  const second = await first.context().newPage()
  await second.goto(`${world.url}/recent`)
  for (const tab of [first, second]) await tab.getByRole('main').waitFor()
  const texts = async () => {
    const { messages } = await world.alice.api.getMessages({
      narrow: [{ operator: 'channel', operand: channelId }],
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      apply_markdown: false,
    })
    return messages.map(({ content }) => content)
  }
  return { world, channelId, tabs: [first, second] as const, texts }
}

describe('two tabs of one person', () => {
  it('tell of a message once, with one sound, and all is taken back when it is read', async () => {
    const { world, tabs } = await twoTabs()
    const told = async () => {
      const all = await Promise.all(tabs.map(toldBy))
      return {
        shown: all.flatMap(({ notifications }) => notifications),
        notes: all.reduce((sum, { notes }) => sum + notes, 0),
      }
    }
    const { id } = await world.alice.api.sendMessage({
      type: 'direct',
      to: [world.carol.id],
      content: 'Do you have a minute?',
    })
    // Both know of it: whoever would tell has told.
    for (const tab of tabs) await expect.poll(() => tab.title(), { timeout: 15_000 }).toMatch(/^\(1\) /)
    await expect.poll(async () => (await told()).shown.length).toBeGreaterThan(0)
    await tabs[0].waitForTimeout(500)
    const { shown, notes } = await told()
    expect(shown).toEqual([
      { title: 'Alice Owner', body: 'Do you have a minute?', tag: `dm:${world.alice.id}`, isClosed: false },
    ])
    expect(notes, 'a sound is two notes').toBe(2)
    await world.carol.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' })
    await expect.poll(async () => (await told()).shown.map((one) => one.isClosed)).toEqual([true])
    await expectAccessible(tabs[0])
  })

  it('send what one of them was sending when it was closed, once', async () => {
    const { world, channelId, tabs, texts } = await twoTabs()
    const [, other] = tabs
    const ways: Record<string, (tab: Page) => Promise<unknown>> = {
      'There is no network.': async (tab) => {
        const cdp = await tab.context().newCDPSession(tab)
        const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }
        await cdp.send('Network.emulateNetworkConditions', offline)
      },
      // Whether it goes out when the tab is closed, nobody knows.
      'It is held up.': (tab) => tab.route('**/json/messages', () => new Promise<void>(() => {})),
      'It is on its way.': async () => {},
    }
    for (const [content, way] of Object.entries(ways)) {
      const tab = await other.context().newPage()
      await tab.goto(`${world.url}/c/${channelId}/t/logo`)
      await tab.getByRole('main').waitFor()
      await write(tab, content)
      await way(tab)
      await tab.keyboard.press('Control+Enter')
      await messageWith(tab, content).waitFor()
      await tab.close()
    }
    const all = Object.keys(ways).sort()
    await expect.poll(async () => (await texts()).sort(), { timeout: 45_000, interval: 500 }).toEqual(all)
    // Long enough for whoever takes over to have looked again.
    await other.goto(`${world.url}/c/${channelId}/t/logo`)
    for (const content of all) await messageWith(other, content).waitFor()
    await other.waitForTimeout(12_000)
    expect((await texts()).sort()).toEqual(all)
    expect(await other.getByRole('article').count()).toBe(all.length)
    await expectAccessible(other)
  }, 120_000)
})
