import type { World } from '@loquat/devkit'
import { publishRestart } from '@loquat/server/features/clients/restart/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openBrowser, startSession } from '../kit/app.ts'
import { composeField, createChannel, messageWith, write } from '../kit/content.ts'
import { frames } from '../kit/reading.ts'

const older = 'app-older000.js'
const built = /app-[\w-]{8}\.js/

/**
 * Serves the same app as an older build: the file that changes with every build has another name. Returns a function to stop
 * that.
 */
async function useOlderApp(page: Page, { url }: World): Promise<() => Promise<void>> {
  const [newer = ''] = (await (await fetch(`${url}/inbox`)).text()).match(built) ?? []
  await page.route('**/*', async (route) => {
    const request = route.request()
    const isOfApp = request.resourceType() === 'document' || /\/assets\/.*\.js$/.test(request.url())
    if (!isOfApp) return await route.fallback()
    const response = await route.fetch({ url: request.url().replace(older, newer), maxRedirects: 0 })
    if (response.status() !== 200) return await route.fulfill({ response })
    // No cached file is reused by the newer app.
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body: (await response.text()).replaceAll(newer, older) })
  })
  return () => page.unrouteAll({ behavior: 'wait' })
}

const builtAs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[src*="/app-"]')].map(({ src }) => src).join(),
  )

describe('A restarted server', () => {
  it('offers the newer app to open tabs, without losing drafts', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await carol.api.sendMessage({ type: 'channel', to: channelId, topic: 'logo', content: 'The leaf?' })
    // Without a service worker, which would serve the newer files to the older app.
    const page = await openBrowser({ serviceWorkers: 'block' })
    await startSession(page, world, alice)
    await page.goto(`${world.url}/inbox`)
    await page.getByRole('main').waitFor()
    const stop = await useOlderApp(page, world)
    await page.goto(`${world.url}/c/${channelId}/t/logo`)
    await messageWith(page, 'The leaf?').waitFor()
    expect(await builtAs(page)).toContain(older)
    await write(page, 'Half a thought')

    await publishRestart(world.app)
    const offer = page.getByRole('listitem').filter({ hasText: 'A new version is available.' })
    // It waits while the pointer is over it.
    await offer.hover()
    await write(page, ', and more')
    await expectAccessible(page)
    await stop()
    await offer.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => builtAs(page).catch(() => older), { timeout: 60_000 }).not.toContain(older)
    await messageWith(page, 'The leaf?').waitFor()
    await write(page, '.')
    await expect.poll(() => composeField(page).inputValue()).toBe('Half a thought, and more.')

    // The app is up to date: another restart changes nothing.
    const asked = page.waitForResponse(
      (response) =>
        new URL(response.url()).pathname === '/inbox' && response.request().resourceType() === 'fetch',
    )
    await publishRestart(world.app)
    await (await asked).finished()
    await frames(page)
    expect(await offer.count()).toBe(0)
    expect(await composeField(page).inputValue()).toBe('Half a thought, and more.')
    await expectAccessible(page)
  })
})
