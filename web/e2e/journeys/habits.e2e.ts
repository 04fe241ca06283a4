import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { createFinger, phone } from '../kit/touch.ts'

describe('Habits from other chat programs', () => {
  it('work in the text field: formatting keys, and ↑ to edit the last message', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(carol, { channelId, topic: 'logo' }, ['Mine, with a tpyo'])
    await sendAll(alice, { channelId, topic: 'logo' }, ['Of somebody else'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await messageWith(page, 'Of somebody else').waitFor()
    await page.keyboard.press('r')
    const field = composeField(page)
    await field.waitFor()
    const formatted = async (keys: string, expected: string) => {
      await field.fill('plum')
      await field.selectText()
      await page.keyboard.press(keys)
      await expect.poll(() => field.inputValue(), { message: keys }).toBe(expected)
    }
    await formatted('Control+b', '**plum**')
    await formatted('Control+i', '*plum*')
    await formatted('Control+Shift+X', '~~plum~~')
    await formatted('Control+Shift+C', '`plum`')
    await formatted('Control+Alt+Shift+C', '```\nplum\n```')
    await formatted('Control+Shift+U', '[plum]()')
    await formatted('Control+Shift+Digit7', '1. plum')
    await formatted('Control+Shift+Digit8', '- plum')
    await formatted('Control+Shift+Digit9', '> plum')

    // Not while there is a text, in which the key moves the caret.
    const editor = page.getByLabel('Edit message')
    await page.keyboard.press('ArrowUp')
    expect(await editor.count()).toBe(0)
    await field.fill('')
    await page.keyboard.press('ArrowUp')
    await editor.waitFor()
    await expect.poll(() => editor.inputValue()).toBe('Mine, with a tpyo')
    await editor.fill('Mine, without a typo')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, 'Mine, without a typo').waitFor()
    // Typing goes on in the compose box.
    await editor.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    await editor.waitFor()
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await page.keyboard.type('/dnd soon')
    await expect.poll(() => field.inputValue()).toBe('/dnd soon')
    // A command that is not understood does nothing, and stays.
    await page.keyboard.press('Control+Enter')
    await page.getByText('Write a duration, such as /dnd 30m').first().waitFor()
    expect(await field.inputValue()).toBe('/dnd soon')
    await field.fill('/dnd 2 hours')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Do not disturb is on.', { exact: true }).waitFor()
    await field.fill('/dnd off')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Do not disturb is off.', { exact: true }).waitFor()
  })

  it('open menus in the sidebar by right click, the menu key, and holding a finger', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['Hello'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    const menu = page.getByRole('menu')
    const rows = [
      { row: page.getByRole('treeitem', { name: /^design/ }), item: 'Channel settings' },
      { row: page.getByRole('treeitem', { name: 'logo' }), item: 'Copy link' },
    ]
    for (const { row, item } of rows) {
      await row.click({ button: 'right' })
      await menu.getByRole('menuitem', { name: item }).waitFor()
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      await row.focus()
      await page.keyboard.press('Shift+F10')
      await menu.getByRole('menuitem', { name: item }).waitFor()
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
    const onPhone = await openApp(world, carol, '/inbox', phone)
    await onPhone.getByRole('button', { name: 'Channels', exact: true }).last().tap()
    const row = onPhone.getByRole('treeitem', { name: /^design/ })
    await row.waitFor()
    const opened = onPhone.getByRole('menuitem', { name: 'Channel settings' })
    await (await createFinger(onPhone)).hold(row, opened)
    // Lifting the finger is no tap on the row.
    await opened.tap()
    await onPhone.getByRole('dialog', { name: /design/ }).waitFor()
  })

  it('branch a message into a topic of its own, beside the conversation', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['Shall we have a picnic?', 'The leaf is green.'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await messageWith(page, 'picnic').hover()
    await messageWith(page, 'picnic').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Branch to topic' }).click()
    const panel = page.getByRole('complementary', { name: 'Branch to topic' })
    await expect.poll(() => panel.getByLabel('Topic').inputValue()).toBe('Shall we have a picnic?')
    await panel.getByLabel('Topic').fill('x'.repeat(61))
    await panel.getByRole('combobox', { name: 'Write a reply' }).fill('On Friday')
    expect(await panel.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
    await panel.getByLabel('Topic').fill('picnic')
    await panel.getByRole('combobox', { name: 'Write a reply' }).press('Control+Enter')
    await panel.getByRole('listitem').getByText('On Friday').waitFor()
    await expectAccessible(page)

    // The conversation stays on screen, and answers arrive beside it, as read.
    await messageWith(page, 'The leaf is green.').waitFor()
    await sendAll(alice, { channelId, topic: 'picnic' }, ['Fine with me'])
    await panel.getByRole('listitem').getByText('Fine with me').waitFor()
    await expect.poll(async () => (await carol.api.register()).unread_msgs?.count).toBe(0)
    await panel.getByRole('combobox', { name: 'Write a reply' }).fill('Bring plums')
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByRole('listitem').getByText('Bring plums').waitFor()

    // Only the first answer quotes the message, with a link to it.
    await panel.getByRole('link', { name: 'Open “picnic”' }).click()
    const first = messageWith(page, 'On Friday')
    await first.getByText('Shall we have a picnic?').waitFor()
    expect(await messageWith(page, 'Bring plums').getByText('picnic?').count()).toBe(0)
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('complementary', { name: 'People' }).waitFor()
    await first.getByRole('link', { name: 'said' }).click()
    await page.waitForURL(/\/t\/logo/)
  })

  it('branch by touch on a phone, where the panel covers the conversation', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['Shall we have a picnic?'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`, phone)
    const finger = await createFinger(page)
    const sheet = page.getByRole('dialog', { name: 'Message actions' })
    await finger.hold(messageWith(page, 'picnic'), sheet)
    await sheet.getByRole('button', { name: 'Branch to topic' }).tap()
    const panel = page.getByRole('complementary', { name: 'Branch to topic' })
    await panel.getByRole('combobox', { name: 'Write a reply' }).fill('On Friday')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Send' }).tap()
    await panel.getByRole('listitem').getByText('On Friday').waitFor()
    await panel.getByRole('button', { name: 'Close' }).tap()
    await messageWith(page, 'picnic').waitFor()
  })

  it('forward and answer quotes, also on a phone, and read answers in previews', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const quote = `@_**Alice Owner|${alice.id}** [said](https://example.com/):\n\`\`\`quote\nPlums?\n\`\`\`\n`
    await sendAll(alice, { channelId, topic: 'answer' }, [`${quote}Yes, please`])
    await sendAll(alice, { channelId, topic: 'quote' }, [quote])
    await sendAll(alice, { channelId, topic: 'time' }, ['Lunch <time:2099-05-01T12:00:00Z>'])
    const page = await openApp(world, carol, '/inbox', phone)
    for (const line of [/Yes, please$/, /Plums\?$/, /Lunch May 1, .*\d/])
      await page.getByText(line).first().waitFor()

    // The topic and its suggestions have room beside the buttons, also with drafts.
    await page
      .getByText(/Yes, please$/)
      .first()
      .tap()
    const finger = await createFinger(page)
    const sheet = page.getByRole('dialog', { name: 'Message actions' })
    await finger.hold(messageWith(page, 'Yes, please'), sheet)
    await sheet.getByRole('button', { name: 'Forward' }).tap()
    await page.getByRole('combobox', { name: 'Channel' }).fill('design')
    await page.getByRole('option', { name: 'design' }).tap()
    await page.getByRole('combobox', { name: 'Topic' }).fill('time')
    const option = page.getByRole('option', { name: 'time' })
    await option.waitFor()
    expect((await option.boundingBox())?.width).toBeGreaterThan(250)
    await option.tap()
    const topic = page.getByRole('combobox', { name: 'Topic' })
    expect(await topic.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true)
  })

  it('mention everyone who is here', async () => {
    const world = await createAppWorld()
    const { alice, carol, dave } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol, dave])
    await sendAll(alice, { channelId, topic: 'logo' }, ['Hello'])
    await dave.api.updatePresence({ status: 'active' })
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await messageWith(page, 'Hello').waitFor()
    await page.keyboard.press('r')
    await composeField(page).fill('')
    await page.keyboard.type('@here')
    await page.getByRole('option', { name: /^here/ }).click()
    await expect.poll(() => composeField(page).inputValue()).toBe('@**here** ')
    await page.keyboard.type('lunch?')
    await page.keyboard.press('Control+Enter')
    await messageWith(page, '@here lunch?').waitFor()
    const mentions = async ({ api }: typeof dave) => (await api.register()).unread_msgs?.mentions.length
    await expect.poll(() => mentions(dave)).toBe(1)
    expect(await mentions(alice)).toBe(0)
  })
})
