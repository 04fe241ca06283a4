import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send } from '../kit/content.ts'
import { expectSettled, frames, sendAll } from '../kit/reading.ts'
import { switcherField } from '../kit/switcher.ts'

describe('An open channel', () => {
  it('stays listed with a way to rejoin when the reader is removed, until they leave the view', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await messageWith(page, 'The leaf.').waitFor()
    const tree = page.getByRole('tree')
    const row = tree.getByRole('treeitem', { name: /^design/ })
    const note = tree.getByRole('treeitem', { name: /You were unsubscribed/ })
    const takeOut = () => alice.api.unsubscribe({ subscriptions: ['design'], principals: [carol.id] })
    const isStruck = () =>
      row.locator('span[dir]').evaluate((name) => getComputedStyle(name).textDecorationLine)
    await row.waitFor()
    expect(await note.count()).toBe(0)

    await takeOut()
    await note.waitFor()
    expect(await note.innerText()).toBe('You were unsubscribed · Undo')
    expect(await isStruck()).toBe('line-through')
    await tree.getByRole('treeitem', { name: 'logo' }).waitFor()
    await messageWith(page, 'The leaf.').waitFor()
    await expectAccessible(page)
    await note.click()
    await note.waitFor({ state: 'detached' })
    expect(await isStruck()).toBe('none')
    expect((await carol.api.getSubscriptions()).subscriptions.map(({ name }) => name)).toContain('design')

    await takeOut()
    await note.waitFor()
    await tree.getByRole('treeitem', { name: 'Inbox' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await note.count()).toBe(0)

    // Leaving on purpose removes the channel immediately, with a toast to undo it.
    await carol.api.subscribe({ subscriptions: [{ name: 'design' }] })
    await row.click()
    await page.waitForURL(/\/t\/logo/)
    await row.click()
    await page.getByRole('main').getByRole('button', { name: 'Channel design' }).click()
    await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
    await page.getByText('You unsubscribed from design.').first().waitFor()
    await row.waitFor({ state: 'detached' })
    expect(await note.count()).toBe(0)
    await expectAccessible(page)
  })

  it('offers no way to rejoin when it is no longer visible, and loses its name', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    await alice.api.subscribe({
      subscriptions: [{ name: 'salaries' }],
      principals: [alice.id, carol.id],
      invite_only: true,
    })
    const { stream_id: channelId } = await alice.api.getChannelId({ stream: 'salaries' })
    await sendAll(alice, { channelId, topic: 'raise' }, ['Not yet.'])
    const page = await openApp(world, carol, `/c/${channelId}/t/raise`)
    await messageWith(page, 'Not yet.').waitFor()
    await alice.api.unsubscribe({ subscriptions: ['salaries'], principals: [carol.id] })
    const note = page.getByRole('treeitem', { name: /You were unsubscribed/ })
    await note.waitFor()
    expect(await note.innerText()).toBe('You were unsubscribed')
    await page.getByText('You no longer have access').waitFor()
    await expectAccessible(page)

    await page.goto(`${world.url}/c/${channelId}`)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await heading.waitFor()
    expect(await heading.innerText()).toBe('Unknown channel')
    await expect.poll(() => page.title()).toMatch(/^Unknown channel · /)
    expect(await page.getByRole('treeitem', { name: /salaries|unsubscribed/ }).count()).toBe(0)
    await expectAccessible(page)
  })

  it('is marked as archived everywhere', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await messageWith(page, 'The leaf.').waitFor()
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    expect(await heading.innerText()).not.toContain('archived')
    await alice.api.archiveChannel({ stream_id: channelId })
    await heading.getByRole('link', { name: 'design archived' }).waitFor()
    await expectAccessible(page)

    await page.goto(`${world.url}/search?q=leaf`)
    await messageWith(page, 'The leaf.').waitFor()
    await page.getByRole('article', { name: 'design (archived) › logo' }).waitFor()
    await page.getByRole('link', { name: 'design archived' }).first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await switcherField(page).fill('design')
    await page.getByRole('option', { name: /^design archived/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto(`${world.url}/channels`)
    await page.getByRole('dialog').getByText('Archived', { exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'design archived' }).waitFor()
    await expectAccessible(page)
  })

  it('causes no rejected requests if it was archived while the app was closed', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const path = `/c/${channelId}/t/logo`
    // A service worker would hide requests from the test.
    const page = await openApp(world, carol, path, { serviceWorkers: 'block' })
    await messageWith(page, 'The leaf.').waitFor()
    await page.getByRole('treeitem', { name: 'logo' }).waitFor()
    const kept = () =>
      page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'loquat:snapshot'))
    await expect.poll(kept).toBe(true)
    await page.goto('about:blank')
    await alice.api.archiveChannel({ stream_id: channelId })

    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    let isCached = false
    const hold = async (route: Route) => {
      await page.getByRole('heading', { level: 1 }).getByText('design').waitFor()
      isCached = true
      // Requests that do not wait for the events would start now.
      await frames(page)
      await route.continue()
    }
    await page.route('**/json/events?**', hold, { times: 1 })
    await page.goto(`${world.url}${path}`)
    await page.getByRole('main').getByText('This channel is archived.').waitFor()
    await messageWith(page, 'The leaf.').waitFor()
    expect(isCached).toBe(true)
    expect(refused).toEqual([])
    await expectAccessible(page)
  })
})

