import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send, write } from '../kit/content.ts'
import { expectStill } from '../kit/still.ts'

describe('Skin tones', () => {
  it('are chosen once, used in texts and reactions, and rendered as one emoji', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const place = `/c/${channelId}/t/logo`
    const page = await openApp(world, carol, place)
    await write(page, '')
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    const search = page.getByLabel('Search emoji')
    await search.waitFor()
    await page.getByRole('button', { name: 'Skin tone', exact: true }).click()
    const hands = page.getByRole('toolbar', { name: 'Skin tone' }).getByRole('button')
    await expect.poll(() => hands.count()).toBe(6)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Medium skin tone', exact: true }).click()
    await hands.first().waitFor({ state: 'detached' })
    await search.fill('+1')
    const thumb = page.getByRole('gridcell', { name: '+1', exact: true })
    await expect.poll(() => thumb.textContent()).toBe('👍🏽')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => composeField(page).inputValue()).toBe('👍🏽 ')
    await page.keyboard.type(':wav')
    await page.getByRole('option', { name: ':wave:' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => composeField(page).inputValue()).toBe('👍🏽 👋🏽 ')
    await page.keyboard.type('and :tada')
    await page.getByRole('option', { name: ':tada:' }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => composeField(page).inputValue()).toBe('👍🏽 👋🏽 and :tada: ')
    await page.keyboard.press('Control+Enter')

    const other = await openApp(world, alice, place)
    const emoji = messageWith(other, 'and').locator('.message-content .emoji')
    await expect.poll(() => emoji.allTextContents()).toEqual(['👍🏽', '👋🏽', '🎉'])
    await expectStill(other)
    const drawn = await emoji.evaluateAll((all) =>
      all.map((one) => ({
        width: Math.round(one.getBoundingClientRect().width),
        font: getComputedStyle(one).fontFamily.split(',')[0],
      })),
    )
    expect(drawn.map(({ font }) => font)).toEqual(Array(3).fill('"Loquat Emoji"'))
    // An unapplied tone would be a swatch beside its emoji, and twice as wide.
    expect(new Set(drawn.map(({ width }) => width)).size).toBe(1)

    // The choice is stored.
    await page.reload()
    await messageWith(page, 'and').waitFor()
    await write(page, ':wav')
    const option = page.getByRole('option', { name: ':wave:' })
    await expect.poll(() => option.textContent()).toContain('👋🏽')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')

    // Reactions have the same code in every tone.
    await messageWith(page, 'and').focus()
    await page.keyboard.press(':')
    await search.waitFor()
    await page.keyboard.type('wave')
    await expect
      .poll(() => page.getByRole('gridcell', { name: 'wave', exact: true }).textContent())
      .toBe('👋🏽')
    await page.keyboard.press('Enter')
    await messageWith(page, 'and').getByRole('button', { name: 'wave, 1' }).waitFor()
    // The app shows reactions before the server has them.
    await expect
      .poll(async () => {
        const { messages } = await alice.api.getMessages({ anchor: 'oldest', num_before: 0, num_after: 50 })
        return messages.flatMap(({ reactions }) => reactions.map((one) => [one.emoji_code, one.skin_tone]))
      })
      .toEqual([['1f44b', '1f3fd']])
  })

  it('look the same while a message is being sent', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    const page = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await page.route('**/json/messages', () => new Promise<void>(() => {}))
    await send(page, 'Thanks 🙏🏿!')
    const emoji = messageWith(page, 'Thanks').locator('.emoji')
    await expect.poll(() => emoji.allTextContents()).toEqual(['🙏🏿'])
  })
})

describe('The emoji picker', () => {
  it('picks the first result when Enter is pressed before emoji are loaded', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    const page = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    const held = Promise.withResolvers<void>()
    await page.route('**/_virtual_emoji-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await write(page, '')
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    await page.getByLabel('Search emoji').waitFor()
    await page.keyboard.type('tada')
    await page.keyboard.press('Enter')
    held.resolve()
    await expect.poll(() => composeField(page).inputValue()).toBe(':tada: ')
    await page.getByLabel('Search emoji').waitFor({ state: 'detached' })
  })
})
