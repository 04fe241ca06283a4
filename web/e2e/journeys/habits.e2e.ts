import { describe, expect, it } from 'vitest'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'

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
  })
})
