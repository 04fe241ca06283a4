import { deliverDue } from '@loquat/server/features/conversation/scheduled-messages/deliver.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith, write } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'

/** Date and time in the format of input fields, two minutes ahead of the clock of the page. */
const soon = (page: Page) =>
  page.evaluate(() => {
    const at = new Date(Date.now() + 121_000)
    const two = (value: number) => String(value).padStart(2, '0')
    return {
      date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
      time: `${two(at.getHours())}:${two(at.getMinutes())}`,
    }
  })

describe('Scheduling', () => {
  it('sends edited messages on time, and shows why others were not sent', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'picnic' }, ['When?'])
    const path = `/c/${channelId}/t/picnic`
    const carol = await openApp(world, world.carol, path)
    await messageWith(carol, 'When?').waitFor()
    const schedule = async (text: string) => {
      await write(carol, text)
      await carol.getByRole('button', { name: 'Send options' }).click()
      await carol.getByRole('menuitem', { name: 'Custom time…' }).click()
      const dialog = carol.getByRole('dialog', { name: 'Send later' })
      const { date, time } = await soon(carol)
      await dialog.getByLabel('Date').fill(date)
      await dialog.getByLabel('Time').fill(time)
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await schedule('On Friday')
    await carol
      .getByText(/^Will be sent/)
      .first()
      .waitFor()
    await carol.keyboard.press('Escape')
    await carol.keyboard.press('g')
    await carol.keyboard.press('s')
    const row = (text: string) => carol.getByRole('listitem').filter({ hasText: text })
    await row('On Friday').getByRole('button', { name: 'Edit text or time' }).click()
    await carol.getByRole('dialog').getByLabel('Text').fill('On Saturday')
    await expectAccessible(carol)
    await carol.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await row('On Saturday').waitFor()

    const alice = await openApp(world, world.alice, path)
    await messageWith(alice, 'When?').waitFor()
    world.clock.advance(180)
    await deliverDue(world.app)
    await messageWith(alice, 'On Saturday').waitFor()
    await row('On Saturday').waitFor({ state: 'detached' })

    const { scheduled_message_id: id } = await world.carol.api.createScheduledMessage({
      type: 'channel',
      to: channelId,
      topic: 'picnic',
      content: 'Or Sunday',
      scheduled_delivery_timestamp: Math.floor(world.clock.now() / 1_000) + 120,
    })
    await row('Or Sunday').waitFor()
    await world.alice.api.updateChannel({
      stream_id: channelId,
      can_send_message_group: { new: { direct_members: [world.alice.id], direct_subgroups: [] } },
    })
    world.clock.advance(180)
    await deliverDue(world.app)
    await row('Or Sunday')
      .getByText(/Couldn't be sent on .*: You don't have permission to post in/)
      .waitFor()
    await row('Or Sunday').getByRole('button', { name: 'Choose a new time' }).waitFor()
    expect((await world.carol.api.getScheduledMessages()).scheduled_messages).toMatchObject([
      { scheduled_message_id: id, failed: true },
    ])
    await expectAccessible(carol)
  })
})
