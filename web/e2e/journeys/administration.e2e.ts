import { readFile } from 'node:fs/promises'
import { castPassword, createMailbox, runJobs } from '@loquat/devkit'
import { countStatistics } from '@loquat/server/features/administration/statistics/jobs.ts'
import { moving, picture } from '@loquat/server/features/identity/pictures/testing/fixtures.ts'
import { pollFeeds } from '@loquat/server/features/reach/feeds/jobs.ts'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { visit } from '../kit/screens.ts'

describe('Settings', () => {
  it('are saved immediately, can be searched by description, and survive a reload', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.carol, '/settings/preferences')
    await page.getByRole('switch', { name: '24-hour time' }).click()
    await page.getByText('Saved').first().waitFor()
    await page.getByLabel('Theme').selectOption({ label: 'Dark' })
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.getByLabel('Search settings').fill('sound')
    await page.getByLabel('Sound: followed topics').click()
    await page.getByText('Saved').first().waitFor()
    await page.reload()
    await page.getByRole('switch', { name: '24-hour time', checked: true }).waitFor()
    await expectAccessible(page)
    const { user_settings: settings } = await world.carol.api.register({
      fetch_event_types: ['user_settings'],
      client_capabilities: { user_settings_object: true },
    })
    expect(settings).toMatchObject({
      twenty_four_hour_time: true,
      color_scheme: 2,
      enable_followed_topic_audible_notifications: false,
    })
  })

  it('for layout and channels take effect', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, ['The leaf.'])
    const page = await openApp(world, carol, '/inbox', { viewport: { width: 1600, height: 900 } })
    await visit(page, '/settings/preferences')
    const languages = page.getByLabel('Language').locator('option')
    await expect
      .poll(() => languages.allTextContents())
      .toEqual(expect.arrayContaining(['English', 'Deutsch (German)']))
    await page.getByRole('switch', { name: 'Full width' }).click()
    await page.getByRole('switch', { name: 'People list on the left' }).click()
    await page.getByRole('button', { name: 'Close' }).click()

    // Without a topic it opens at the latest one; from inside the channel, its link shows everything.
    const channel = page.getByRole('treeitem', { name: /^design/ })
    await channel.click()
    await page.waitForURL(/\/t\/logo/)
    await messageWith(page, 'The leaf.').waitFor()
    const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0
    expect(await widthOf('[role="feed"] > div')).toBeGreaterThan(1_200)
    const people = await page.getByRole('complementary', { name: 'People' }).boundingBox()
    expect(people?.x).toBe(0)
    expect(people?.y).toBeGreaterThan(300)
    await expectAccessible(page)
    await channel.click()
    await page.waitForURL(/\/c\/\d+-design$/)

    await carol.api.updateSettings({ web_channel_default_view: 2, fluid_layout_width: false })
    await expect.poll(() => widthOf('[role="feed"] > div')).toBe(920)
    await page.getByRole('treeitem', { name: 'Inbox' }).click()
    await page.waitForURL(/\/inbox/)
    await channel.click()
    await page.waitForURL(/\/c\/\d+-design$/)

    // Times have the format of the language.
    await visit(page, '/settings/preferences')
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('switch', { name: '24-Stunden-Zeit', checked: true }).waitFor()
  })

  it('for animated images apply to those on screen, and images keep their aspect ratio', async () => {
    const world = await createAppWorld()
    const { alice } = world
    const { channelId } = await createChannel(world, 'design', [alice])
    const files = [await moving('loop.gif', 'gif'), await picture('wide.png', { width: 1_600, height: 700 })]
    for (const file of files) {
      const { url } = await alice.api.uploadFile(
        {},
        { files: [new File([await file.arrayBuffer()], file.name)] },
      )
      await sendAll(alice, { channelId, topic: 'logo' }, [`[picture](${url})`])
    }
    await runJobs(world)
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`)
    const animated = page.locator('img[data-animated]')
    const fileOf = async () => (await animated.getAttribute('src'))?.split('/').at(-1)
    await expect.poll(fileOf).toBe('840x560.webp')
    await animated.hover()
    await expect.poll(fileOf).toBe('840x560-anim.webp')
    await page.getByRole('heading', { name: 'logo' }).first().hover()
    await expect.poll(fileOf).toBe('840x560.webp')
    await alice.api.updateSettings({ web_animate_image_previews: 'always' })
    await expect.poll(fileOf).toBe('840x560-anim.webp')

    const proportions = () =>
      page
        .locator('.message_inline_image img')
        .last()
        .boundingBox()
        .then((box) => (box?.width ?? 0) / (box?.height ?? 1))
    expect(await proportions()).toBeCloseTo(1_600 / 700, 1)
    await page.setViewportSize({ width: 360, height: 640 })
    await expect.poll(proportions).toBeCloseTo(1_600 / 700, 1)
  })

  it('explain why a name is rejected, and keep the text', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.carol, '/settings/profile')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('x')
    await name.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await name.inputValue()).toBe('x')
  })
})

describe('Bots', () => {
  it('for incoming webhooks post from feeds that their owner adds and removes', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    await createChannel(world, 'news', [alice, carol])
    await carol.api.createBot({ full_name: 'Reader', short_name: 'reader', bot_type: 2 })
    const page = await openApp(world, carol, '/settings/bots')
    const row = page.getByRole('listitem').filter({ hasText: 'Reader' }).first()
    await row.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Show RSS feeds' }).click()
    await page.getByText('No feeds yet.').waitFor()
    await page.getByLabel('Feed URL').fill('http://127.0.0.1:9/feed.xml')
    await page.getByLabel('Post to').selectOption({ label: 'news' })
    await page.getByLabel('Topic (optional)').fill('plums')
    await page.getByRole('button', { name: 'Add feed' }).click()
    await page.getByText('news > plums').waitFor()
    await page.getByText('Waiting for the first check').waitFor()
    await expectAccessible(page)

    // The server may not connect to itself.
    await pollFeeds.run(world.app, {})
    await page.reload()
    await row.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Show RSS feeds' }).click()
    await page.getByText("Failing: this server isn't allowed to connect to the URL.").waitFor()
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:9/feed.xml' }).click()
    await page.getByText('No feeds yet.').waitFor()
  })

  it('for incoming webhooks show the URL for a service and a channel', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'alerts', [alice, carol])
    const page = await openApp(world, carol)
    await visit(page, '/settings/bots')
    await page.getByRole('button', { name: 'Add a bot' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Orchard Alerts Bot')
    expect(await page.getByLabel('Bot username').inputValue()).toBe('orchard-alerts')
    await page.getByLabel('Type').selectOption({ label: 'Incoming webhook' })
    await page.getByRole('button', { name: 'Create bot' }).click()
    await page.getByLabel('Post to').selectOption({ label: 'alerts' })
    await page.getByRole('button', { name: 'Create webhook URL' }).click()
    const url = page.getByLabel('Webhook URL', { exact: true })
    await expect.poll(() => url.inputValue()).toMatch(/api_key=lqw_\w+$/)
    await expectAccessible(page)
    const { pathname, search } = new URL(await url.inputValue())
    const posted = await fetch(world.url + pathname + search, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ celsius: 41 }),
    })
    expect(posted.status).toBe(200)
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages[0]).toMatchObject({ stream_id: channelId, sender_full_name: 'Orchard Alerts Bot' })

    await visit(page, '/organization/integrations')
    await page.getByLabel('Filter integrations').fill('graf')
    await page.getByRole('heading', { name: 'Monitoring' }).waitFor()
    const grafana = page.getByRole('listitem').filter({ hasText: 'Grafana' })
    await grafana.getByText(/alert/i).first().waitFor()
    await page.getByRole('button', { name: 'Get URL for Grafana' }).click()
    await page.getByRole('button', { name: 'Show webhook URL' }).click()
    await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor()
    await page.keyboard.type(castPassword)
    await page.keyboard.press('Enter')
    await expect.poll(() => url.inputValue()).toMatch(/\/external\/grafana\?api_key=\w+$/)
    await grafana.getByRole('button', { name: /Copy/ }).waitFor()
    await expectAccessible(page)
  })
})

describe('Administration', () => {
  it('invites people from a pasted list, and shows a result per address', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/organization/invitations', {
      permissions: ['clipboard-read'],
    })
    const field = page.getByRole('combobox', { name: 'Email addresses' })
    await field.fill(`"Member, Carol" <${world.carol.email}>; kim@example.org`)
    await field.press('Enter')
    await page.getByRole('button', { name: 'Invite 2 people' }).click()
    // The server has no mail server: the link can be copied.
    await page.getByText(/no email was sent/).waitFor()
    const link = page.getByLabel('Link for kim@example.org')
    await link.waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(world.carol.email)
    await expectAccessible(page)
    // Without HTTPS, pages have no clipboard API.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    )
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    const { invites } = await world.alice.api.getInvitations()
    expect(invites.map(({ email, link_url }) => [email, link_url])).toEqual([
      ['kim@example.org', await link.inputValue()],
    ])
  })

  it('creates a private channel with limited posting, and explains to others why they cannot change it', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/channels/new')
    await page.getByLabel('Name', { exact: true }).fill('harvest plans')
    await page.getByRole('radio', { name: /Private, shared history/ }).check()
    await page.getByRole('combobox', { name: 'Who can post?' }).selectOption({ label: 'Administrators' })
    await page.getByRole('combobox', { name: 'People' }).fill('Carol')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await page.waitForURL(/\/c\/\d+-harvest-plans/)
    const { stream_id: channelId } = await world.alice.api.getChannelId({ stream: 'harvest plans' })
    const { stream } = await world.alice.api.getChannel({ stream_id: channelId })
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers: true })

    const other = await openApp(world, world.carol, `/channels/${channelId}/permissions`)
    await other.getByText(/Only administrators of this channel/).waitFor()
    expect(await other.getByRole('combobox', { name: 'Who can post?' }).isDisabled()).toBe(true)
    await expectAccessible(other)
  })

  it('asks before users remove their own permission', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/organization/permissions')
    // A search finds settings of other pages.
    await page.getByLabel('Search settings').fill('public access')
    await page.getByRole('heading', { name: '1 setting found' }).waitFor()
    await page.getByRole('switch', { name: 'Public access without an account' }).waitFor()
    await page.getByLabel('Search settings').fill('')
    const picker = page.getByRole('combobox', { name: 'Who can add custom emoji?' })
    await picker.selectOption({ label: 'Nobody' })
    await page.getByText('Remove your own permission?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await picker.selectOption({ label: 'Owners' })
    await page.getByText('Saved').first().waitFor()
    await expectAccessible(page)
  })
})

describe('Statistics and the state of the server', () => {
  it('are shown as charts and tables, with CSV, and a failed email can be retried', async () => {
    const mailbox = await createMailbox()
    const world = await createAppWorld({ config: { smtpUrl: mailbox.smtpUrl }, quiet: true })
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(carol, { channelId, topic: 'logo' }, ['One.', 'Two.', 'Three.'])
    for (let run = 0; run < 2; run++) {
      await countStatistics.run(world.app, {})
      world.clock.advance(600)
    }
    mailbox.rejectWith = 550
    await world.anyone.requestPasswordReset({ email: carol.email })
    await runJobs(world)

    const page = await openApp(world, alice, '/organization/statistics')
    const messages = page.getByRole('table', { name: 'Messages per day' })
    await messages.getByRole('cell', { name: '3', exact: true }).waitFor()
    expect(await messages.getByRole('row').count()).toBe(31)
    await page.getByRole('listitem').filter({ hasText: '#design' }).filter({ hasText: '3' }).waitFor()
    await page.getByLabel('Period').selectOption('Last year')
    const weeks = page.getByRole('table', { name: 'Messages per week' })
    await weeks.getByRole('cell', { name: '3', exact: true }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    const lines = csv.trim().split('\r\n')
    expect(lines).toHaveLength(366)
    expect(lines.filter((line) => line.split(',')[1] === '3')).toHaveLength(1)
    await expectAccessible(page)

    await visit(page, '/organization/server')
    await page.getByRole('table').first().getByRole('row').nth(1).waitFor()
    await page.getByText('Not today.').waitFor()
    await expectAccessible(page)
    mailbox.rejectWith = undefined
    await page.getByRole('button', { name: `Retry ${carol.email}` }).click()
    await page.getByText('No email has failed.').waitFor()
    expect((await mailbox.emails(world)).map(({ recipients }) => recipients)).toEqual([[carol.email]])
  })
})
