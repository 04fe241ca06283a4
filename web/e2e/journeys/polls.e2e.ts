import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, write } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'

describe('Polls and to-do lists', () => {
  it('are created with a form, and everyone in the topic can check off tasks', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const place = `/c/${channelId}/t/market`
    const page = await openApp(world, carol, place)
    await write(page, '')
    await page.getByRole('button', { name: 'More formatting' }).click()
    await page.getByRole('menuitem', { name: 'To-do list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a to-do list' })
    await dialog.waitFor()
    await page.keyboard.type('Before the market')
    await dialog.getByLabel('Task 1').fill('Pick the fruit')
    await dialog.getByLabel('Task 2').fill('Wash the crates')
    // There is always one more field; empty ones are ignored.
    await dialog.getByLabel('Task 3').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => composeField(page).inputValue())
      .toBe('/todo Before the market\nPick the fruit\nWash the crates')
    await page.keyboard.press('Control+Enter')
    const other = await openApp(world, alice, place)
    const list = (one: Page) => one.getByRole('group', { name: 'Before the market' })
    await list(other).getByRole('checkbox', { name: 'Wash the crates' }).click()
    const done = list(page).getByRole('checkbox', { checked: true })
    await expect.poll(() => done.count()).toBe(1)
    await list(page).getByLabel('Add a task').fill('Print the prices')
    await page.keyboard.press('Enter')
    await list(other).getByRole('checkbox', { name: 'Print the prices' }).waitFor()
    await expectAccessible(other)
  })

  it('converge when many change them at once', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const place = { channelId, topic: 'picnic' }
    await sendAll(world.alice, place, ['/poll Drinks?\nTea\nJuice'])
    await sendAll(world.alice, place, ['/todo Picnic\nBread: two loaves\nCheese'])
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
})
