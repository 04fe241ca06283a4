import { createMailbox, runJobs, testInboundEmail } from '@loquat/devkit'
import { pollFeeds } from '@loquat/server/features/reach/feeds/jobs.ts'
import { startSmtpListener } from '@loquat/server/features/reach/inbound-email/listener.ts'
import { sendEmail } from '@loquat/server/features/reach/inbound-email/testing/fixtures.ts'
import { scanMissedMessages } from '@loquat/server/features/reach/missed-messages/jobs.ts'
import { raw, startReceiver } from '@loquat/server/features/reach/outgoing-webhooks/testing/receiver.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { messageWith } from '../kit/content.ts'
import { phone } from '../kit/touch.ts'

/** A world that sends and receives email. */
async function createEmailWorld() {
  const mailbox = await createMailbox()
  const config = { inboundEmail: testInboundEmail, smtpUrl: mailbox.smtpUrl, allowPrivateCallbacks: true }
  const world = await createAppWorld({ config })
  const listener = await startSmtpListener(world.app)
  onTestFinished(() => listener?.close())
  const { stream_id: general } = await world.carol.api.getChannelId({ stream: 'general' })
  return { world, mailbox, general, port: listener?.port ?? 0 }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Email address of #general' })
const shownAddress = (page: Page) => dialog(page).locator('code').innerText()

describe('Email', () => {
  it('reaches a channel at the address that its settings show', async () => {
    const { world, general, port } = await createEmailWorld()
    const page = await openApp(world, world.carol, `/channels/${general}`)
    await page.getByRole('button', { name: 'Show email address' }).click()
    await expect
      .poll(() => shownAddress(page))
      .toMatch(/^general\.[0-9a-f]{32}\.show-sender@chat\.example\.com$/)
    await expectAccessible(page)
    const first = await shownAddress(page)

    // By keyboard: without the sender, and with everything that it quotes.
    await dialog(page).getByRole('switch', { name: 'Show the sender' }).focus()
    await page.keyboard.press('Space')
    await dialog(page).getByRole('switch', { name: 'Include quotes' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => shownAddress(page)).toMatch(/^general\.[0-9a-f]{32}\.include-quotes@/)
    expect(await sendEmail(port, await shownAddress(page), { text: 'Ripe.\n\n> When?' })).toMatch(/^250 /)
    expect(await sendEmail(port, first, { subject: 'Figs', text: 'Soon.' })).toMatch(/^250 /)

    // Replaced, the first one is refused.
    await dialog(page).getByRole('button', { name: 'Replace address' }).click()
    await page
      .getByRole('dialog', { name: 'Replace this address?' })
      .getByRole('button', { name: 'Replace address' })
      .click()
    await page.getByText('Address replaced.').first().waitFor()
    await expect.poll(() => sendEmail(port, first)).toMatch(/^550 /)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await page.goto(`${world.url}/feed`)
    await messageWith(page, 'Ripe.').getByText('When?').waitFor()
    const figs = messageWith(page, 'Soon.')
    await figs.getByText('From: Ada Stranger').waitFor()
    // Notices are faint, and folded from the fourth on.
    expect(await figs.getAttribute('data-notice')).toBeNull()
    await page.getByText('Figs').first().waitFor()
  })

  it('answers a notification in the conversation', async () => {
    const { world, mailbox, general, port } = await createEmailWorld()
    const { app, carol, dave, clock } = world
    await carol.api.sendMessage({
      type: 'channel',
      to: general,
      topic: 'plums',
      content: '@**Dave Member** when?',
    })
    const page = await openApp(world, carol, '/feed')
    await messageWith(page, 'when?').waitFor()
    await scanMissedMessages(app)
    clock.advance(130)
    await scanMissedMessages(app)
    await runJobs(world)
    const email = (await mailbox.emails(world)).find(({ recipients }) => recipients.includes(dave.email))
    const reply = { from: dave.email, text: `Tomorrow.\n\nOn Monday, Loquat wrote:\n> when?` }
    expect(await sendEmail(port, email?.headers.get('reply-to') ?? '', reply)).toMatch(/^250 /)
    await messageWith(page, 'Tomorrow.').getByText('Dave Member').waitFor()
  })

  it('and feeds are set up on a phone', async () => {
    const { world, general } = await createEmailWorld()
    const site = await startReceiver()
    site.answer = raw('<rss><channel><title>Plum news</title></channel></rss>')
    const page = await openApp(world, world.alice, `/channels/${general}`, phone)
    await page.getByRole('button', { name: 'Show RSS feeds' }).tap()
    await page.getByLabel('Feed URL').fill(site.url)
    await page.getByRole('button', { name: 'Add feed' }).tap()
    await page.getByText('Posted by Notification Bot').waitFor()
    await pollFeeds.run(world.app, {})
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove / }).tap()
    await expect.poll(() => page.getByText('Posted by Notification Bot').count()).toBe(0)

    await page.getByRole('button', { name: 'Show email address' }).tap()
    await expect.poll(() => shownAddress(page)).toContain('@chat.example.com')
    await expectAccessible(page)
  })
})