describe('Message details', () => {
  it('show how many recipients have read it', async () => {
    const world = await createAppWorld()
    const { alice, carol, dave } = world
    await alice.api.updateRealm({ enable_read_receipts: true })
    const { channelId } = await createChannel(world, 'design', [alice, carol, dave])
    const [id = 0] = await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const { id: direct } = await alice.api.sendMessage({
      type: 'direct',
      to: [carol.id, dave.id],
      content: 'Just you.',
    })
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`)
    const receipts = async (text: string) => {
      await messageWith(page, text).focus()
      await page.keyboard.press('Shift+V')
      return page.getByRole('dialog', { name: 'Read receipts' })
    }
    await (await receipts('The leaf.')).getByText('No one has read this yet (0 of 2).').waitFor()
    await page.keyboard.press('Escape')
    await carol.api.updateMessageFlags({ messages: [id, direct], op: 'add', flag: 'read' })
    await (await receipts('The leaf.')).getByText('Read by 1 of 2.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto(`${world.url}/dm/${carol.id},${dave.id}`)
    await (await receipts('Just you.')).getByText('Read by 1 of 2.').waitFor()
    await expectAccessible(page)
  })

  it('show the time even if nothing else could be loaded', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    // A service worker would hide requests from the test.
    const page = await openApp(world, carol, '/inbox', { serviceWorkers: 'block' })
    await page.getByRole('treeitem', { name: /^design/ }).waitFor()
    await page.route('**/json/messages?**', (route) =>
      route.fulfill({ status: 500, json: { result: 'error', code: 'INTERNAL', msg: 'It broke.' } }),
    )
    await page.getByRole('treeitem', { name: /^design/ }).click()
    await page.getByRole('treeitem', { name: 'logo' }).click()
    await page.getByRole('alert').getByText('It broke.').waitFor()
    // The row may be there before its request is.
    const answered = Promise.withResolvers<void>()
    await page.route('**/json/messages', async (route) => {
      await answered.promise
      await route.continue()
    })
    await send(page, 'The fruit!')
    const own = page.locator('article[data-pending]').filter({ hasText: 'The fruit!' })
    await own.waitFor()
    answered.resolve()
    await own.waitFor({ state: 'detached' })
    const sent = page.locator('[data-message]').filter({ hasText: 'The fruit!' })
    await sent.waitFor()
    await sendAll(alice, { channelId, topic: 'logo' }, ['Both!'])
    await messageWith(page, 'Both!').waitFor()
    await page.getByRole('alert').getByText('It broke.').waitFor()
    await composeField(page).press('Escape')
    await expectAccessible(page)

    await page.unroute('**/json/messages?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await messageWith(page, 'The leaf.').waitFor()
    await expectSettled(page)
    expect(await sent.count()).toBe(1)
    expect(await page.locator('[data-message]').allInnerTexts()).toHaveLength(3)
    await expectAccessible(page)
  })
})
