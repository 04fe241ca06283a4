import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAll, ownerCredentials, postgresPids, startServerProcess } from '@loquat/devkit/server-process'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, openBrowser } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send, write } from '../kit/content.ts'
import { createCrowd } from '../kit/crowd.ts'
import { passTime, sendAll, unreadOf } from '../kit/reading.ts'
import { visit } from '../kit/screens.ts'
import { switcherField } from '../kit/switcher.ts'

/** Delays the code of dialogs and search. Returns a function to release it. */
async function holdLateCode(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/(FeedScreen|FloatingCompose|Switcher)-[^/]*\.js/, async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  return async () => {
    isHeld = false
    for (const route of held.splice(0)) await route.continue()
  }
}

describe('Composing', () => {
  it('opens over the current view without marking as read, and all typed keys reach the text', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.', 'The fruit.'])
    await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'Have you seen it?' })
    const unread = await unreadOf(carol)
    const page = await openApp(world, carol, '/inbox', { hasClock: true })
    await page.getByRole('grid').getByText('logo').waitFor()
    const box = page.getByRole('region', { name: 'Compose' })
    const press = (name: string | RegExp) => box.getByRole('button', { name, exact: true }).click()
    for (const path of ['/recent', '/inbox']) {
      await visit(page, path)
      for (const open of ['c', 'x', 'button']) {
        if (open === 'button') await page.getByRole('button', { name: 'New message' }).click()
        else await page.keyboard.press(open)
        await box.waitFor()
        expect(new URL(page.url()).pathname).toBe(path)
        await page.keyboard.press('Escape')
        await box.waitFor({ state: 'detached' })
      }
    }
    await passTime(page)
    expect(await unreadOf(carol)).toEqual(unread)

    await page.keyboard.press('c')
    await page.keyboard.type('desi')
    await page.getByRole('option', { name: 'design' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('new mark')
    await page.keyboard.press('Tab')
    const field = composeField(page)
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    let count = 0
    /** Types letters that are shortcuts outside of text fields. */
    const expectTyped = async (after: string) => {
      // Each word begins with keys that would navigate.
      const word = `nac${count++}x`
      await page.keyboard.type(`${word} `)
      await expect.poll(() => field.inputValue(), { message: after }).toContain(word)
    }
    await expectTyped('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Should Enter send messages?').waitFor()
    await expectAccessible(page)
    await press('Enter adds a new line')
    await expectTyped('Enter adds a new line')
    for (const name of [
      'Bold',
      'Italic',
      'Strikethrough',
      'Link',
      'Code',
      'Quote',
      'Bulleted list',
      'Numbered list',
      'Expand',
      'Collapse',
      'Preview',
      'Ctrl ↵',
      '↵',
    ]) {
      await press(name)
      await expectTyped(name)
    }
    const fromMenu = async (menu: string, item: string) => {
      await press(menu)
      await page.getByRole('menuitem', { name: item }).click()
    }
    /** The text has the focus before any key can follow. */
    const fromMenuToText = async (menu: string, item: string) => {
      await press(menu)
      const focused = await page.getByRole('menuitem', { name: item }).evaluate(async (one: HTMLElement) => {
        one.click()
        // Keys and timers come only after these.
        for (let microtask = 0; microtask < 20; microtask++) await null
        return document.activeElement?.tagName
      })
      expect(focused, item).toBe('TEXTAREA')
    }
    for (const item of ['Spoiler', 'Math', 'Table']) {
      await fromMenuToText('More formatting', item)
      await expectTyped(item)
    }
    const dialog = page.getByRole('dialog')
    await fromMenu('More formatting', 'Time')
    await dialog.getByRole('button', { name: 'Add to message' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectTyped('Time')
    expect(await field.inputValue()).toMatch(/<time:[^>]+> nac/)
    await press('Emoji')
    await page.getByLabel('Search emoji').fill('tada')
    await page.getByRole('gridcell', { name: 'tada', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await expectTyped('Emoji')
    const chooser = page.waitForEvent('filechooser')
    await press('Attach files')
    await (await chooser).setFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A plan'),
    })
    await expectTyped('Attach files')
    await press('Insert at cursor')
    await expectTyped('Insert at cursor')
    for (const item of ['Snippets', 'Custom time…']) {
      await fromMenu('Send options', item)
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expectTyped(item)
    }
    await fromMenuToText('Send options', 'Save draft and start a new message')
    await expectTyped('Save draft and start a new message')
    await fromMenuToText('Send options', 'Discard draft')
    await expect.poll(() => field.inputValue()).toBe('')
    await expectTyped('Discard draft')
    await fromMenuToText('Send options', 'Discard draft')
    await expect.poll(() => field.inputValue()).toBe('')
    await fromMenu('More formatting', 'Poll')
    await expect.poll(() => dialog.locator('input:focus').count()).toBe(1)
    // Enter goes from field to field, and leaves the form from an empty one.
    for (const line of ['Which one?', 'The leaf', 'The fruit']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('/poll Which one?\nThe leaf\nThe fruit')
    expect(new URL(page.url()).pathname).toBe('/inbox')
    expect(await unreadOf(carol)).toEqual(unread)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/new%20mark/)
    await page.locator('[data-message]').getByText('Which one?').waitFor()

    // A canceled forward is not in the next message.
    await page.keyboard.press('Escape')
    await messageWith(page, 'Which one?').focus()
    await page.keyboard.press('Control+s')
    await page.getByRole('treeitem', { name: 'Starred 1 message', exact: true }).waitFor()
    await page.keyboard.press('<')
    await expect.poll(() => field.inputValue()).toContain('quote')
    await box.getByRole('button', { name: 'Close and save draft' }).click()
    // Nor is it a draft, unlike the text from before.
    await visit(page, '/drafts')
    await page.getByRole('main').getByText('nac0x').first().waitFor()
    expect(await page.getByRole('main').getByText('Which one?').count()).toBe(0)
    await visit(page, '/inbox')
    await page.keyboard.press('c')
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('loses no key while a dialog is loading', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const page = await openApp(world, world.carol, '/inbox')
    const fields = {
      'Control+k': switcherField(page),
      x: page.getByRole('combobox', { name: 'People' }),
      '/': page.getByRole('combobox', { name: 'Search messages' }),
    }
    for (const [keys, field] of Object.entries(fields)) {
      const release = await holdLateCode(page)
      await page.reload()
      await page.getByRole('grid').getByText('logo').waitFor()
      await page.keyboard.press(keys)
      await page.keyboard.type('nal')
      await release()
      await expect.poll(() => field.inputValue(), { message: keys }).toBe('nal')
      await page.keyboard.type('i')
      await expect.poll(() => field.inputValue(), { message: keys }).toBe('nali')
      await page.unrouteAll()
      await page.goto(`${world.url}/inbox`)
    }
  })

  it('warns about a mentioned user who is not subscribed, and can subscribe them', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    const dave = await openApp(world, world.dave, '/mentions')
    await write(carol, '@dave')
    await carol.getByRole('option', { name: /Dave Member/ }).waitFor()
    await carol.keyboard.press('Enter')
    await carol.getByText("Dave Member isn't in #design and won't be notified.").waitFor()
    await expectAccessible(carol)
    await carol.getByRole('region', { name: 'Compose' }).getByRole('button', { name: 'Subscribe' }).click()
    await carol.getByText("Dave Member isn't in #design").waitFor({ state: 'detached' })
    await composeField(carol).focus()
    await carol.keyboard.type('can you look?')
    await carol.keyboard.press('Control+Enter')
    await messageWith(dave, 'can you look?').waitFor()
    await expectAccessible(dave)
  })

  it('asks before notifying many people, and explains if that is not allowed', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'news', [world.alice, world.carol])
    await world.alice.api.subscribe({
      subscriptions: [{ name: 'news' }],
      principals: await createCrowd(world, 212),
    })
    const path = `/c/${channelId}/t/canteen`
    const alice = await openApp(world, world.alice, path)
    await send(alice, '@**all** soup is ready')
    const question = alice.getByRole('dialog', { name: 'Notify 214 people?' })
    await question.waitFor()
    await alice.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await composeField(alice).inputValue()).toBe('@**all** soup is ready')
    await composeField(alice).focus()
    await alice.keyboard.press('Control+Enter')
    await question.getByRole('button', { name: 'Send' }).click()
    await messageWith(alice, 'soup is ready').waitFor()

    const carol = await openApp(world, world.carol, path)
    await messageWith(carol, 'soup is ready').waitFor()
    await write(carol, '@**all** me too')
    const button = carol.getByRole('button', { name: 'Send', exact: true })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await button.focus()
    await carol.getByRole('tooltip', { name: "You can't notify this many people." }).waitFor()
    await composeField(carol).focus()
    await carol.keyboard.press('Control+Enter')
    expect(await composeField(carol).inputValue()).toBe('@**all** me too')
    await expectAccessible(carol)
  })

  it('explains above the text why sending is not allowed, as soon as that changes', async () => {
    const world = await createAppWorld()
    const { alice, carol, dave } = world
    const page = await openApp(world, carol, `/dm/${dave.id}`)
    await page.getByText('This is the start of your conversation').waitFor()
    await write(page, 'Are you there?')
    const box = page.locator('[data-region="compose"]')
    await alice.api.deactivateUser({ user_id: dave.id })
    await box.getByText('This account is deactivated.').waitFor()
    await page.keyboard.press('Control+Enter')
    expect(await composeField(page).inputValue()).toBe('Are you there?')
    await expectAccessible(page)
    await alice.api.reactivateUser({ user_id: dave.id })
    await box.getByText('This account is deactivated.').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Enter')
    await messageWith(page, 'Are you there?').waitFor()
    await expectAccessible(page)
  })

  it('sends everything once when the server crashes, and continues', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-killed-'))
    let server = await startServerProcess(dataDir, { env: { LOQUAT_WEB_APP: 'on' } })
    onTestFinished(async () => {
      await server.stop()
      killAll(await postgresPids(dataDir))
      await rm(dataDir, { recursive: true, force: true })
    })
    const { url, port } = server
    // A service worker would hide requests from the test.
    const page = await openBrowser({ serviceWorkers: 'block' })
    await page.goto(`${url}/login?next=/dm/me`)
    await page.getByLabel('Email').fill(ownerCredentials.email)
    await page.getByLabel('Password').fill(ownerCredentials.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('main').waitFor()
    await send(page, 'Before it.')
    await page.locator('[data-message]').filter({ hasText: 'Before it.' }).waitFor()

    let registered = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/json/register') registered++
    })
    let isAlive = true
    const died = new Promise<void>((resolve, reject) => {
      void page.route('**/json/messages', async (route) => {
        if (!isAlive || route.request().method() !== 'POST') return await route.continue()
        isAlive = false
        // The request arrives, but the response is lost.
        await route.fetch().catch(reject)
        await server.kill()
        await route.abort('connectionreset')
        resolve()
      })
    })
    await send(page, 'In the middle of it.')
    await died
    await send(page, 'While it is away.')
    await messageWith(page, 'While it is away.').waitFor()
    server = await startServerProcess(dataDir, { port, env: { LOQUAT_WEB_APP: 'on' } })
    await page.locator('[data-message]').filter({ hasText: 'While it is away.' }).waitFor()
    await page.locator('[data-message]').filter({ hasText: 'In the middle of it.' }).waitFor()
    expect(registered).toBe(0)
    await page.reload()
    await messageWith(page, 'While it is away.').waitFor()
    const texts = await page.locator('[data-message] p').allInnerTexts()
    expect(texts).toEqual(['Before it.', 'In the middle of it.', 'While it is away.'])
    await expectAccessible(page)
  })
})
