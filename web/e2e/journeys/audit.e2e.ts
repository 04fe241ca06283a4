import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { visit } from '../kit/screens.ts'

describe('The audit log', () => {
  it('shows owners who changed what, can be searched, and downloaded', async () => {
    const world = await createAppWorld()
    const { alice, bob, carol } = world
    await bob.api.updateUser({ user_id: carol.id, role: 300 })
    await alice.api.updateRealm({ name: 'Grove' })
    const page = await openApp(world, alice, '/organization/audit')
    const log = page.getByRole('list', { name: 'Audit log' })
    const role = log.getByRole('listitem').filter({ hasText: 'Changed a role' })
    await role.getByText('Changed a role').click()
    await role.getByRole('row', { name: 'role 400 300' }).waitFor()
    await role.getByText(/user\.role_changed\. API key .*, from 127\.0\.0\.1/).waitFor()
    expect(await role.locator('summary').innerText()).toMatch(/Carol Member[\s\S]*Bob Admin/)
    await expectAccessible(page)

    await page.getByLabel('Search the audit log').fill('grove')
    await expect.poll(() => log.getByRole('listitem').count()).toBe(1)
    await log.getByText('Changed organization settings').waitFor()
    await page.getByLabel('Search the audit log').fill('nothing like this')
    await page.getByText('No entries match.').waitFor()
    await page.getByLabel('Search the audit log').fill('')
    await page.getByLabel('Events').selectOption({ label: 'Accounts' })
    await expect.poll(() => log.getByText('Changed organization settings').count()).toBe(0)
    await role.waitFor()

    await page.getByText('Webhook', { exact: true }).click()
    await page.getByLabel('Address').fill('https://logs.example.com/audit')
    await page.getByRole('button', { name: 'Set webhook' }).click()
    expect(await page.getByLabel('Key of the signatures').inputValue()).toMatch(/^\w{32}$/)
    expect((await alice.api.getAuditWebhook()).webhook?.url).toBe('https://logs.example.com/audit')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove webhook' }).click()
    await page.getByRole('button', { name: 'Remove webhook' }).waitFor({ state: 'detached' })
    expect((await alice.api.getAuditWebhook()).webhook).toBeNull()

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all (JSON lines)' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/-audit-log-.*\.jsonl$/)

    await page.setViewportSize({ width: 360, height: 640 })
    await role.getByText('Changed a role').click()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })

  it('is for owners only, and speaks German', async () => {
    const world = await createAppWorld()
    const denied = await openApp(world, world.bob, '/organization/audit')
    await denied.getByText('Only owners can see the audit log.').waitFor()
    await world.alice.api.updateSettings({ default_language: 'de' })
    const page = await openApp(world, world.alice, '/inbox')
    await visit(page, '/organization/audit')
    await page.getByRole('list', { name: 'Prüfprotokoll' }).getByText('Konto angelegt').first().waitFor()
  })
})
