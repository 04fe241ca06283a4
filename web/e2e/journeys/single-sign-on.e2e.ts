import { syncOpenIdAccounts } from '@loquat/server/features/administration/external-login/jobs.ts'
import { startProvider } from '@loquat/server/features/administration/external-login/testing/provider.ts'
import { startIdentityProvider } from '@loquat/server/features/administration/saml/testing/identity-provider.ts'
import { ownKey } from '@loquat/server/features/administration/saml/testing/keys.ts'
import type { OpenIdProvider } from '@loquat/server/platform/login-config.ts'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openBrowser } from '../kit/app.ts'

describe('Single sign-on', () => {
  it('with SAML logs in from another site, and out on both sides', async () => {
    // Another site than the app, so that the browser treats its form as that of a stranger.
    const provider = await startIdentityProvider({ host: 'localhost' })
    const world = await createAppWorld({ config: { samlProviders: [provider.config], samlKey: ownKey } })
    const realm = await world.app.realms.byHost('')
    realm!.directory.url = world.url
    provider.account = { nameId: world.carol.email }
    provider.trust(await (await fetch(`${world.url}/accounts/login/saml/acme/metadata`)).text())

    const page = await openBrowser()
    await page.goto(`${world.url}/recent`)
    const button = page.getByRole('link', { name: 'Log in with Work & Co' })
    await button.waitFor()
    await expectAccessible(page)
    await button.click()
    await page.waitForURL(/\/recent$/)
    await page.locator('main').waitFor()

    await page.getByRole('button', { name: 'Orchard' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in to Orchard' }).waitFor()
    expect(provider.loggedOut).toEqual([world.carol.email])
    await page.goto(`${world.url}/inbox`)
    await page.getByRole('heading', { name: 'Log in to Orchard' }).waitFor()
  })

  it('with OpenID Connect brings groups, follows their changes, and ends when the provider says so', async () => {
    const openIdProviders: OpenIdProvider[] = []
    const world = await createAppWorld({ config: { openIdProviders } })
    const { alice, carol } = world
    const realm = await world.app.realms.byHost('')
    realm!.directory.url = world.url
    const path = '/accounts/login/openid/acme'
    // The provider has to know the address of the server.
    const provider = await startProvider(`${world.url}${path}/callback`)
    const mapping = {
      groupsAttribute: 'groups',
      roleAttribute: undefined,
      groups: [
        { from: 'eng', to: 'Engineers' },
        { from: 'ops', to: 'Operators' },
      ],
      roles: [],
      updatesNames: false,
    }
    const sync = { ifGone: 'sign-out', maxDeactivatedShare: 0.5 } as const
    openIdProviders.push({ ...provider.config, iconUrl: undefined, mapping, sync })
    for (const name of ['Engineers', 'Operators'])
      await alice.api.createUserGroup({ name, description: '', members: [alice.id] })
    const account = { email: carol.email, email_verified: true, groups: ['eng'] }
    provider.accounts.set('c-1', account)
    provider.who = 'c-1'

    const page = await openBrowser()
    await page.goto(`${world.url}/recent`)
    await page.getByRole('link', { name: 'Log in with Work & Co' }).click()
    await page.waitForURL(/\/recent$/)
    await page.locator('main').waitFor()
    const groups = async () =>
      (await alice.api.getUserGroups({})).user_groups
        .filter(({ members }) => members.includes(carol.id))
        .map(({ name }) => name)
        .filter((name) => /^(Engineers|Operators)$/.test(name))
    expect(await groups()).toEqual(['Engineers'])

    provider.accounts.set('c-1', { ...account, groups: ['ops'] })
    world.clock.advance(3_600)
    await syncOpenIdAccounts.run(world.app, {})
    expect(await groups()).toEqual(['Operators'])

    const logout_token = await provider.logoutToken({ sub: 'c-1' })
    const body = new URLSearchParams({ logout_token })
    const answer = await fetch(`${world.url}${path}/backchannel-logout`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    await page.getByRole('dialog', { name: 'Please log in again' }).waitFor()
  })
})
