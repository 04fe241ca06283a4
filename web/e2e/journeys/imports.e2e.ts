import { runJobs, sendToGeneral } from '@loquat/devkit'
import { entriesOf, zipOf } from '@loquat/server/features/imports/archives/testing/archives.ts'
import { setPreviewOf } from '@loquat/server/features/imports/follow/follow-store.ts'
import { endPreview } from '@loquat/server/features/imports/follow/preview.ts'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, logIn, openApp, openBrowser } from '../kit/app.ts'
import { messageWith, send } from '../kit/content.ts'

/** A small archive of Slack, in which the first person has this address. */
const archiveOf = (email: string) => ({
  name: 'Plum Slack export Mar 1 2024.zip',
  mimeType: 'application/zip',
  buffer: zipOf(
    entriesOf({
      'users.json': [
        {
          id: 'U1',
          name: 'ann',
          is_owner: true,
          profile: { real_name: 'Ann King', email },
        },
        { id: 'U2', name: 'dee', profile: { real_name: 'Dee' } },
      ],
      'channels.json': [{ id: 'C1', name: 'orchard', members: ['U1', 'U2'] }],
      'orchard/2024-03-01.json': [
        { type: 'message', subtype: 'channel_join', user: 'U2', text: 'joined', ts: '1709283601.000000' },
        { type: 'message', user: 'U1', text: 'Are the *plums* ripe?', ts: '1709283602.000000' },
        { type: 'message', subtype: 'me_message', user: 'U1', text: 'waits', ts: '1709283603.000000' },
      ],
    }),
  ),
})

describe('Moving in', () => {
  it('uploads an archive, shows what it contains, and imports it into a new organization', async () => {
    const world = await createAppWorld()
    const archive = archiveOf(world.alice.email)
    const page = await openApp(world, world.alice, '/organization/import')
    // The upload breaks off, and goes on after a reload.
    await page.route('**/import/tus/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByLabel('Archive', { exact: true }).setInputFiles(archive)
    await page.getByRole('button', { name: 'Upload archive' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused').waitFor()
    await page.unroute('**/import/tus/*')
    await page.reload()
    const again = page.getByLabel('Choose the archive again')
    await again.setInputFiles({ ...archive, name: 'other.zip' })
    await page.getByText('This is a different file.').waitFor()
    await expectAccessible(page)
    await again.setInputFiles(archive)

    await page.getByRole('button', { name: 'Check archive' }).click()
    await page.getByRole('heading', { name: `Checking ${archive.name}` }).waitFor()
    await runJobs(world)
    const table = page.getByRole('table')
    await table.getByRole('row', { name: 'Messages 2 1' }).waitFor()
    await page.getByText('Messages: 1 (join and leave notices)').waitFor()
    await page.getByRole('textbox', { name: 'Dee' }).fill('dee@plum.example')
    expect(await page.getByLabel('Subdomain').inputValue()).toBe('plum')
    await expectAccessible(page)

    await page.getByLabel('Name', { exact: true }).fill('Plum Tree')
    await page.getByRole('button', { name: 'Start import' }).click()
    await page.getByRole('heading', { name: `Importing ${archive.name}` }).waitFor()
    await runJobs(world)
    await page.getByRole('heading', { name: 'Plum Tree was imported' }).waitFor()
    const link = page.getByRole('link', { name: /plum\.localhost/ })
    expect(await link.getAttribute('href')).toContain('//plum.localhost')

    const plum = await openBrowser()
    const url = world.url.replace(/\/\/[^:]+/, '//plum.localhost')
    await logIn(plum, { url }, world.alice, '/feed')
    await messageWith(plum, 'Are the plums ripe?').waitFor()
    await messageWith(plum, 'Ann King waits').waitFor()
    const hint = plum.getByRole('status').filter({ hasText: 'Your messages from Slack are here' })
    await hint.waitFor()
    await expectAccessible(plum)
    await hint.getByRole('button', { name: 'Got it' }).click()
    await hint.waitFor({ state: 'hidden' })
    await plum.goto(`${url}/organization/people`)
    const unused = plum.getByRole('row').filter({ hasText: 'Imported, never logged in' })
    await unused.filter({ hasText: 'Dee' }).waitFor()
    expect(await unused.count()).toBe(1)
  })

  it('says that a preview can only be read, until it ends', async () => {
    const world = await createAppWorld()
    const id = await sendToGeneral(world.bob, 'from the old server')
    const realm = (await world.app.realms.bySubdomain(''))!
    const oldUrl = 'https://old.example.com'
    await realm.transactExclusively(async (tx) => {
      await setPreviewOf(tx, oldUrl)
      tx.publish({ type: 'refresh' }, { users: [] }, { realm: true })
    })
    const page = await openApp(world, world.alice, `/m/${id}`)
    const bar = page.getByRole('status').filter({ hasText: 'kept current from old.example.com' })
    await bar.waitFor()
    expect(await bar.getByRole('link', { name: 'Open old.example.com' }).getAttribute('href')).toBe(oldUrl)
    await expectAccessible(page)
    await send(page, 'here')
    await page.getByText(`Until the move, use ${oldUrl} to make changes.`).first().waitFor()

    await endPreview(world.app, realm)
    await bar.waitFor({ state: 'hidden' })
  })
})
