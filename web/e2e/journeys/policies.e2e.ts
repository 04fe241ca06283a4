import { runJobs } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'

describe('Sign-in policies', () => {
  it('are changed by owners, who cannot lock themselves out', async () => {
    const world = await createAppWorld()
    const { alice, bob } = world
    const denied = await openApp(world, bob, '/organization/sign-in-policy')
    await denied.getByText('Only owners can see the sign-in policy.').waitFor()

    const page = await openApp(world, alice, '/organization/sign-in-policy')
    const inGroup = (title: string) => page.getByRole('group', { name: title })
    await inGroup('Session length').getByLabel('Guests').selectOption({ label: '8 hours' })
    await inGroup('Idle time').getByLabel('Guests').selectOption({ label: '15 minutes' })
    const policy = async () => (await alice.api.getSignInPolicy()).sign_in_policy
    await expect.poll(async () => (await policy()).session_minutes.guest).toBe(480)
    await expect.poll(async () => (await policy()).idle_minutes.guest).toBe(15)

    const networks = page.getByLabel('Allowed networks')
    await networks.fill('10.0.0.0/8')
    await networks.blur()
    await page.getByText(/Your own address, 127\.0\.0\.1, is in none of these networks/).waitFor()
    await networks.fill('10.0.0.0/8\n127.0.0.0/8')
    await networks.blur()
    await expect.poll(async () => (await policy()).allowed_networks).toEqual(['10.0.0.0/8', '127.0.0.0/8'])
    await page.getByLabel('Single sign-on only').selectOption({ label: 'For everyone' })
    await page.getByText(/No single sign-on is set up and turned on here/).waitFor()
    await page.getByLabel('Strength').selectOption({ label: 'Strong' })
    await expect.poll(async () => (await policy()).password_min_level).toBe(3)
    await expectAccessible(page)

    await page.setViewportSize({ width: 360, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await alice.api.updateSettings({ default_language: 'de' })
    await inGroup('Sitzungsdauer').getByLabel('Gäste').waitFor()
  })

  it('let administrators log out somebody everywhere, whose app asks for the password', async () => {
    const world = await createAppWorld()
    const { bob, carol } = world
    const theirs = await openApp(world, carol, '/inbox')
    const page = await openApp(world, bob, `/people/${carol.id}`)
    await page.getByText('Manage', { exact: true }).click()
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page
      .getByRole('dialog', { name: 'Log out everywhere' })
      .getByRole('button', { name: 'Log out everywhere' })
      .click()
    await page.getByText('Logged out everywhere', { exact: true }).waitFor()
    await theirs.getByRole('dialog', { name: 'Please log in again' }).waitFor()
  })
})

describe('Legal holds', () => {
  it('keep deleted messages, which only an e-discovery export shows', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const page = await openApp(world, alice, '/organization/legal-hold')
    await page.getByLabel('Name', { exact: true }).fill('Plum contract')
    const people = page.getByRole('combobox', { name: 'People' }).first()
    await people.fill('Carol')
    await page.getByRole('option', { name: /Carol Member/ }).click()
    await page.getByRole('button', { name: 'Place hold' }).click()
    const holds = page.getByRole('list', { name: 'Legal holds' })
    await holds.getByText('Plum contract').waitFor()
    await holds.getByText('In force').waitFor()
    await expectAccessible(page)

    const where = { type: 'channel', to: channelId, topic: 'logo' } as const
    const { id } = await carol.api.sendMessage({ ...where, content: 'secret plums' })
    const reader = await openApp(world, alice, `/c/${channelId}/t/logo`)
    await messageWith(reader, 'secret plums').waitFor()
    await carol.api.deleteMessage({ message_id: id })
    await messageWith(reader, 'secret plums').waitFor({ state: 'detached' })

    await page.getByLabel('Words').fill('plums')
    await page.getByRole('button', { name: 'Create export' }).click()
    const exports = page.getByRole('list', { name: 'E-discovery exports' })
    await exports.getByText('In progress').waitFor()
    await runJobs(world)
    const link = exports.getByRole('link', { name: 'Download' })
    await link.waitFor()
    const downloading = page.waitForEvent('download')
    await link.click()
    expect((await downloading).suggestedFilename()).toMatch(/-discovery-\d+\.zip$/)
    await expectAccessible(page)

    await holds.getByRole('button', { name: 'Release' }).click()
    await page
      .getByRole('dialog', { name: 'Release Plum contract?' })
      .getByRole('button', { name: 'Release' })
      .click()
    await holds.getByText('Released').waitFor()
    await page.setViewportSize({ width: 360, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  })
})
