import { startIdentityProvider } from '@loquat/server/features/administration/saml/testing/identity-provider.ts'
import { ownKey } from '@loquat/server/features/administration/saml/testing/keys.ts'
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
})
