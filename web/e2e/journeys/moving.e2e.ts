import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, makeChannel, messageWith, write } from '../kit/content.ts'
import { fill, lines, settled } from '../kit/reading.ts'

describe('moving', () => {
  it('takes readers, and what they write, along to a new topic, and back again', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
    const place = { channelId, topic: 'logo' }
    await fill(world.alice, place, ['The first words.'])
    const ids = await fill(world.alice, place, lines(30, 'Option'))
    await world.carol.api.markChannelAsRead({ stream_id: channelId })
    const path = `/c/${channelId}/t/logo`
    const alice = await openApp(world, world.alice, `${path}?at=${ids[0]}`)
    const carol = await openApp(world, world.carol, path)
    await messageWith(carol, 'Option 29.').waitFor()
    await settled(carol)
    await write(carol, 'I would take the leaf')

    await messageWith(alice, 'Option 0.').focus()
    await alice.keyboard.press('m')
    await alice.getByLabel('Topic', { exact: true }).fill('the mark')
    await alice.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await carol.waitForURL(/\/t\/the[^/]*mark/)
    await messageWith(carol, 'Option 29.').waitFor()
    expect(await composeField(carol).inputValue()).toBe('I would take the leaf')
    expect(await carol.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('the mark')

    await alice.getByRole('button', { name: 'Undo' }).click()
    await carol.waitForURL(/\/t\/logo/)
    await messageWith(carol, 'Option 29.').waitFor()
    expect(await carol.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('logo')
    await carol.keyboard.press('Control+Enter')
    await messageWith(alice, 'I would take the leaf').waitFor()
    const { messages } = await world.alice.api.getMessages({
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: channelId, negated: false },
        { operator: 'topic', operand: 'logo', negated: false },
      ],
    })
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    expect(messages.at(-1)?.content).toContain('I would take the leaf')
    await expectAccessible(carol)
  })

  it('offers to move what is not too old to be moved', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
    const place = { channelId, topic: 'logo' }
    await fill(world.alice, place, lines(3, 'Old'))
    world.clock.advance(8 * 86_400)
    await fill(world.alice, place, lines(3, 'Young'))
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await messageWith(carol, 'Young 2.').focus()
    await carol.keyboard.press('m')
    const dialog = carol.getByRole('dialog')
    await dialog.getByLabel('Topic', { exact: true }).fill('brand')
    await dialog.getByLabel('What to move').selectOption({ label: 'The whole topic' })
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await carol.getByText('Some messages are too old').waitFor()
    await expectAccessible(carol)
    await carol.getByRole('button', { name: 'Move the others' }).click()
    await dialog.waitFor({ state: 'detached' })
    const subjects = async () => {
      const { messages } = await world.alice.api.getMessages({
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: channelId, negated: false }],
      })
      return messages
        .filter(({ sender_id: id }) => id === world.alice.id)
        .map(({ subject }) => subject)
        .join(' ')
    }
    await expect.poll(subjects).toBe('logo logo logo brand brand brand')
    await expectAccessible(carol)
  })

  it('keeps what was written about a message that is deleted meanwhile', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol, world.dave])
    const place = { channelId, topic: 'logo' }
    await fill(world.alice, place, ['Before it.'])
    const [id = 0] = await fill(world.carol, place, ['The leaf is fine.'])
    const path = `/c/${channelId}/t/logo`
    const carol = await openApp(world, world.carol, path)
    const dave = await openApp(world, world.dave, path)
    await messageWith(carol, 'The leaf is fine.').focus()
    await carol.keyboard.press('e')
    const editor = carol.getByRole('combobox', { name: 'Edit message' })
    await expect.poll(() => editor.inputValue()).toBe('The leaf is fine.')
    await editor.fill('The leaf is fine, but green.')
    await messageWith(dave, 'The leaf is fine.').focus()
    await dave.keyboard.press('>')
    await expect.poll(() => composeField(dave).inputValue()).toContain('The leaf is fine.')

    await world.bob.api.deleteMessage({ message_id: id })
    await messageWith(carol, 'The leaf is fine').waitFor({ state: 'detached' })
    await messageWith(dave, 'The leaf is fine.').waitFor({ state: 'detached' })
    expect(await composeField(dave).inputValue()).toContain('The leaf is fine.')
    await carol.getByText('Your text is kept as a draft.').first().waitFor()
    await carol.keyboard.press('d')
    await carol.getByRole('main').getByText('The leaf is fine, but green.').click()
    await expect.poll(() => composeField(carol).inputValue()).toBe('The leaf is fine, but green.')
    await expectAccessible(carol)
  })
})
