import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAll, owner, postgresPids, startServerProcess } from '@loquat/devkit/server-process'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, openBrowser } from '../kit/app.ts'
import { composeField, makeChannel, messageWith, send, write } from '../kit/content.ts'
import { crowd } from '../kit/crowd.ts'
import { fill } from '../kit/reading.ts'

describe('writing', () => {
  it('warns of somebody who would not be told, and adds them', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    const dave = await openApp(world, world.dave, '/mentions')
    await write(carol, '@dave')
    await carol.getByRole('option', { name: /Dave Member/ }).waitFor()
    await carol.keyboard.press('Enter')
    await carol.getByText('Dave Member is not in #design and will not be told.').waitFor()
    await expectAccessible(carol)
    await carol.getByRole('region', { name: 'Compose' }).getByRole('button', { name: 'Subscribe' }).click()
    await carol.getByText('will not be told').waitFor({ state: 'detached' })
    await composeField(carol).focus()
    await carol.keyboard.type('can you look?')
    await carol.keyboard.press('Control+Enter')
    await messageWith(dave, 'can you look?').waitFor()
    await expectAccessible(dave)
  })

  it('asks before many are told, and says why somebody may not', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'news', [world.alice, world.carol])
    await world.alice.api.subscribe({
      subscriptions: [{ name: 'news' }],
      principals: await crowd(world, 212),
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
    await carol.getByRole('tooltip', { name: 'You are not allowed to notify so many people.' }).waitFor()
    await composeField(carol).focus()
    await carol.keyboard.press('Control+Enter')
    expect(await composeField(carol).inputValue()).toBe('@**all** me too')
    await expectAccessible(carol)
  })

  it('says above the text why nothing can be sent there, from the moment on that it is so', async () => {
    const world = await createAppWorld()
    const { alice, carol, dave } = world
    const page = await openApp(world, carol, `/dm/${dave.id}`)
    await page.getByText('This is the beginning of your conversation').waitFor()
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

  it('folds what many do to a poll and a list at once into the same for all', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
    const place = { channelId, topic: 'picnic' }
    await fill(world.alice, place, ['/poll Drinks?\nTea\nJuice'])
    await fill(world.alice, place, ['/todo Picnic\nBread: two loaves\nCheese'])
    const path = `/c/${channelId}/t/picnic`
    const pages = [await openApp(world, world.alice, path), await openApp(world, world.carol, path)]
    const poll = (page: Page) => page.getByRole('group', { name: 'Drinks?' })
    const list = (page: Page) => page.getByRole('group', { name: 'Picnic' })
    await Promise.all(pages.map((page) => list(page).waitFor()))
    await Promise.all(
      pages.map(async (page, n) => {
        await poll(page).getByRole('checkbox', { name: /^Tea/ }).click()
        await poll(page)
          .getByLabel('Add an option')
          .fill(n === 0 ? 'Coffee' : 'Water')
        await page.keyboard.press('Enter')
        await list(page)
          .getByLabel('Add a task')
          .fill(n === 0 ? 'Blanket' : 'Cups')
        await page.keyboard.press('Enter')
        await list(page)
          .getByRole('checkbox', { name: n === 0 ? /^Bread/ : /^Cheese/ })
          .click()
      }),
    )
    const words = async (page: Page) =>
      [await poll(page).innerText(), await list(page).innerText()].join('\n')
    const done = (page: Page) => list(page).getByRole('checkbox', { checked: true }).count()
    for (const page of pages) {
      for (const word of ['Coffee', 'Water']) await poll(page).getByText(word).waitFor()
      for (const word of ['Blanket', 'Cups']) await list(page).getByText(word).waitFor()
      await poll(page)
        .getByText(/Alice Owner, Carol Member|Carol Member, Alice Owner/)
        .waitFor()
      await expect.poll(() => done(page)).toBe(2)
    }
    const [alice, carol] = pages as [Page, Page]
    const shown = await words(alice)
    expect(await words(carol)).toBe(shown)
    await carol.reload()
    await list(carol).waitFor()
    expect(await words(carol)).toBe(shown)
    expect(await done(carol)).toBe(2)
    await expectAccessible(carol)
  })

  it('sends everything once when the server dies in the middle, and goes on where it was', async () => {
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
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Log in' }).click()
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
        // It has arrived, and nobody ever hears of it.
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
