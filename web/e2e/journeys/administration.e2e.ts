import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'

describe('settings', () => {
  it('are saved at once, are found by what they do, and hold after loading again', async () => {
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

  it('say why a name is refused, and keep what was written', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.carol, '/settings/profile')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('x')
    await name.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await name.inputValue()).toBe('x')
  })
})

describe('administration', () => {
  it('invites people from a pasted list, and says of each address what became of it', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/organization/invitations')
    const field = page.getByRole('combobox', { name: 'Addresses' })
    await field.fill(`"Member, Carol" <${world.carol.email}>; kim@example.org`)
    await field.press('Enter')
    await page.getByRole('button', { name: 'Invite 2 people' }).click()
    await page.getByText('1 invitation was sent.').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(world.carol.email)
    await page.getByRole('button', { name: 'Send again' }).waitFor()
    await expectAccessible(page)
    const { invites } = await world.alice.api.getInvitations()
    expect(invites.map(({ email }) => email)).toEqual(['kim@example.org'])
  })

  it('makes a private channel in which few may post, and shows others why they may not change it', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/channels/new')
    await page.getByLabel('Name', { exact: true }).fill('harvest plans')
    await page.getByRole('radio', { name: /Private, with history/ }).check()
    await page.getByRole('combobox', { name: 'Who can post?' }).selectOption({ label: 'Administrators' })
    await page.getByRole('combobox', { name: 'People' }).fill('Carol')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await page.waitForURL(/\/c\/\d+-harvest-plans/)
    const { stream_id: channelId } = await world.alice.api.getChannelId({ stream: 'harvest plans' })
    const { stream } = await world.alice.api.getChannel({ stream_id: channelId })
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers: true })

    const other = await openApp(world, world.carol, `/channels/${channelId}/permissions`)
    await other.getByText(/only administrators and those who may administer/).waitFor()
    expect(await other.getByRole('combobox', { name: 'Who can post?' }).isDisabled()).toBe(true)
    await expectAccessible(other)
  })

  it('asks before somebody gives away a right of their own', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/organization/permissions')
    const picker = page.getByRole('combobox', { name: 'Who can add emoji?' })
    await picker.selectOption({ label: 'Nobody' })
    await page.getByText('You would lose this right').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await picker.selectOption({ label: 'Owners' })
    await page.getByText('Saved').first().waitFor()
    await expectAccessible(page)
  })
})
