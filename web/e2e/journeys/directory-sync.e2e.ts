import { syncLdapAccounts } from '@loquat/server/features/administration/external-login/jobs.ts'
import { startDirectory } from '@loquat/server/features/administration/external-login/testing/directory.ts'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'

const password = 'kept in the directory'

describe('The LDAP directory', () => {
  it('gives groups at the login and deactivates who left, and administrators see both in the app', async () => {
    const directory = await startDirectory([
      { uid: 'carol', cn: 'Carol', mail: 'carol@example.com', password, departmentNumber: ['Eng'] },
      { uid: 'dave', cn: 'Dave', mail: 'dave@example.com', password },
    ])
    const mapping = {
      groupsAttribute: 'departmentNumber',
      roleAttribute: undefined,
      groups: [{ from: 'eng', to: 'Engineers' }],
      roles: [],
      updatesNames: false,
    }
    const filter = '(&(objectClass=inetOrgPerson)(!(employeeType=left))(|(uid=%s)(mail=%s)))'
    const ldap = { ...directory.config, filter, mapping, sync: { maxDeactivatedShare: 1 } }
    const world = await createAppWorld({ config: { ldap } })
    const { alice, carol } = world
    await alice.api.createUserGroup({ name: 'Engineers', description: '', members: [alice.id] })
    const page = await openApp(world, alice, '/organization/audit')
    const log = page.getByRole('list', { name: 'Audit log' })
    const entry = (text: string) =>
      log.getByRole('listitem').filter({ hasText: text }).filter({ hasText: 'Engineers' })

    await world.anyone.fetchApiKey({ username: 'carol', password })
    await page.reload()
    await entry('Changed group members').first().waitFor()
    const { user_groups } = await alice.api.getUserGroups()
    expect(user_groups.find(({ name }) => name === 'Engineers')?.members).toContain(carol.id)

    await directory.change('carol', { employeeType: 'left' })
    await syncLdapAccounts.run(world.app, {})
    await page.reload()
    const left = log.getByRole('listitem').filter({ hasText: 'Deactivated an account' })
    await left.getByText('Carol Member').first().waitFor()
    await left.getByText('Deactivated an account').click()
    await left.getByText(/user\.deactivated/).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  })
})
