import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, write } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'

describe('Drafts', () => {
  it('keep both versions when two devices change one', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'picnic' }, ['When?'])
    const path = `/c/${channelId}/t/picnic`
    const desk = await openApp(world, world.carol, path)
    await messageWith(desk, 'When?').waitFor()
    await write(desk, 'On Friday')
    await desk.keyboard.press('Escape')
    const texts = async () => (await world.carol.api.getDrafts()).drafts.map(({ content }) => content).sort()
    await expect.poll(texts).toEqual(['On Friday'])

    const train = await openApp(world, world.carol, path)
    await messageWith(train, 'When?').waitFor()
    await train.getByRole('main').getByText('Draft', { exact: true }).waitFor()
    await train.keyboard.press('r')
    await expect.poll(() => composeField(train).inputValue()).toBe('On Friday')
    await write(desk, ' at noon')
    await write(train, ' at four')
    await train.keyboard.press('Escape')
    await expect.poll(texts).toContain('On Friday at four')
    expect(await composeField(desk).inputValue()).toBe('On Friday at noon')
    await desk.keyboard.press('Escape')
    await expect.poll(texts).toEqual(['On Friday at four', 'On Friday at noon'])

    await desk.keyboard.press('d')
    const list = desk.getByRole('main')
    await list.getByText('On Friday at noon').waitFor()
    await list
      .getByRole('listitem')
      .filter({ hasText: 'On Friday at four' })
      .getByText('from another device')
      .waitFor()
    await expectAccessible(desk)
    // A sent text is no longer a draft on any device.
    await list.getByText('On Friday at noon').click()
    await expect.poll(() => composeField(desk).inputValue()).toBe('On Friday at noon')
    await desk.keyboard.press('Control+Enter')
    await messageWith(train, 'On Friday at noon').waitFor()
    await expect.poll(texts).toEqual(['On Friday at four'])
    await expectAccessible(desk)
  })

  it('move with a renamed topic', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const [id = 0] = await sendAll(world.alice, { channelId, topic: 'picnic' }, ['When?'])
    const page = await openApp(world, world.carol, `/c/${channelId}/t/picnic`)
    await messageWith(page, 'When?').waitFor()
    await write(page, 'On Friday')
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    const row = page.getByRole('listitem').filter({ hasText: 'On Friday' })
    await row.getByText('picnic').waitFor()
    await world.alice.api.updateMessage({
      message_id: id,
      topic: 'summer feast',
      propagate_mode: 'change_all',
    })
    await row.getByText('summer feast').waitFor()
    await row.getByText('On Friday').click()
    await page.waitForURL(/summer/)
    await expect.poll(() => composeField(page).inputValue()).toBe('On Friday')
    await expectAccessible(page)
  })
})
