import { castPassword, type Person, type World } from '@loquat/devkit'
import { codeOf } from '@loquat/server/features/administration/second-factors/testing/authenticator-app.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, openBrowser } from '../kit/app.ts'

/** Passkeys belong to a host name, and an IP address is none. */
async function worldWithName(): Promise<World> {
  const world = await createAppWorld()
  const url = new URL(world.url)
  url.hostname = 'localhost'
  const realm = await world.app.realms.byHost('')
  realm!.directory.url = url.origin
  return { ...world, url: url.origin }
}

async function enterPassword(page: Page, world: World, person: Person, path = '/settings/security') {
  await page.goto(`${world.url}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(castPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Chromium's own authenticator, which needs no device and no person. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const logOut = async (page: Page, world: World) => {
  await page.context().clearCookies({ name: 'loquat_session' })
  await page.goto(`${world.url}/login`)
}

describe('Second factors', () => {
  it('from an authenticator app are set up with a QR code, asked for at login, and replaced by a recovery code', async () => {
    const world = await createAppWorld()
    const page = await openBrowser()
    await enterPassword(page, world, world.carol)
    await page.getByRole('heading', { name: 'Authenticator app' }).waitFor()
    await expectAccessible(page)
    // Logging in counts as a proof for a while only.
    world.clock.advance(1_000)
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    const proof = page.getByRole('dialog', { name: "Confirm that it's you" })
    await proof.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await proof.getByText('wrong password', { exact: false }).waitFor()
    await expectAccessible(page)
    await proof.getByLabel('Password').fill(castPassword)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' })
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await dialog.locator('code').textContent()) ?? ''
    await expectAccessible(page)
    await dialog.getByLabel('Code from the app').fill('000000')
    await page.keyboard.press('Enter')
    await dialog.getByText('wrong or has already been used', { exact: false }).waitFor()
    await dialog.getByLabel('Code from the app').fill(codeOf(world, secret))
    await page.keyboard.press('Enter')
    await page.getByText("They won't be shown again", { exact: false }).waitFor()
    const codes = page.getByRole('status').locator('li code')
    expect(await codes.count()).toBe(10)
    const recovery = (await codes.first().textContent()) ?? ''
    await expectAccessible(page)
    await page.getByRole('button', { name: "I've saved them" }).click()
    await page.getByText('10 codes left.').waitFor()

    await logOut(page, world)
    world.clock.advance(60)
    await enterPassword(page, world, world.carol)
    await page.getByRole('heading', { name: "Confirm that it's you" }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Code').fill('123123')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    expect(await page.getByRole('alert').textContent()).toBe('This code is wrong or has already been used.')
    expect(await page.locator(':focus').getAttribute('name')).toBe('code')
    await page.getByLabel('Code').fill(codeOf(world, secret))
    await page.getByLabel("Don't ask on this browser for 30 days").check()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { name: 'Remembered browsers' }).waitFor()
    await expectAccessible(page)

    await logOut(page, world)
    await enterPassword(page, world, world.carol)
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('button', { name: 'Forget' }).waitFor({ state: 'detached' })
    await logOut(page, world)
    await enterPassword(page, world, world.carol)
    await page.getByLabel('Code').fill(recovery)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('9 codes left.').waitFor()
    await page.getByRole('button', { name: 'Remove authenticator app' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator app' }).click()
    await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  })

  it('that ask again when a session has ended keep the page', async () => {
    const world = await createAppWorld()
    const { secret } = await world.carol.api.startTotp({ password: castPassword })
    await world.carol.api.confirmTotp({ code: codeOf(world, secret) })
    world.clock.advance(60)
    const page = await openBrowser()
    await enterPassword(page, world, world.carol, '/inbox')
    await page.getByLabel('Code').fill(codeOf(world, secret))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('main').waitFor()
    await world.carol.api.endOtherSessions()
    const dialog = page.getByRole('dialog', { name: 'Please log in again' })
    await dialog.getByLabel('Password').fill(castPassword)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Code').waitFor()
    await expectAccessible(page)
    world.clock.advance(60)
    await dialog.getByLabel('Code').fill(codeOf(world, secret))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  })

  it('by passkey log in without a password, or after it, and confirm sensitive changes', async () => {
    const world = await worldWithName()
    const page = await openBrowser()
    await addAuthenticator(page)
    await enterPassword(page, world, world.carol)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add passkey' })
    await dialog.getByLabel('Name').fill('Work laptop')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText("They won't be shown again", { exact: false }).waitFor()
    await page.getByText('Work laptop').waitFor()
    await expectAccessible(page)

    await logOut(page, world)
    await page.goto(`${world.url}/login?next=%2Fsettings%2Fsecurity`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('last used on', { exact: false }).waitFor()

    await logOut(page, world)
    await enterPassword(page, world, world.carol)
    await page.getByRole('heading', { name: "Confirm that it's you" }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('Work laptop').waitFor()

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
    await page.keyboard.press('Enter')
    await page.getByText('Old laptop').waitFor()
    world.clock.advance(1_000)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.getByText('Old laptop').waitFor({ state: 'detached' })
  })

  it('that the organization requires are announced, set up at login, and reset by administrators', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { user_groups } = await alice.api.getUserGroups({})
    const everyone = user_groups.find(({ name }) => name === 'role:members')?.id ?? 0
    await alice.api.updateRealm({ second_factor_required_group: { new: everyone } })
    const page = await openApp(world, carol, '/inbox')
    await page.getByText('Your organization requires a second factor', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await page.getByRole('heading', { name: 'Authenticator app' }).waitFor()

    world.clock.advance(14 * 86_400)
    await logOut(page, world)
    await enterPassword(page, world, carol)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await expectAccessible(page)
    const secret = (await page.locator('code').textContent()) ?? ''
    await page.getByLabel('Code').fill(codeOf(world, secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    expect(await page.locator('li code').count()).toBe(10)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByText('10 codes left.').waitFor()

    const owner = await openApp(world, alice, `/people/${carol.id}`)
    await owner.getByText('Manage', { exact: true }).click()
    await owner.getByRole('button', { name: 'Reset second factors' }).click()
    await owner
      .getByRole('dialog', { name: 'Reset second factors' })
      .getByRole('button', { name: 'Reset second factors' })
      .click()
    await owner.getByText('Second factors reset', { exact: true }).waitFor()
    expect((await carol.api.getFactors()).totp).toBeNull()
  })

  it('that an organization requires can be a passkey, which is set up at the login', async () => {
    const world = await worldWithName()
    const { user_groups } = await world.alice.api.getUserGroups({})
    const everyone = user_groups.find(({ name }) => name === 'role:everyone')!.id
    await world.alice.api.updateRealm({
      second_factor_required_group: { new: everyone },
      second_factor_grace_days: 0,
    })
    const page = await openBrowser()
    await addAuthenticator(page)
    await enterPassword(page, world, world.carol)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set up a passkey instead' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    expect(await page.locator('.codes code').count()).toBe(10)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Authenticator app' }).waitFor()
    expect(await world.carol.api.getFactors()).toMatchObject({ totp: null, passkeys: [{ name: 'Passkey' }] })
  })
})
