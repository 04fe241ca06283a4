import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, withWorker, workerIsReady } from '../kit/app.ts'
import { createChannel, messageWith, write } from '../kit/content.ts'
import { expectNothingToSend, keptTexts } from '../kit/device.ts'
import {
  expectNotifyingDone,
  notificationRecord,
  recordNotifications,
  shownNotifications,
} from '../kit/notifying.ts'

/** One user with two tabs of one browser. */
async function twoTabs() {
  const world = await createAppWorld()
  const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
  const first = await openApp(world, world.carol, '/recent', withWorker)
  await recordNotifications(first.context())
  await workerIsReady(first)
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

describe('Two tabs of one user', () => {
  it('notify once with one sound, and clear the notification when the message is read', async () => {
    const { world, tabs } = await twoTabs()
    const told = async () => {
      const all = await Promise.all(tabs.map(notificationRecord))
      return {
        shows: all.reduce((sum, { shows }) => sum + shows, 0),
        notes: all.reduce((sum, { notes }) => sum + notes, 0),
      }
    }
    const [first, second] = tabs
    // Browsers allow sound only in tabs with a user gesture. The driver counts as one, so one tab is overridden.
    await first.evaluate(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
    )
    const { id } = await world.alice.api.sendMessage({
      type: 'direct',
      to: [world.carol.id],
      content: 'Do you have a minute?',
    })
    // Both tabs have received it, so any notification is shown by now.
    for (const tab of tabs) await expect.poll(() => tab.title()).toMatch(/^\(1\) /)
    await expect.poll(() => shownNotifications(first)).toHaveLength(1)
    await expectNotifyingDone(first)
    // The sound may be in the other tab, which hears of it from this one.
    await expect.poll(told, { message: 'a sound is two notes' }).toEqual({ shows: 1, notes: 2 })
    expect((await notificationRecord(second)).notes, 'in the tab that may').toBe(2)
    const shown = {
      title: 'Alice Owner',
      body: 'Do you have a minute?',
      tag: `dm:${world.alice.id}`,
      actions: ['Open', 'Mark as read'],
    }
    expect(await shownNotifications(second)).toEqual([shown])
    // When the notifying tab closes, the other one takes over.
    const teller = (await notificationRecord(first)).shows === 1 ? first : second
    const other = teller === first ? second : first
    await teller.close()
    const more = await Promise.all(
      ['Or two?', 'Or three?'].map((content) =>
        world.alice.api.sendMessage({ type: 'direct', to: [world.carol.id], content }),
      ),
    )
    await expect.poll(() => shownNotifications(other)).toEqual([{ ...shown, body: '3 messages' }])
    const ids = [id, ...more.map((one) => one.id)]
    await world.carol.api.updateMessageFlags({ messages: ids, op: 'add', flag: 'read' })
    await expect.poll(() => shownNotifications(other)).toEqual([])
    await expectAccessible(other)
  })

  it('fetch users and channels once, and send the messages of a closed tab exactly once', async () => {
    const { world, channelId, tabs, texts } = await twoTabs()
    const [, other] = tabs
    // A further tab needs a queue of its own, but no users and channels that this browser has.
    const further = await other.context().newPage()
    const registering = further.waitForResponse((response) => response.url().endsWith('/json/register'))
    await further.goto(`${world.url}/recent`)
    const { pieces } = await (await registering).json()
    expect(pieces.realm_users).toEqual([{ hash: expect.any(String) }])
    expect(JSON.stringify(pieces)).not.toContain('"items"')
    await further.getByRole('main').waitFor()
    await further.close()

    const ways: Record<string, (tab: Page) => Promise<unknown>> = {
      'There is no network.': async (tab) => {
        const cdp = await tab.context().newCDPSession(tab)
        const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }
        await cdp.send('Network.emulateNetworkConditions', offline)
      },
      // It is unknown whether the request is sent before the tab closes.
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
      // Shown immediately, and stored or sent a moment later.
      await expect.poll(async () => [...(await keptTexts(tab)), ...(await texts())]).toContain(content)
      await tab.close()
    }
    const all = Object.keys(ways).sort()
    await expect.poll(async () => (await texts()).sort(), { interval: 500 }).toEqual(all)
    await other.goto(`${world.url}/c/${channelId}/t/logo`)
    for (const content of all) await messageWith(other, content).waitFor()
    // The outbox is empty for the tab that takes it over.
    await expectNothingToSend(other)
    expect((await texts()).sort()).toEqual(all)
    expect(await other.getByRole('article').count()).toBe(all.length)
    await expectAccessible(other)
  })
})
