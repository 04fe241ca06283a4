import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, write } from '../kit/content.ts'
import { expectSettled, lines, sendAll } from '../kit/reading.ts'

describe('Moving messages', () => {
  it('takes readers and their drafts to the new topic, and back on undo', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const place = { channelId, topic: 'logo' }
    await sendAll(world.alice, place, ['The first words.'])
    const ids = await sendAll(world.alice, place, lines(30, 'Option'))
    await world.carol.api.markChannelAsRead({ stream_id: channelId })
    const path = `/c/${channelId}/t/logo`
    const alice = await openApp(world, world.alice, `${path}?at=${ids[0]}`)
    const carol = await openApp(world, world.carol, path)
    await messageWith(carol, 'Option 29.').waitFor()
    await expectSettled(carol)
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

  it('is offered for messages that are recent enough', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const place = { channelId, topic: 'logo' }
    await sendAll(world.alice, place, lines(3, 'Old'))
    world.clock.advance(8 * 86_400)
    await sendAll(world.alice, place, lines(3, 'Young'))
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await messageWith(carol, 'Young 2.').focus()
    await carol.keyboard.press('m')
    const dialog = carol.getByRole('dialog')
    const channel = dialog.getByRole('combobox', { name: 'Channel' })
    await channel.fill('zzz')
    await dialog.getByText('No matching channels.').waitFor()
    await channel.fill('desi')
    await dialog.getByRole('option', { name: 'design' }).click()
    await expect.poll(() => channel.inputValue()).toBe('design')
    await dialog.getByLabel('Topic', { exact: true }).fill('brand')
    await dialog.getByLabel('Messages to move').selectOption({ label: 'Entire topic' })
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await carol.getByText('Some messages are too old').waitFor()
    await expectAccessible(carol)
    await carol.getByRole('button', { name: 'Move the rest' }).click()
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

  it('keeps the text of a reply to a message that is deleted', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol, world.dave])
    const place = { channelId, topic: 'logo' }
    await sendAll(world.alice, place, ['Before it.'])
    const [id = 0] = await sendAll(world.carol, place, ['The leaf is fine.'])
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
    await carol.getByText('The message was deleted. Your text was saved as a draft.').first().waitFor()
    await carol.keyboard.press('d')
    await carol.getByRole('main').getByText('The leaf is fine, but green.').click()
    await expect.poll(() => composeField(carol).inputValue()).toBe('The leaf is fine, but green.')
    await expectAccessible(carol)
  })

  it('warns when a message is changed elsewhere during editing, and does not overwrite it silently', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const [id = 0] = await sendAll(world.carol, { channelId, topic: 'logo' }, ['The leaf.'])
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await messageWith(carol, 'The leaf.').focus()
    await carol.keyboard.press('e')
    const editor = carol.getByRole('combobox', { name: 'Edit message' })
    await expect.poll(() => editor.inputValue()).toBe('The leaf.')
    // Without typed text, there is no conflict.
    await world.carol.api.updateMessage({ message_id: id, content: 'The green leaf.' })
    await expect.poll(() => editor.inputValue()).toBe('The green leaf.')
    await editor.fill('The fruit.')
    await world.carol.api.updateMessage({ message_id: id, content: 'The red leaf.' })
    const row = carol.locator(`[data-message="${id}"]`)
    await row.getByText('Edited on another device.').waitFor()
    expect(await editor.inputValue()).toBe('The fruit.')
    await row.getByRole('button', { name: 'Show other version' }).click()
    await row.getByText('The red leaf.').waitFor()
    await expectAccessible(carol)
    await row.getByRole('button', { name: 'Keep mine' }).click()
    await row.getByText('Edited on another device.').waitFor({ state: 'detached' })
    await editor.focus()
    await carol.keyboard.press('Control+Enter')
    await messageWith(carol, 'The fruit.').waitFor()
    await expectAccessible(carol)
  })

  it('resolves a topic, and undoes that together with its notice', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const topic = 'logo'
    await sendAll(world.alice, { channelId, topic }, ['The leaf.'])
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/${topic}`)
    await messageWith(carol, 'The leaf.').focus()
    await carol.keyboard.press('Shift+C')
    await carol.getByText('is resolved.').first().waitFor()
    await carol.waitForURL(/\/t\/%E2%9C%94/)
    await carol.getByRole('article').nth(1).waitFor()
    await carol.getByRole('button', { name: 'Undo' }).click()
    await carol.waitForURL(/\/t\/logo/)
    const { topics } = await world.alice.api.getTopics({ stream_id: channelId })
    expect(topics.map(({ name }) => name)).toContain(topic)
    await expect.poll(() => carol.getByRole('article').count()).toBe(1)
    await expectAccessible(carol)
  })

  it('keeps the draft in an archived channel, and explains why it cannot be sent', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'logo' }, ['The leaf is fine.'])
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    const refused: string[] = []
    carol.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
    await messageWith(carol, 'The leaf is fine.').waitFor()
    await write(carol, 'I would take the fruit')
    await world.alice.api.archiveChannel({ stream_id: channelId })
    const main = carol.getByRole('main')
    await main.getByText('This channel is archived.').waitFor()
    expect(await composeField(carol).count()).toBe(0)
    expect(await messageWith(carol, 'The leaf is fine.').count()).toBe(1)
    await main.getByRole('link', { name: 'Your message was saved as a draft.' }).waitFor()
    expect(refused).toEqual([])
    await expectAccessible(carol)
    await carol.reload()
    await main.getByText('This channel is archived.').waitFor()
    await messageWith(carol, 'The leaf is fine.').waitFor()
    await main.getByRole('link', { name: 'Your message was saved as a draft.' }).click()
    await main.getByText('I would take the fruit').waitFor()

    await world.alice.api.updateChannel({ stream_id: channelId, is_archived: false })
    await main.getByText('I would take the fruit').click()
    await expect.poll(() => composeField(carol).inputValue()).toBe('I would take the fruit')
    await expectAccessible(carol)
  })
})
