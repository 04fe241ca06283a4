import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { phone } from '../kit/touch.ts'

const folder = (page: Page, name: string) =>
  page.getByRole('tree').getByRole('treeitem', { name: new RegExp(`^${name}\\b`), level: 1 })
const channel = (page: Page, name: string) =>
  page.getByRole('tree').getByRole('treeitem', { name: new RegExp(`^${name}\\b`), level: 2 })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Channel folders' })
const menuOf = (row: Locator) => row.locator('xpath=..').locator('button').last()

/** Folders and the channels below them, from top to bottom, from the first folder on. */
const shown = async (page: Page): Promise<string[]> => {
  const rows = await page
    .getByRole('tree')
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items
        .filter((item) => (item.getAttribute('aria-level') ?? '3') < '3')
        .map((item) => ({
          top: item.getBoundingClientRect().top,
          name: item.querySelector('[dir=auto]')?.textContent ?? item.textContent ?? '',
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ name }) => name),
    )
  return rows.slice(rows.indexOf('All direct messages') + 1)
}

describe('Channel folders', () => {
  it('group channels for everyone, and are ordered, collapsed and muted by each person', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const ids: Record<string, number> = {}
    for (const name of ['apples', 'budget', 'memes']) {
      ids[name] = (await createChannel(world, name, [alice, carol])).channelId
    }
    await alice.api.createChannelFolder({ name: 'Fun' })
    const page = await openApp(world, alice, '/inbox')
    const other = await openApp(world, carol, '/inbox')
    await channel(other, 'memes').waitFor()
    // Folders without channels are shown to people who can fill them.
    await folder(page, 'Fun').waitFor()
    expect(await folder(other, 'Fun').count()).toBe(0)

    // By pointer: dropped on a folder.
    await channel(page, 'memes').dragTo(folder(page, 'Fun'))
    await expect
      .poll(() => shown(other))
      .toEqual(['Fun', 'memes', 'Channels', 'apples', 'budget', 'general', 'Browse channels'])
    await page.getByText('#memes is now in Fun.').first().waitFor()

    // By the list of folders: bad input, and a second folder.
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await dialog(page).getByLabel('New folder').fill('fun')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByRole('alert').waitFor()
    await dialog(page).getByLabel('New folder').fill('Work')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByText('Work').waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Close' }).click()

    // By keyboard: a channel to the folder above, and a folder up.
    await channel(page, 'budget').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect
      .poll(() => shown(other))
      .toEqual(['Fun', 'memes', 'Work', 'budget', 'Channels', 'apples', 'general', 'Browse channels'])
    await folder(page, 'Work').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect
      .poll(() => shown(page))
      .toEqual(['Work', 'budget', 'Fun', 'memes', 'Channels', 'apples', 'general', 'Browse channels'])
    // The own order is nobody else's, until it becomes that of the organization.
    expect((await shown(other))[0]).toBe('Fun')
    await menuOf(folder(page, 'Work')).click()
    await page.getByRole('menuitem', { name: 'All folders' }).click()
    await dialog(page).getByRole('button', { name: 'Use this order for everyone' }).click()
    await expect.poll(async () => (await shown(other))[0]).toBe('Work')
    await dialog(page).getByRole('button', { name: 'Close' }).click()

    // Collapsed on one device, collapsed on the other; the unread messages of its channels are counted.
    const second = await openApp(world, carol, '/inbox')
    await folder(second, 'Fun').waitFor()
    await folder(other, 'Fun').focus()
    await other.keyboard.press('ArrowLeft')
    await channel(second, 'memes').waitFor({ state: 'detached' })
    await sendAll(alice, { channelId: ids.memes ?? 0, topic: 'cats' }, ['one', 'two'])
    await folder(second, 'Fun').getByText('2 unread messages in Fun').waitFor({ state: 'attached' })
    await expectAccessible(other)

    // Muting a folder mutes its channels, and can be undone.
    await menuOf(folder(other, 'Fun')).click()
    await other.getByRole('menuitem', { name: 'Mute its channels' }).click()
    await folder(second, 'Fun').getByText('2 unread messages in Fun').waitFor({ state: 'detached' })
    const isMuted = async () =>
      (await carol.api.getSubscriptions()).subscriptions.find(({ name }) => name === 'memes')?.is_muted
    expect(await isMuted()).toBe(true)
    await other.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(isMuted).toBe(false)

    // The current channel stays visible in a collapsed folder.
    await other.goto(`${world.url}/c/${ids.memes}/t/cats`)
    await messageWith(other, 'two').waitFor()
    await channel(other, 'memes').waitFor()

    // Carol does not administer this channel.
    await channel(other, 'apples').focus()
    await other.keyboard.press('Alt+ArrowUp')
    await other.getByText('Only administrators').first().waitFor()
  })

  it('work by touch on a phone', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'apples', [alice, carol])
    const page = await openApp(world, alice, `/c/${channelId}`, phone)
    await page.getByRole('main').getByRole('button', { name: 'Channel apples' }).tap()
    await page.getByRole('menuitem', { name: 'Move to folder' }).tap()
    const move = page.getByRole('dialog', { name: 'Move #apples to a folder' })
    await move.getByLabel('Folder', { exact: true }).selectOption({ label: 'New folder' })
    await move.getByLabel('Name').fill('Fruit')
    await expectAccessible(page)
    await move.getByRole('button', { name: 'Move' }).tap()
    await page.getByText('#apples is now in Fruit.').first().waitFor()
    await alice.api.createChannelFolder({ name: 'Tools' })
    const long = 'Everything'.repeat(6)
    await alice.api.createChannelFolder({ name: long })

    // Long names widen neither the empty inbox nor the list of channels.
    await alice.api.updateUserTopic({ stream_id: channelId, topic: long, visibility_policy: 3 })
    await page.goto(`${world.url}/inbox`)
    await page.getByText('Topics you follow').waitFor()
    expect(await page.evaluate(() => innerWidth)).toBe(phone.viewport.width)
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: 'Channels' }).tap()
    await folder(page, 'Fruit').waitFor()
    await expectAccessible(page)
    await menuOf(folder(page, long)).tap()
    await page.getByRole('menuitem', { name: 'Archive' }).tap()
    await folder(page, long).waitFor({ state: 'detached' })
    await folder(page, 'Fruit').tap()
    await channel(page, 'apples').waitFor({ state: 'detached' })
    await menuOf(folder(page, 'Tools')).tap()
    await page.getByRole('menuitem', { name: 'Move up' }).tap()
    await expect.poll(async () => (await shown(page)).slice(0, 2)).toEqual(['Tools', 'Fruit'])
    await menuOf(folder(page, 'Tools')).tap()
    await page.getByRole('menuitem', { name: 'Archive' }).tap()
    await folder(page, 'Tools').waitFor({ state: 'detached' })
    const { channel_folders, channel_folder_preferences } = await alice.api.getChannelFolders()
    expect(channel_folders.filter((one) => !one.is_archived).map(({ name }) => name)).toEqual(['Fruit'])
    expect(channel_folder_preferences.collapsed).toHaveLength(1)
  })
})
