import { castPassword, createMailbox, linkInEmail, runJobs, type World } from '@loquat/devkit'
import { createOrganization } from '@loquat/server/features/administration/realm-lifecycle/create.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, logIn, openApp, openBrowser } from '../kit/app.ts'
import { createChannel, messageWith, send } from '../kit/content.ts'

/** Another organization on the same server, whose owner has the same email address. */
async function secondOrganization(world: World, fullName = 'Alice Elsewhere'): Promise<string> {
  await createOrganization(world.app, {
    subdomain: 'plum',
    name: 'Plum',
    owner: { email: world.alice.email, fullName, password: castPassword },
  })
  return world.url.replace(/\/\/[^:]+/, '//plum.localhost')
}

async function switchTo(page: Page, from: string, name: string): Promise<void> {
  await page.getByRole('button', { name: from }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function add(page: Page, from: string, address: string): Promise<void> {
  await switchTo(page, from, 'Add organization')
  await page.getByLabel('Organization URL').fill(address)
  await page.keyboard.press('Enter')
}

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

describe('Two organizations in one browser', () => {
  it('keep their own view, theme and unread counts', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    const plum = await secondOrganization(world)
    const page = await openApp(world, world.alice, `/c/${channelId}`)
    await world.alice.api.updateSettings({ color_scheme: 2 })
    await expect.poll(() => theme(page)).toBe('dark')
    await expectAccessible(page)

    await add(page, 'Orchard', new URL(plum).host)
    await page.getByRole('heading', { name: 'Log in to Plum' }).waitFor()
    await logIn(page, { url: plum }, world.alice, '/recent')
    await page.getByRole('button', { name: 'Plum' }).waitFor()
    expect(await theme(page)).toBe('auto')
    const navigation = page.getByRole('tree', { name: 'Views and channels' })
    expect(await navigation.getByRole('treeitem', { name: 'design' }).count()).toBe(0)

    await world.carol.api.sendMessage({ type: 'direct', to: [world.alice.id], content: 'For you' })
    await add(page, 'Plum', new URL(world.url).host)
    await page.getByRole('button', { name: 'Orchard' }).waitFor()
    await navigation.getByRole('treeitem', { name: 'Carol Member' }).waitFor()
    expect(await theme(page)).toBe('dark')
    // Each app now knows the other organization.
    await switchTo(page, 'Orchard', 'plum.localhost')
    await page.getByRole('button', { name: 'Plum' }).waitFor()
    expect(page.url()).toContain(plum)
    expect(await navigation.getByRole('treeitem', { name: 'Carol Member' }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Orchard' }).waitFor()
    await expectAccessible(page)
  })
})

describe('An owner', () => {
  it('controls the access of each role, and other users see the reason', async () => {
    const mailbox = await createMailbox()
    const world = await createAppWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol } = world
    const olga = await openApp(world, world.alice, '/channels/new')
    await olga.getByLabel('Name', { exact: true }).fill('vault')
    await olga.getByRole('radio', { name: /^Private, shared history/ }).check()
    await olga.getByRole('button', { name: 'Create channel' }).click()
    await olga.waitForURL(/\/c\/\d+-vault/)
    const channelId = Number(/\/c\/(\d+)/.exec(olga.url())?.[1])
    await olga.goto(`${world.url}/channels/${channelId}/permissions`)
    await olga.getByLabel('Who can post?').selectOption({ label: 'Administrators' })
    await expect.poll(async () => (await postersOf(world, channelId))?.name).toBe('role:administrators')
    await expectAccessible(olga)

    await olga.goto(`${world.url}/organization/invitations`)
    await olga.getByLabel('Email addresses').fill('guest@example.org')
    await olga.keyboard.press('Enter')
    await olga.getByLabel('Role', { exact: true }).selectOption({ label: 'Guest' })
    await olga.getByLabel('Additional channels').fill('vau')
    await olga.getByRole('option', { name: 'vault' }).click()
    await olga.getByRole('button', { name: 'Invite 1 person' }).click()
    await olga.getByText('1 invitation sent.').waitFor()
    const emails = await mailbox.emails(world)
    const email = emails.find(({ recipients }) => recipients.includes('guest@example.org'))
    const guest = await openBrowser()
    await guest.goto(`${world.url}${new URL(linkInEmail(email, '/join/')).pathname}`)
    await guest.getByText(/has invited you as a guest\. You'll be added to #vault/).waitFor()
    await guest.getByLabel('Your name').fill('Gil Guest')
    await guest.getByLabel('Password', { exact: true }).fill('a quiet loquat tree')
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.waitForURL(/\/c\/\d+-vault/)
    // The user can read, and sees why they cannot post.
    await guest.getByRole('button', { name: /^Message #vault/ }).click()
    await guest.getByRole('button', { name: 'Send', exact: true }).hover()
    await guest.getByText("You don't have permission to post in this channel.").first().waitFor()
    await expectAccessible(guest)

    await olga.goto(`${world.url}/c/${channelId}/t/keys`)
    await olga.getByRole('button', { name: /^Message #vault/ }).click()
    await send(olga, 'Only we write here')
    await guest.goto(`${world.url}/c/${channelId}/t/keys`)
    await messageWith(guest, 'Only we write here').waitFor()

    const member = await openApp(world, carol, `/c/${channelId}/t/keys`)
    await member.getByText("This conversation is private or doesn't exist.").waitFor()
    expect(await member.getByText('Only we write here').count()).toBe(0)
    await member.goto(`${world.url}/organization/exports`)
    await member.getByText(/Only administrators can create and see exports/).waitFor()
    await expectAccessible(member)

    await olga.goto(`${world.url}/organization/exports`)
    await olga.getByRole('button', { name: 'Export public data' }).click()
    await olga.getByText('in progress').waitFor()
    await runJobs(world)
    await olga.getByText('ready', { exact: true }).waitFor()
    await expectAccessible(olga)
  })
})

async function postersOf(world: World, channelId: number) {
  const { stream } = await world.alice.api.getChannel({ stream_id: channelId })
  const { user_groups: groups } = await world.alice.api.getUserGroups({})
  return groups.find(({ id }) => id === stream.can_send_message_group)
}

describe('A new organization', () => {
  it('is set up by its owner in six steps, even without a mail server', async () => {
    const world = await createAppWorld()
    const plum = await secondOrganization(world, 'Owner')
    const page = await openBrowser()
    await logIn(page, { url: plum }, world.alice, '/inbox')
    const panel = page.getByRole('region', { name: 'Set up your organization' })
    const next = panel.getByRole('button', { name: 'Next step' })
    await panel.getByLabel('Organization name').fill('Plum Tree')
    await panel.getByLabel('Your name').fill('Ana Lopez')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Plum Tree' }).waitFor()

    // The next step opens, ready to type.
    const emails = panel.getByLabel('Email addresses')
    await expect.poll(() => emails.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('Ben <ben@example.com>')
    await panel.getByRole('button', { name: 'Invite 1 person' }).click()
    await panel.getByText(/no email was sent/).waitFor()
    expect(await panel.getByRole('button', { name: 'Skip' }).count()).toBe(0)
    const link = await panel.getByLabel('Link for ben@example.com').inputValue()
    await expectAccessible(page)

    await next.click()
    await panel.getByLabel('Channel name').fill('design')
    await panel.getByRole('button', { name: 'Create channel' }).click()
    await panel.getByText('#design is ready.').waitFor()
    await page.getByRole('treeitem', { name: 'design' }).waitFor()

    await next.click()
    await panel.getByText(/Square image/).waitFor()
    await panel.getByRole('button', { name: 'Skip' }).click()
    await panel.getByRole('link', { name: 'Open import' }).waitFor()
    await panel.getByRole('button', { name: 'Skip' }).click()
    await panel.getByText(/can't send email yet/).waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Skip' }).click()
    await panel.getByText("You're all set.").waitFor()
    await panel.getByRole('button', { name: 'Done', exact: true }).click()
    await panel.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('treeitem', { name: 'design' }).waitFor()
    expect(await panel.count()).toBe(0)

    const ben = await openBrowser()
    await ben.goto(plum + new URL(link).pathname)
    await ben.getByText(/Ana Lopez has invited you/).waitFor()
  })
})
