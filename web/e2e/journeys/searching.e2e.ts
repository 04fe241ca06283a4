import { runJobs } from '@loquat/devkit'
import { collectSearchWords } from '@loquat/server/features/conversation/similar-words/jobs.ts'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { phone } from '../kit/touch.ts'

describe('A search', () => {
  it('shows similar words if there are no exact matches, offers them if there are few, and looks into files', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'harvest', [alice, carol])
    await sendAll(alice, { channelId, topic: 'notes' }, [
      'The strawberries are ripe.',
      'One strawberry was left.',
      'Die Straßenbeleuchtung ist aus.',
    ])
    const { url } = await alice.api.uploadFile({}, { files: [new File(['Quinces in October'], 'plan.txt')] })
    await sendAll(alice, { channelId, topic: 'plans' }, [`Please read [plan.txt](${url}).`])
    await runJobs(world)
    await collectSearchWords.run(world.app, {})
    const page = await openApp(world, carol, `/c/${channelId}/t/notes`)
    await messageWith(page, 'One strawberry').waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search messages' })
    await field.pressSequentially('strawbrery')
    await page.keyboard.press('Enter')
    await page.getByText('No exact matches. These messages have similar words.').waitFor()
    await messageWith(page, 'One strawberry').waitFor()
    expect(await page.locator('.highlight').allTextContents()).toContain('strawberry')
    await expectAccessible(page)

    await page.keyboard.press('/')
    await field.fill('beleuchtung')
    await page.keyboard.press('Enter')
    await messageWith(page, 'Straßenbeleuchtung').waitFor()
    await page.keyboard.press('/')
    await field.fill('ripe!')
    await page.keyboard.press('Enter')
    await messageWith(page, 'strawberries are ripe').waitFor()
    const offer = page.getByRole('button', { name: 'Also find similar words' })
    await offer.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Including messages with similar words').waitFor()
    await messageWith(page, 'strawberries are ripe').waitFor()

    await page.keyboard.press('/')
    await field.fill('quince october')
    await page.keyboard.press('Enter')
    const result = messageWith(page, 'Please read')
    await result.getByText('Found in:').waitFor()
    const file = result.getByRole('link', { name: 'plan.txt' }).last()
    await file.focus()
    expect(new URL(await file.evaluate((link: HTMLAnchorElement) => link.href)).pathname).toBe(url)
    await expectAccessible(page)

    // Words of the message are highlighted, and need no file.
    await page.keyboard.press('/')
    await field.fill('please')
    await page.keyboard.press('Enter')
    await page.locator('.highlight', { hasText: 'Please' }).waitFor()
    expect(await page.getByText('Found in:').count()).toBe(0)

    // A channel can be opened from the same field.
    await page.keyboard.press('/')
    await field.fill('harv')
    await page.getByRole('option', { name: /#harvest.*open channel/ }).click()
    await page.waitForURL(new RegExp(`/c/${channelId}`))

    await carol.api.updateSettings({ default_language: 'de' })
    const small = await openApp(world, carol, '/search?q=strassenbeleuchtung', phone)
    await small.getByText('Keine genauen Treffer. Diese Nachrichten enthalten ähnliche Wörter.').waitFor()
    await messageWith(small, 'Straßenbeleuchtung').waitFor()
    await expectAccessible(small)
    await small.goto(`${world.url}/search?q=quince`)
    await messageWith(small, 'Gefunden in:').getByRole('link', { name: 'plan.txt' }).last().waitFor()
    await expectAccessible(small)
  })

  it('is sorted by relevance or time, and saved under a name on every device', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'harvest', [alice, carol])
    const place = { channelId, topic: 'notes' }
    await sendAll(alice, place, ['Red plums are ripe.', 'Plums that turn red', 'A plum that is almost red'])
    const page = await openApp(world, carol, '/search?q=red%20plums')
    await messageWith(page, 'A plum that is almost red').waitFor()
    const order = () => page.getByRole('feed').locator('[data-message]').allTextContents()
    const firstOf = async () => (await order())[0]
    await page.getByRole('radio', { name: 'Newest' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('feed', { name: 'Results, most relevant first' }).waitFor()
    expect(await firstOf()).toContain('Red plums are ripe')
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('feed', { name: 'Results, most relevant first' }).waitFor()
    expect(await order()).toHaveLength(3)

    await page.getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Fruit')
    await page.keyboard.press('Enter')
    const row = page.getByRole('treeitem', { name: 'Fruit' })
    await row.waitFor()
    await page.getByRole('button', { name: 'Saved as “Fruit”' }).waitFor()
    await row.focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Plums')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('treeitem', { name: 'Plums' }).waitFor()

    const small = await openApp(world, carol, '/search', phone)
    const field = small.getByRole('combobox', { name: 'Search messages' })
    await field.fill('plu')
    await small.getByRole('option', { name: /Plums.*red plums/ }).click()
    await messageWith(small, 'Red plums are ripe').waitFor()
    await expectAccessible(small)
    await small.getByRole('button', { name: 'Saved as “Plums”' }).click()
    await small.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('treeitem', { name: 'Plums' }).waitFor({ state: 'detached' })
    await small.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('treeitem', { name: 'Plums' }).waitFor()
  })

  it('finds a part of an address, and is limited to days that are typed or suggested', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'harvest', [alice, carol])
    await sendAll(alice, { channelId, topic: 'notes' }, ['See https://example.net/path/spring-2027 soon.'])
    const page = await openApp(world, carol, '/search?q=after%3A2020-01-01%20spring-2027')
    await messageWith(page, 'example.net').waitFor()
    expect(await page.locator('.highlight').allTextContents()).toEqual(['spring-2027'])
    await page.getByText('after: Jan 1, 2020').waitFor()
    await expectAccessible(page)

    await page.goto(new URL('/search', page.url()).href)
    const field = page.getByRole('combobox', { name: 'Search messages' })
    await field.pressSequentially('before:')
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').count()).toBe(5)
    await page.getByRole('option').last().click()
    await page
      .getByText(/^before: /)
      .first()
      .waitFor()
  })
})
