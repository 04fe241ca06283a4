import { createApi } from '@loquat/client'
import { castPassword, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel } from '../kit/content.ts'

describe('Tokens', () => {
  it('are created with scopes and channels, shown once, and revoked', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    await createChannel(world, 'harvest', [alice, carol])
    const page = await openApp(world, carol, '/settings/bots')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Token name').fill('Nightly report')
    await page.getByLabel('Messages', { exact: true }).selectOption({ label: 'Read and write' })
    const channels = page.getByRole('combobox', { name: 'Limit to channels' })
    await channels.fill('harv')
    await channels.press('Enter')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create token' }).click()
    const field = page.getByLabel('Your new token', { exact: true }).and(page.locator('input'))
    await expect.poll(() => field.inputValue()).toMatch(/^lqt_/)
    const api = createApi({
      url: world.url,
      credentials: { email: carol.email, apiKey: await field.inputValue() },
    })
    await api.sendMessage({ type: 'channel', to: 'harvest', topic: 'report', content: '12 baskets' })
    await expect(api.getUsers({})).rejects.toMatchObject(
      withReason('token-scope-missing', { scope: 'users:read' }),
    )
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Nightly report' })
    await row.getByText('messages:write · #harvest').waitFor()
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
    await row.waitFor({ state: 'detached' })
    await expect(api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })).rejects.toMatchObject(
      withReason('credentials-invalid'),
    )
  })

  it('take the place of API keys, which owners turn off', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const owner = await openApp(world, alice, '/organization/permissions')
    await owner.getByRole('switch', { name: 'Allow API keys' }).click()
    await expect.poll(async () => (await world.raw('/api/v1/users/me', { as: carol })).status).toBe(401)
    const page = await openApp(world, carol, '/settings/bots')
    await page.getByText('Your organization has turned off API keys.').waitFor()
  })
})

describe('An API key', () => {
  it('is replaced in the settings, after the password is entered again', async () => {
    const world = await createAppWorld()
    const { carol } = world
    const page = await openApp(world, carol, '/settings/bots')
    world.clock.advance(901)
    await page.getByRole('button', { name: 'Replace key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
    await page
      .getByRole('dialog', { name: "Confirm that it's you" })
      .getByLabel('Password')
      .fill(castPassword)
    await page.keyboard.press('Enter')
    const key = page.locator('code').filter({ hasText: /^\w{32}$/ })
    await key.waitFor()
    const api = createApi({
      url: world.url,
      credentials: { email: carol.email, apiKey: await key.innerText() },
    })
    await api.getOwnUser()
    expect((await world.raw('/api/v1/users/me', { as: carol })).status).toBe(401)
  })
})
