import type { World } from '@loquat/devkit'
import { deleteInBulk } from '@loquat/server/features/conversation/bulk-deletions/jobs.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { createFinger, phone } from '../kit/touch.ts'

/** Everyone in `design`, and a private channel for moderation requests. */
async function createModeratedWorld() {
  const world = await createAppWorld()
  const { alice, mona, carol, dave } = world
  const { channelId } = await createChannel(world, 'design', [alice, mona, carol, dave])
  await alice.api.subscribe({
    subscriptions: [{ name: 'court' }],
    principals: [alice.id, mona.id],
    invite_only: true,
  })
  const { stream_id: court } = await alice.api.getChannelId({ stream: 'court' })
  await alice.api.updateRealm({ moderation_request_channel_id: court })
  return { ...world, channelId, court, path: `/c/${channelId}/t/plums` }
}

const runJob = ({ app }: World) => deleteInBulk.run(app, {})

async function chooseInMenu(page: Page, message: string, item: string): Promise<void> {
  await messageWith(page, message).hover()
  await messageWith(page, message).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function chooseForPerson(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More options for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('Moderation', () => {
  it('begins with a report by touch, hides the message for everyone, and brings it back', async () => {
    const world = await createModeratedWorld()
    const { alice, mona, carol, dave, channelId, court, path } = world
    await sendAll(carol, { channelId, topic: 'plums' }, ['Cheap ladders!', 'Bye'])
    const reader = await openApp(world, dave, path, phone)
    const finger = await createFinger(reader)
    const sheet = reader.getByRole('dialog', { name: 'Message actions' })
    await finger.hold(messageWith(reader, 'Cheap ladders'), sheet)
    expect(await sheet.getByRole('button', { name: 'Hide', exact: true }).count()).toBe(0)
    await sheet.getByRole('button', { name: 'Report', exact: true }).tap()
    const report = reader.getByRole('dialog', { name: 'Report message' })
    await report.getByLabel('Reason').selectOption('other')
    await report.getByLabel('Description').fill('The third time today')
    await expectAccessible(reader)
    await report.getByRole('button', { name: 'Report' }).tap()
    await reader.getByText('Thanks. Moderators will look at it.').first().waitFor()

    // A moderator finds it in the channel, and hides it there.
    const moderator = await openApp(world, mona, `/c/${court}`)
    await moderator.getByRole('button', { name: 'Hide message' }).click()
    await moderator.getByRole('button', { name: 'Unhide message' }).waitFor()
    await messageWith(reader, 'Hidden by a moderator').waitFor()
    expect(await messageWith(reader, 'Cheap ladders').count()).toBe(0)
    await moderator.goto(`${world.url}${path}`)
    await messageWith(moderator, 'Hidden by a moderator').getByRole('button', { name: 'Show' }).click()
    await moderator.getByText('Cheap ladders!').waitFor()
    await chooseInMenu(moderator, 'Hidden by a moderator', 'Unhide')
    await messageWith(reader, 'Cheap ladders').waitFor()

    // Hidden again, with a reason that the sender reads.
    await chooseInMenu(moderator, 'Cheap ladders', 'Hide')
    const hiding = moderator.getByRole('dialog', { name: 'Hide message' })
    await hiding.getByLabel('Reason, for the sender').fill('No advertisements')
    await hiding.getByRole('button', { name: 'Hide message' }).click()
    const sender = await openApp(world, carol, path)
    await messageWith(sender, 'Hidden by a moderator').getByRole('button', { name: 'Why?' }).click()
    await sender.getByText('Reason: No advertisements').waitFor()

    // The list of reports.
    const page = await openApp(world, alice, '/organization/moderation')
    const reports = page.getByRole('list', { name: 'Reports' })
    await reports.getByText('The third time today').waitFor()
    await expectAccessible(page)
    await reports.getByRole('button', { name: 'Mark as handled' }).click()
    await page.getByText('There are no open reports.').waitFor()
    await page.getByRole('dialog').getByLabel('Show', { exact: true }).selectOption('handled')
    await reports.getByText('Handled by Alice Owner').waitFor()

    // The open list follows what others report and handle.
    const list = await openApp(world, mona, '/organization/moderation', phone)
    await list.getByText('There are no open reports.').waitFor()
    for (const { report_id } of (await alice.api.getMessageReports({ state: 'handled' })).reports) {
      await alice.api.updateMessageReport({ report_id, is_handled: false })
    }
    const open = list.getByRole('list', { name: 'Reports' })
    await open.getByText('The third time today').waitFor()
    await page.getByText('There are no handled reports.').waitFor()
    const { id: message_id } = await carol.api.sendMessage({
      type: 'channel',
      to: channelId,
      topic: 'plums',
      content: 'More ladders!',
    })
    await dave.api.reportMessage({ message_id, report_type: 'spam' })
    await open.getByText('More ladders!').waitFor()
    for (const { report_id } of (await alice.api.getMessageReports()).reports) {
      await alice.api.updateMessageReport({ report_id, is_handled: true })
    }
    await list.getByText('There are no open reports.').waitFor()
  })

  it('deletes all messages of a person with undo, and lets guests expire', async () => {
    const world = await createModeratedWorld()
    const { alice, carol, dave, greta, channelId, path } = world
    await sendAll(dave, { channelId, topic: 'plums' }, ['Who has plums?'])
    await sendAll(carol, { channelId, topic: 'plums' }, ['Cheap ladders!'])
    await sendAll(dave, { channelId, topic: 'plums' }, ['Not again'])
    const reader = await openApp(world, dave, path)
    await messageWith(reader, 'Cheap ladders').waitFor()
    const page = await openApp(world, alice, '/organization/people')
    await chooseForPerson(page, 'Carol Member', 'Delete messages…')
    await expectAccessible(page)
    await page
      .getByRole('dialog', { name: 'Delete messages of Carol Member' })
      .getByRole('button', { name: 'Delete messages' })
      .click()
    await page.getByText('The messages are being deleted.').first().waitFor()
    await runJob(world)
    await messageWith(reader, 'Cheap ladders').waitFor({ state: 'detached' })

    await chooseForPerson(page, 'Greta Guest', 'Guest expiry…')
    const expiry = page.getByRole('dialog', { name: 'Expiry of Greta Guest' })
    await expiry.getByLabel('Last day of the guest account').fill('2099-05-01')
    await expiry.getByRole('button', { name: 'Save' }).click()
    await expiry.waitFor({ state: 'detached' })
    await page.getByText('Until May 1, 2099').waitFor()
    expect((await alice.api.getGuestExpiries()).guest_expiries).toMatchObject([{ user_id: greta.id }])

    await page.goto(`${world.url}/organization/moderation`)
    const deletions = page.getByRole('list', { name: 'Deleted messages' })
    await deletions.getByText(/1 message deleted/).waitFor()
    await deletions.getByRole('button', { name: 'Undo' }).click()
    await deletions.getByText('Restoring: 0 of 1').waitFor()
    await runJob(world)
    await deletions.getByText('1 message restored').waitFor()
    await messageWith(reader, 'Cheap ladders').waitFor()
  })
})
