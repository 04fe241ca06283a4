import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { lines, sendAll } from '../kit/reading.ts'
import { createFinger, phone } from '../kit/touch.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Pins and bookmarks of this conversation' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pins and bookmarks' })

describe('Pinned messages and bookmarks', () => {
  it('are shared with everyone in the channel: pinned by menu and key, opened, moved along and unpinned', async () => {
    const world = await createAppWorld()
    const { alice, carol, dave } = world
    const { channelId } = await createChannel(world, 'design', [carol, alice, dave])
    const place = { channelId, topic: 'picnic' }
    const [first = 0] = await sendAll(carol, place, ['The list: cake, plums', ...lines(40)])
    await sendAll(carol, { channelId, topic: 'budget' }, ['At most 100'])
    const path = `/c/${channelId}/t/picnic`
    const page = await openApp(world, carol, `${path}?at=${first}`)
    const other = await openApp(world, alice, path)
    await messageWith(page, 'The list').hover()
    await messageWith(page, 'The list').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Pin to topic' }).click()
    await messageWith(page, 'The list').getByLabel('Pinned').waitFor()

    // It appears for others at once, and leads to the message.
    await strip(other)
      .getByRole('button', { name: /^Pinned\s+Carol Member\s+The list/ })
      .click()
    await messageWith(other, 'The list').waitFor()

    // By key, from the topic of the budget to the whole channel.
    await page.goto(`${world.url}/c/${channelId}/t/budget`)
    await messageWith(page, 'At most 100').waitFor()
    expect(await strip(page).count()).toBe(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('b')
    await strip(page).getByText('At most 100').waitFor()
    await messageWith(page, 'At most 100').hover()
    await messageWith(page, 'At most 100').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Pin to channel' }).click()
    await strip(other).getByText('At most 100').waitFor()
    await strip(other).getByRole('button', { name: 'Show all 2 pinned messages' }).waitFor()

    // Bookmarks: bad input, a link and a file.
    await page.keyboard.press('Shift+B')
    await dialog(page).getByText('Pinned to the channel by Carol Member').waitFor()
    await dialog(page).getByLabel('Title').fill('Menu')
    await dialog(page).getByLabel('Link').fill('javascript:alert(1)')
    await dialog(page).getByRole('button', { name: 'Add a link' }).click()
    await dialog(page).getByRole('alert').getByText('Enter a web address').waitFor()
    await dialog(page).getByLabel('Link').fill('example.com/menu')
    await dialog(page).getByRole('button', { name: 'Add a link' }).click()
    await strip(other).getByRole('link', { name: 'Menu' }).waitFor()
    expect(await strip(other).getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe(
      'https://example.com/menu',
    )
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') })
    const file = strip(other).getByRole('link', { name: 'plan.txt' })
    await file.waitFor()
    const download = await other.context().request.get(`${world.url}${await file.getAttribute('href')}`)
    expect(await download.text()).toBe('the plan')
    await dialog(page).getByRole('button', { name: 'Move plan.txt up' }).click()
    await expect.poll(() => strip(other).getByRole('link').allTextContents()).toEqual(['plan.txt', 'Menu'])
    // Removed by mistake, it returns to its place.
    await dialog(page).getByRole('button', { name: 'Remove plan.txt' }).click()
    await expect.poll(() => strip(other).getByRole('link').allTextContents()).toEqual(['Menu'])
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => strip(other).getByRole('link').allTextContents()).toEqual(['plan.txt', 'Menu'])
    await strip(page).getByRole('button', { name: 'Pins and bookmarks' }).click()
    await dialog(page).waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expectAccessible(page)

    // A pin follows its message, and disappears with it.
    await carol.api.updateMessage({
      message_id: first,
      topic: 'party',
      send_notification_to_new_thread: false,
    })
    await strip(other).getByRole('button', { name: 'Show all 1 pinned messages' }).waitFor()
    await alice.api.deleteMessage({ message_id: first })
    await page.goto(`${world.url}/c/${channelId}/t/budget`)
    await strip(page).getByRole('button', { name: 'Show all 1 pinned messages' }).click()
    await dialog(page).getByRole('button', { name: 'Unpin message by Carol Member' }).click()
    await dialog(page).getByText('Nothing is pinned here yet.').waitFor()
    // The toast can be reached while the dialog is open.
    await page.getByRole('button', { name: 'Undo' }).last().focus()
    await page.keyboard.press('Enter')
    await strip(other).getByText('At most 100').waitFor()
    await dialog(page).waitFor()
  })

  it('work by touch in a direct conversation, and only for people with the permission', async () => {
    const world = await createAppWorld()
    const { carol, greta } = world
    const { id } = await carol.api.sendMessage({ type: 'direct', to: [greta.id], content: 'My new address' })
    const page = await openApp(world, carol, `/dm/${greta.id}`, phone)
    const finger = await createFinger(page)
    const sheet = page.getByRole('dialog', { name: 'Message actions' })
    await finger.hold(messageWith(page, 'My new address'), sheet)
    await sheet.getByRole('button', { name: 'Pin', exact: true }).tap()
    await strip(page).getByText('My new address').waitFor()
    await strip(page).getByRole('button', { name: 'Show all 1 pinned messages' }).tap()
    await page.getByRole('dialog', { name: 'Pinned messages' }).getByText('Pinned by Carol Member').waitFor()
    await expectAccessible(page)

    const guest = await openApp(world, greta, `/dm/${carol.id}`)
    await strip(guest).getByText('My new address').waitFor()
    await messageWith(guest, 'My new address').hover()
    await messageWith(guest, 'My new address').getByRole('button', { name: 'More actions' }).click()
    const unpin = guest.getByRole('menuitem', { name: 'Unpin' })
    expect(await unpin.getAttribute('title')).toBe("You don't have permission to pin messages here.")
    await guest.keyboard.press('Escape')
    await carol.api.unpinMessage({ message_id: id })
    await strip(guest).waitFor({ state: 'detached' })
  })
})
