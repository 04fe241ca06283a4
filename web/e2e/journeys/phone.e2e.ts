import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, withWorker, workerIsReady } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'
import { shownNotifications, tapNotification } from '../kit/notifying.ts'
import { expectSettled, frames, lines, sendAll } from '../kit/reading.ts'
import { createFinger, isInSight, phone } from '../kit/touch.ts'

/** The keyboard covers the lower part of the screen, and the page is resized to the rest. */
const raiseKeyboard = (page: Page) => page.setViewportSize({ width: 360, height: 360 })

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

describe('On a phone', () => {
  it('two taps lead from a notification to the reply, and the keyboard covers nothing important', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const place = { channelId, topic: 'logo' }
    await sendAll(carol, place, lines(40))
    await alice.api.markChannelAsRead({ stream_id: channelId })
    const page = await openApp(world, alice, '/inbox', {
      ...phone,
      ...withWorker,
      permissions: ['notifications'],
    })
    await workerIsReady(page)
    const [id = 0] = await sendAll(carol, place, ['@**Alice Owner** which one?'])
    const titles = async () => (await shownNotifications(page)).map(({ title }) => title)
    await expect.poll(titles).toEqual([expect.stringContaining('Carol Member')])

    // First tap.
    await tapNotification(page)
    const question = messageWith(page, 'which one?')
    await question.waitFor()
    await expect.poll(() => pathOf(page)).toContain(`at=${id}`)
    await expect.poll(titles).toEqual([])
    // Second tap.
    await page.getByRole('button', { name: /^Message #design/ }).tap()
    await expect.poll(() => composeField(page).evaluate((one) => one === document.activeElement)).toBe(true)

    await raiseKeyboard(page)
    const send = page.getByRole('button', { name: 'Send', exact: true })
    for (const what of [question, composeField(page), send])
      await expect.poll(() => isInSight(what)).toBe(true)
    await page.keyboard.type('The second.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('It has a leaf.')
    expect(await composeField(page).inputValue()).toBe('The second.\nIt has a leaf.')
    for (const what of [question, composeField(page), send])
      await expect.poll(() => isInSight(what)).toBe(true)
    await send.tap()
    const answer = messageWith(page, 'It has a leaf.')
    await expect.poll(() => answer.getAttribute('data-message')).not.toBeNull()
    for (const what of [answer, composeField(page), send]) await expect.poll(() => isInSight(what)).toBe(true)
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages.at(-1)).toMatchObject({ stream_id: channelId, subject: 'logo', sender_id: alice.id })
    await expectAccessible(page)
  })

  it('tabs reach all views, and Back returns to the position in the list', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    for (let n = 10; n < 40; n++) await sendAll(carol, { channelId, topic: `topic ${n}` }, [`About ${n}.`])
    await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'Which leaf?' })
    const page = await openApp(world, alice, '/inbox', phone)
    const tabs = page.getByRole('navigation', { name: 'Navigation' })
    const list = page.getByRole('grid', { name: 'Inbox' })
    await list.waitFor()

    await tabs.getByRole('button', { name: 'Channels' }).tap()
    const channels = page.getByRole('navigation', { name: 'Views and channels' })
    await channels.waitFor()
    await settledHistory(page)
    await page.goBack()
    await channels.waitFor({ state: 'hidden' })
    expect(pathOf(page)).toBe('/inbox')
    await tabs.getByRole('button', { name: 'You' }).tap()
    const you = page.getByRole('dialog', { name: 'You' })
    await you.getByRole('link', { name: 'Settings' }).waitFor()
    await settledHistory(page)
    await page.goBack()
    await you.waitFor({ state: 'hidden' })
    expect(pathOf(page)).toBe('/inbox')
    // The chosen view replaces the sheet in the history: one step leads back.
    await tabs.getByRole('button', { name: 'You' }).tap()
    await settledHistory(page)
    await you.getByRole('link', { name: 'Settings' }).tap()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'hidden' })
    expect(pathOf(page)).toBe('/inbox')
    await page.getByRole('button', { name: 'Go anywhere' }).tap()
    const switcher = page.getByRole('dialog', { name: /Go/ })
    await switcher.waitFor()
    await settledHistory(page)
    await page.goBack()
    await switcher.waitFor({ state: 'hidden' })
    await tabs.getByRole('link', { name: 'Direct' }).tap()
    await expect.poll(() => pathOf(page)).toBe('/dms')
    const conversation = page.getByRole('grid', { name: 'Direct messages' }).getByRole('row')
    await conversation.filter({ hasText: 'Carol Member' }).filter({ hasText: 'Which leaf?' }).waitFor()
    await expectAccessible(page)
    await conversation.getByRole('link', { name: /Carol Member/ }).tap()
    await messageWith(page, 'Which leaf?').waitFor()
    expect(pathOf(page)).toContain(`/dm/${carol.id}`)
    await page.goBack()
    await conversation.first().waitFor()
    await tabs.getByRole('link', { name: 'Search' }).tap()
    await page.getByRole('combobox', { name: 'Search messages' }).waitFor()
    await tabs.getByRole('link', { name: 'Inbox' }).tap()

    await list.evaluate((one) => one.scrollTo(0, 700))
    await expect.poll(() => list.evaluate((one) => one.scrollTop)).toBe(700)
    const row = list.getByRole('link', { name: /topic 2[0-9]/ })
    const shown = await row.evaluateAll((all) =>
      all.findIndex((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top > 150 && bottom < 500
      }),
    )
    await row.nth(shown).tap()
    await expectSettled(page)
    expect(await tabs.count()).toBe(0)
    await page.getByRole('button', { name: 'Back' }).tap()
    await list.waitFor()
    await expect.poll(() => list.evaluate((one) => one.scrollTop)).toBe(700)
    await expectAccessible(page)
  })

  it('all message actions work by touch, and Back closes overlays', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(carol, { channelId, topic: 'logo' }, lines(30))
    await alice.api.markChannelAsRead({ stream_id: channelId })
    const { id } = await alice.api.sendMessage({
      type: 'channel',
      to: channelId,
      topic: 'logo',
      content: 'I like the leaf',
    })
    await alice.api.updateMessage({ message_id: id, content: 'I like the fruit' })
    await sendAll(carol, { channelId, topic: 'logo' }, ['And the last of all'])
    const page = await openApp(world, alice, '/inbox', phone)
    await page.getByRole('link', { name: /logo/ }).first().tap()
    await expectSettled(page)
    const here = pathOf(page)
    const touch = await createFinger(page)
    const sheet = page.getByRole('dialog', { name: 'Message actions' })
    const closeByBack = async (what: Box) => {
      await settledHistory(page)
      await page.goBack()
      await what.waitFor({ state: 'hidden' })
      // The focus returns a moment later. A menu that opens before that would lose it and close.
      await frames(page, 5)
    }

    const theirs = messageWith(page, 'And the last of all')
    await touch.hold(theirs, sheet)
    const ofTheirs = [
      'Reply',
      'Reply to Carol Member only',
      'Quote',
      'Branch to topic',
      'Forward',
      'Move or rename topic',
      'Star',
      'Mark as unread from here',
      'Copy link',
      'Copy text',
      'Copy source',
      'Collapse',
      'Read receipts',
      "View Carol Member's profile",
      'Follow topic',
      'Mute topic',
      'Mark topic as resolved',
      'Delete',
    ]
    await expectAll(sheet, ofTheirs)
    await expectLarge(page)
    await closeByBack(sheet)
    expect(pathOf(page)).toBe(here)

    await touch.hold(messageWith(page, 'I like the fruit'), sheet)
    await expectAll(sheet, ['Reply', 'Edit', 'Edit history', 'Delete'])
    // Back closes only the topmost of two overlays.
    await sheet.getByRole('button', { name: 'Edit history' }).tap()
    const history = page.getByRole('dialog', { name: 'Edit history' })
    await history.getByText('leaf').first().waitFor()
    await closeByBack(history)
    expect(pathOf(page)).toBe(here)

    await touch.hold(theirs, sheet)
    const six = sheet.getByRole('toolbar', { name: 'React' }).getByRole('button')
    expect(await six.count()).toBe(7)
    await six.first().tap()
    await sheet.waitFor({ state: 'hidden' })
    await theirs.getByRole('button', { name: /\+1, 1/ }).waitFor()
    await touch.hold(theirs, sheet)
    await sheet.getByRole('button', { name: 'More reactions' }).tap()
    await sheet.getByRole('grid').getByRole('gridcell').first().waitFor()
    await closeByBack(sheet)

    const menu = page.getByRole('menu')
    await page.getByRole('button', { name: 'Topic logo' }).tap()
    await expectAll(menu, [
      'Mark as read',
      'Follow',
      'Mute',
      'Mark as resolved',
      'Rename or move',
      'Copy link',
      'Files',
      'People',
      'Delete topic',
    ])
    await closeByBack(menu)
    expect(pathOf(page)).toBe(here)
    await theirs.getByRole('button', { name: "View Carol Member's profile" }).tap()
    const card = page.getByRole('dialog', { name: 'Carol Member' })
    await card.waitFor()
    expect(await isInSight(card)).toBe(true)
    await closeByBack(card)

    await touch.swipe(theirs, 120)
    await touch.swipe(theirs, -30)
    expect(await composeField(page).count()).toBe(0)
    await touch.swipe(theirs, -120)
    await expect.poll(() => composeField(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Close and save draft' }).tap()
    // The history has no entries of closed overlays.
    await settledHistory(page)
    await page.goBack()
    await expect.poll(() => pathOf(page)).toBe('/inbox')

    await page.goto(`${world.url}/settings/preferences`)
    await page.getByRole('switch', { name: 'Swipe to reply' }).tap()
    await page.goto(`${world.url}${here}`)
    await expectSettled(page)
    await touch.swipe(theirs, -120)
    await frames(page)
    expect(await composeField(page).count()).toBe(0)
    await expectAccessible(page)
  })
})

type Box = ReturnType<Page['locator']>

/** Each exists, and can be scrolled into view. */
async function expectAll(where: Box, names: readonly string[]): Promise<void> {
  await where.waitFor()
  for (const name of names) {
    const one = where.locator('button, [role=menuitem]').filter({ hasText: name }).first()
    await one.scrollIntoViewIfNeeded().catch(() => {
      throw new Error(`“${name}” is not there.`)
    })
    expect(await isInSight(one), name).toBe(true)
  }
}

/** Touch targets in the sheet are large enough. */
async function expectLarge(page: Page): Promise<void> {
  const small = await page.getByRole('dialog').evaluate((sheet) =>
    [...sheet.querySelectorAll('button')].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width < 44 || height < 44 ? [one.textContent ?? ''] : []
    }),
  )
  expect(small).toEqual([])
}

/** The open overlay has an entry in the history. */
const settledHistory = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => history.state?.layers > 0 || document.querySelector('[role=dialog], [role=menu]') === null,
  )
