import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'

/** The app, which receives people with a code. */
async function startCallback() {
  const server = createServer((_request, response) => response.end('Welcome back'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
}

describe('Apps', () => {
  it('are registered by administrators, allowed on a phone and a computer, used and disconnected', async () => {
    const world = await createAppWorld()
    const redirect_uri = await startCallback()
    const admin = await openApp(world, world.alice, '/organization/apps')
    await admin.getByRole('button', { name: 'Register an app' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Harvest calendar')
    await dialog.getByLabel('Description').fill('Shows harvests as events.')
    await dialog.getByLabel('Redirect URIs').fill('http://127.0.0.1/callback')
    await dialog.getByLabel('Users').selectOption('read')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    const clientId = await admin.getByLabel('Client ID').inputValue()
    await admin.getByText('Nobody connected').waitFor()
    await expectAccessible(admin)

    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri,
      state: 'xyz',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const page = await openApp(world, world.carol, '/settings/apps')
    await page.getByText('No apps are connected').waitFor()
    await page.goto(`${world.url}/oauth/authorize?${query}`)
    await page.getByText('Read messages that you can read').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByText('Limit to some channels').click()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Welcome back').waitFor()
    const params = new URL(page.url()).searchParams
    expect(params.get('state')).toBe('xyz')

    const grant = {
      grant_type: 'authorization_code',
      code: params.get('code') ?? '',
      code_verifier: verifier,
    }
    const issued = await fetch(`${world.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...grant, client_id: clientId, redirect_uri }),
    })
    const { access_token } = (await issued.json()) as { access_token: string }
    const me = () =>
      fetch(`${world.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${access_token}` } })
    expect((await me()).status).toBe(200)

    await page.goto(`${world.url}/settings/apps`)
    await page.getByText('messages:read, users:read').waitFor()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No apps are connected').waitFor()
    expect((await me()).status).toBe(401)
  })
})
