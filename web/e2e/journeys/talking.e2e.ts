import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { makeChannel, messageWith } from '../kit/content.ts'

describe('talking', () => {
  it('shows a message at once, and to the other person live', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
    await world.alice.api.sendMessage({
      type: 'channel',
      to: channelId,
      topic: 'logo',
      content: 'Two options.',
    })
    const alice = await openApp(world, world.alice, `/c/${channelId}/t/logo`)
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await messageWith(carol, 'Two options.').waitFor()
    await alice.keyboard.press('r')
    await alice.keyboard.type('The **second** one')
    await alice.keyboard.press('Control+Enter')
    await messageWith(alice, 'The second one').waitFor()
    await messageWith(carol, 'The second one').waitFor()
    expect(await alice.getByRole('textbox', { name: /message/i }).inputValue()).toBe('')
    await expectAccessible(carol)
  })
})
