import { runJobs } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'

describe('Personal data', () => {
  it('can be copied by the person and erased by an owner', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const settings = await openApp(world, carol, '/settings/security')
    await settings.getByRole('button', { name: 'Request a copy' }).click()
    await settings.getByText('Your copy is being made.').waitFor()
    await runJobs(world)
    const link = settings.getByRole('link', { name: 'Download your data' })
    await link.waitFor()
    const downloading = settings.waitForEvent('download')
    await link.click()
    expect((await downloading).suggestedFilename()).toMatch(/-my-data-.*\.zip$/)
    await expectAccessible(settings)

    const page = await openApp(world, alice, `/people/${carol.id}`)
    await page.getByText('Manage', { exact: true }).click()
    await page.getByRole('button', { name: 'Erase this person…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase Carol Member?' })
    await dialog.getByLabel('Type Carol Member to confirm').fill('Carol Member')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Erase forever' }).click()
    await page.getByRole('progressbar', { name: 'Erasing' }).waitFor()
    await runJobs(world)
    await page.getByText('All personal data of this person was erased.').waitFor()
    await page.getByText(`Deleted user ${carol.id}`).first().waitFor()
  })
})
