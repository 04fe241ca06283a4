import { castPassword } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'

describe('Provisioning', () => {
  it('gives owners a token that works once, is replaced and revoked', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.alice, '/organization/provisioning')
    await page.getByText('There is no token.').waitFor()
    // The login was long ago.
    world.clock.advance(20 * 60)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(castPassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    const shown = page.getByLabel('Copy the token now. It is not shown again.')
    const token = await shown.inputValue()
    const users = (key: string) =>
      fetch(`${world.url}/scim/v2/Users?count=1`, { headers: { authorization: `Bearer ${key}` } })
    expect((await users(token)).status).toBe(200)
    await page.getByText(/^Created on .* by Alice Owner\.$/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Replace token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click()
    await expect.poll(() => shown.inputValue()).not.toBe(token)
    expect((await users(token)).status).toBe(401)
    await page.setViewportSize({ width: 360, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('There is no token.').waitFor()
    expect(await shown.count()).toBe(0)
    const denied = await openApp(world, world.bob, '/organization/provisioning')
    await denied.getByText('Only owners can set up provisioning.').waitFor()
  })
})
