import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, makeChannel, messageWith, send, write } from '../kit/content.ts'

async function twoInOneTopic() {
  const world = await createAppWorld()
  const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
  for (let n = 1; n <= 40; n++) {
    await world.alice.api.sendMessage({
      type: 'channel',
      to: channelId,
      topic: 'logo',
      content: `Option ${n}.`,
    })
  }
  await world.carol.api.markChannelAsRead({ stream_id: channelId })
  const path = `/c/${channelId}/t/logo`
  const alice = await openApp(world, world.alice, path)
  const carol = await openApp(world, world.carol, path)
  await messageWith(alice, 'Option 40.').waitFor()
  await messageWith(carol, 'Option 40.').waitFor()
  return { world, channelId, alice, carol }
}

describe('talking', () => {
  it('shows what was sent at once, confirms it in place, and leaves no draft', async () => {
    const { world, alice, carol } = await twoInOneTopic()
    await write(alice, 'The **second** one')
    await alice.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('[role=feed]')?.textContent?.includes('second one')) return
        seen.disconnect()
        performance.mark('seen')
      })
      seen.observe(document.body, { childList: true, subtree: true, characterData: true })
      addEventListener('keydown', (event) => event.key === 'Enter' && performance.mark('sent'), {
        capture: true,
      })
    })
    await alice.keyboard.press('Control+Enter')
    const row = messageWith(alice, 'The second one')
    await row.waitFor()
    const key = await row.evaluate((node) => node.closest('[data-index]')?.getAttribute('data-index'))
    const wait = await alice.evaluate(() => performance.measure('echo', 'sent', 'seen').duration)
    expect(wait).toBeLessThan(200)
    expect(await composeField(alice).inputValue()).toBe('')
    await messageWith(carol, 'The second one').waitFor()
    await expect.poll(() => row.getAttribute('data-message')).not.toBeNull()
    expect(await row.evaluate((node) => node.closest('[data-index]')?.getAttribute('data-index'))).toBe(key)
    await expect.poll(async () => (await world.alice.api.getDrafts()).count).toBe(0)
    await expectAccessible(alice)
  })

  it('lets two people see each other write, react and edit, without moving what one of them reads', async () => {
    const { alice, carol } = await twoInOneTopic()
    await alice.getByRole('feed').evaluate((feed) => feed.scrollBy(0, -600))
    await alice.waitForTimeout(300)
    const line = messageWith(alice, 'Option 20.')
    const before = await line.boundingBox()
    await write(carol, 'I prefer')
    await alice.getByText('Carol Member is typing').waitFor()
    await carol.keyboard.type(' the leaf')
    await carol.keyboard.press('Control+Enter')
    await messageWith(carol, 'I prefer the leaf').waitFor()
    await messageWith(carol, 'Option 40.').hover()
    await messageWith(carol, 'Option 40.').getByRole('button', { name: 'Thumbs up' }).click()
    await messageWith(carol, 'Option 40.').getByRole('button', { name: '+1, 1' }).waitFor()
    await alice.waitForTimeout(500)
    expect(await line.boundingBox()).toEqual(before)
    await alice.getByRole('feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight))
    await messageWith(alice, 'Option 40.').getByRole('button', { name: '+1, 1' }).waitFor()
    await messageWith(carol, 'I prefer the leaf').focus()
    await carol.keyboard.press('e')
    await carol.getByLabel('Edit message').fill('I prefer the fruit')
    await carol.keyboard.press('Control+Enter')
    await messageWith(alice, 'I prefer the fruit').getByText('edited').waitFor()
    await expectAccessible(carol)
  })

  it('counts a mention everywhere, and everything clears when it is read on another device', async () => {
    const { world, channelId, carol } = await twoInOneTopic()
    await carol.goto(`${world.url}/recent`)
    await carol.getByRole('main').waitFor()
    const { id } = await world.alice.api.sendMessage({
      type: 'channel',
      to: channelId,
      topic: 'dark one',
      content: '@**Carol Member** can you look?',
    })
    const mentions = carol.getByRole('link', { name: /^Mentions/ })
    await expect.poll(() => mentions.textContent()).toContain('1')
    await expect.poll(() => carol.title()).toMatch(/^\(1\) /)
    await world.carol.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' })
    await expect.poll(() => mentions.textContent()).not.toContain('1')
    await expect.poll(() => carol.title()).not.toMatch(/^\(/)
  })

  it('lets everybody vote at once, and all see the same', async () => {
    const { alice, carol } = await twoInOneTopic()
    await send(alice, '/poll Lunch?\nSoup\nPizza')
    const polls = [alice, carol].map((page) => page.getByRole('group', { name: 'Lunch?' }))
    for (const poll of polls) await poll.waitFor()
    await Promise.all([polls[0]?.getByText('Soup').click(), polls[1]?.getByText('Soup').click()])
    for (const poll of polls)
      await poll.getByText(/Alice Owner, Carol Member|Carol Member, Alice Owner/).waitFor()
    await expectAccessible(alice)
  })
})
