import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, type Device, openApp, withWorker, workerIsReady } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send, write } from '../kit/content.ts'
import {
  expectNotifyingDone,
  notificationRecord,
  recordNotifications,
  shownNotifications,
} from '../kit/notifying.ts'
import { expectAtRest, frames, sendAll } from '../kit/reading.ts'

async function twoInOneTopic(device: Device = {}) {
  const world = await createAppWorld()
  const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
  for (let n = 1; n <= 40; n++) await sendAll(world.alice, { channelId, topic: 'logo' }, [`Option ${n}.`])
  await world.carol.api.markChannelAsRead({ stream_id: channelId })
  const path = `/c/${channelId}/t/logo`
  const alice = await openApp(world, world.alice, path)
  const carol = await openApp(world, world.carol, path, device)
  await messageWith(alice, 'Option 40.').waitFor()
  await messageWith(carol, 'Option 40.').waitFor()
  return { world, channelId, alice, carol }
}

describe('A conversation', () => {
  it('shows a sent message immediately, confirms it in place, and leaves no draft', async () => {
    const { world, alice, carol } = await twoInOneTopic()
    await write(alice, 'The **second** one')
    // Hold the request: the message has to be on screen before the server knows it.
    let ask = () => {}
    const hold = async (route: Route) => {
      await new Promise<void>((resolve) => {
        ask = resolve
      })
      await route.continue()
    }
    await alice.route('**/json/messages', hold, { times: 1 })
    await alice.evaluate(() => {
      let frames = 0
      const count = () => {
        frames++
        requestAnimationFrame(count)
      }
      const seen = new MutationObserver(() => {
        if (!document.querySelector('[role=feed]')?.textContent?.includes('second one')) return
        seen.disconnect()
        Object.assign(window, { framesUntilSeen: frames })
      })
      seen.observe(document.body, { childList: true, subtree: true, characterData: true })
      addEventListener('keydown', ({ key }) => key === 'Enter' && count(), { capture: true })
    })
    await alice.keyboard.press('Control+Enter')
    const row = messageWith(alice, 'The second one')
    await row.waitFor()
    const key = await row.evaluate((node) => node.closest('[data-index]')?.getAttribute('data-index'))
    expect(await alice.evaluate(() => (window as { framesUntilSeen?: number }).framesUntilSeen)).toBeLessThan(
      3,
    )
    expect(await composeField(alice).inputValue()).toBe('')
    expect(await row.getAttribute('data-message')).toBeNull()
    ask()
    await messageWith(carol, 'The second one').waitFor()
    await expect.poll(() => row.getAttribute('data-message')).not.toBeNull()
    expect(await row.evaluate((node) => node.closest('[data-index]')?.getAttribute('data-index'))).toBe(key)
    await expect.poll(async () => (await world.alice.api.getDrafts()).count).toBe(0)
    await expectAccessible(alice)
  })

  it('shows typing, reactions and edits of others without moving the visible messages', async () => {
    const { world, channelId, alice, carol } = await twoInOneTopic()
    await alice.getByRole('feed').evaluate((feed) => feed.scrollBy(0, -600))
    await expectAtRest(alice)
    const line = messageWith(alice, 'Option 20.')
    const before = await line.boundingBox()
    await write(carol, 'I prefer')
    await alice.getByText('Carol Member is typing').waitFor()
    await carol.keyboard.type(' the leaf')
    await carol.keyboard.press('Control+Enter')
    await messageWith(carol, 'I prefer the leaf').waitFor()
    await messageWith(carol, 'Option 40.').hover()
    await messageWith(carol, 'Option 40.').getByRole('button', { name: 'Thumbs up' }).click()
    await messageWith(carol, 'Option 40.').getByRole('button', { name: '+1, 1' }).waitFor()
    // Events arrive in order: once this later one is on screen, the reaction is, too.
    await alice.getByText('is typing').waitFor({ state: 'detached' })
    await world.carol.api.setTypingStatus({
      op: 'start',
      type: 'channel',
      stream_id: channelId,
      topic: 'logo',
    })
    await alice.getByText('Carol Member is typing').waitFor()
    await frames(alice)
    expect(await line.boundingBox()).toEqual(before)
    await alice.getByRole('feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight))
    await messageWith(alice, 'Option 40.').getByRole('button', { name: '+1, 1' }).waitFor()
    await messageWith(carol, 'I prefer the leaf').focus()
    await carol.keyboard.press('e')
    await carol.getByLabel('Edit message').fill('I prefer the fruit')
    await carol.keyboard.press('Control+Enter')
    await messageWith(alice, 'I prefer the fruit').getByText('edited').waitFor()
    await expectAccessible(carol)
  })

  it('counts a mention everywhere until it is read on another device', async () => {
    const { world, channelId, carol } = await twoInOneTopic(withWorker)
    await recordNotifications(carol.context())
    await workerIsReady(carol)
    /** Only later messages notify, not existing ones. */
    const openLive = async (path: string) => {
      const live = carol.waitForRequest(/\/json\/events/)
      await carol.goto(world.url + path)
      await live
    }
    await openLive('/recent')
    await carol.getByRole('main').waitFor()
    const icon = () => carol.locator('link[rel=icon]').getAttribute('href')
    expect(await icon()).toBe('/assets/mark.svg')
    const mention = (content: string) =>
      world.alice.api.sendMessage({ type: 'channel', to: channelId, topic: 'dark one', content })
    const { id } = await mention('@**Carol Member** can you look?')
    const mentions = carol.getByRole('treeitem', { name: /^Mentions/ })
    await expect.poll(() => mentions.textContent()).toContain('1')
    await expect.poll(() => carol.title()).toMatch(/^\(1\) /)
    await expect.poll(icon).toMatch(/^data:image\/svg/)
    const shown = {
      title: 'Alice Owner (#design › dark one)',
      body: '@Carol Member can you look?',
      tag: `topic:${channelId}:dark one`,
      actions: ['Open', 'Mark as read'],
    }
    await expect.poll(() => shownNotifications(carol)).toEqual([shown])
    expect((await notificationRecord(carol)).badges.at(-1)).toBe(1)
    await world.carol.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' })
    await expect.poll(() => mentions.textContent()).not.toContain('1')
    await expect.poll(() => carol.title()).not.toMatch(/^\(/)
    await expect.poll(icon).toBe('/assets/mark.svg')
    await expect.poll(async () => (await notificationRecord(carol)).badges.at(-1)).toBe(0)
    await expect.poll(() => shownNotifications(carol)).toEqual([])

    // With do not disturb, the mention is only counted.
    await openLive('/settings/notifications')
    await carol.getByRole('button', { name: '30 minutes' }).click()
    await mention('@**Carol Member** and here?')
    await expect.poll(() => carol.title()).toMatch(/^\(1\) /)
    await expectNotifyingDone(carol)
    expect(await notificationRecord(carol)).toMatchObject({ shows: 0, notes: 0 })
    await carol.getByRole('button', { name: 'Turn off' }).click()
    for (const n of [2, 3, 4]) await mention(`@**Carol Member** number ${n}`)
    await expect.poll(() => shownNotifications(carol)).toEqual([{ ...shown, body: '3 messages' }])
    expect(await notificationRecord(carol), 'one sound for what comes together').toMatchObject({
      shows: 3,
      notes: 2,
    })
    await expectAccessible(carol)
  })

  it('shows the same result to all when many vote at once', async () => {
    const { alice, carol } = await twoInOneTopic()
    await send(alice, '/poll Lunch?\nSoup\nPizza')
    const polls = [alice, carol].map((page) => page.getByRole('group', { name: 'Lunch?' }))
    for (const poll of polls) await poll.waitFor()
    await Promise.all([polls[0]?.getByText('Soup').click(), polls[1]?.getByText('Soup').click()])
    for (const poll of polls)
      await poll.getByText(/Alice Owner, Carol Member|Carol Member, Alice Owner/).waitFor()
    await expectAccessible(alice)
  })
})
