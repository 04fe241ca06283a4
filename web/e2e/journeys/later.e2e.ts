import { sendDueReminders } from '@loquat/server/features/conversation/later/remind.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith, write } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { createFinger, phone } from '../kit/touch.ts'

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Remind me' })

describe('Later', () => {
  it('saves messages, reminds of them with a note, snoozes and completes them', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [carol, alice])
    await sendAll(alice, { channelId, topic: 'picnic' }, ['Who brings plums?', 'And plates?'])
    const page = await openApp(world, carol, `/c/${channelId}/t/picnic`)
    await messageWith(page, 'And plates?').waitFor()

    // By key.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('h')
    await messageWith(page, 'And plates?').getByLabel('Saved for later.').waitFor()
    // By menu, in 20 minutes, with a note.
    await messageWith(page, 'Who brings plums?').hover()
    await messageWith(page, 'Who brings plums?').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remind me…' }).click()
    await dialog(page).getByText('Who brings plums?').waitFor()
    await expectAccessible(page)
    await dialog(page).getByLabel('When').fill('2020-01-01T10:00')
    await dialog(page).getByText('Choose a time in the future.').first().waitFor()
    await dialog(page).getByRole('button', { name: 'In 20 minutes' }).click()
    await dialog(page).getByLabel('Note').fill('Ask at the market')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    // In the compose box. Without a time, the dialog asks for it.
    const drafts = async () => (await carol.api.getDrafts()).drafts.length
    await write(page, '/remind me to call Ana in 30 minutes')
    await expect.poll(drafts).toBe(1)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await carol.api.getLaterItems()).later_items.map(({ note }) => note))
      .toEqual(['', 'Ask at the market', 'call Ana'])
    await expect.poll(drafts).toBe(0)
    await write(page, '/remind me to water the plants')
    await page.keyboard.press('Control+Enter')
    expect(await dialog(page).getByLabel('What to remind you of').inputValue()).toBe('water the plants')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await write(page, '/remind me tomorrow at 9')
    await page.keyboard.press('Control+Enter')
    expect(await dialog(page).getByLabel('When').inputValue()).toContain('T09:00')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()

    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await row(page, 'Ask at the market')
      .getByText(/^Reminder on/)
      .waitFor()
    await row(page, 'Ask at the market').getByText('Who brings plums?').waitFor()
    await expectAccessible(page)

    // The reminder arrives as a direct message, and counts in the sidebar.
    world.clock.advance(21 * 60)
    await sendDueReminders(world.app)
    await row(page, 'Ask at the market')
      .getByText(/^Reminded on/)
      .waitFor()
    const view = page.getByRole('treeitem', { name: /^Later/ })
    await expect.poll(() => view.textContent()).toContain('1')
    await page.getByRole('treeitem', { name: /Notification Bot/ }).waitFor()

    await row(page, 'Ask at the market').getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'In 3 hours' }).click()
    await row(page, 'Ask at the market')
      .getByText(/^Reminder on/)
      .waitFor()
    await row(page, 'call Ana').getByRole('button', { name: 'Mark as done' }).click()
    await row(page, 'call Ana').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^Done/ }).click()
    await row(page, 'call Ana').getByRole('button', { name: 'Move back to In progress' }).waitFor()
    await page.getByRole('tab', { name: /^In progress/ }).click()
    await row(page, 'Ask at the market').getByRole('button', { name: 'Delete' }).click()
    // Not the button of an earlier toast.
    await page.getByText('Removed from Later.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 'Ask at the market').waitFor()

    // A click leads to the message.
    await row(page, 'Ask at the market').getByText('Who brings plums?').click()
    await messageWith(page, 'Who brings plums?').waitFor()
  })

  it('works by touch', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [carol, alice])
    await sendAll(alice, { channelId, topic: 'picnic' }, ['Who brings plums?'])
    const page = await openApp(world, carol, `/c/${channelId}/t/picnic`, phone)
    const finger = await createFinger(page)
    const sheet = page.getByRole('dialog', { name: 'Message actions' })
    await finger.hold(messageWith(page, 'Who brings plums?'), sheet)
    await sheet.getByRole('button', { name: 'Remind me…' }).tap()
    await dialog(page).getByRole('button', { name: 'Tomorrow morning' }).tap()
    await dialog(page).getByRole('button', { name: 'Save' }).tap()
    await dialog(page).waitFor({ state: 'detached' })
    const later = await openApp(world, carol, '/later', phone)
    await row(later, 'Who brings plums?').getByRole('button', { name: 'Mark as done' }).tap()
    await later.getByText('Nothing here.').waitFor()
    await expectAccessible(later)
  })
})
