import type { RequestListener } from 'node:http'
import { picture } from '@loquat/server/features/identity/pictures/testing/fixtures.ts'
import { startWebsite } from '@loquat/server/platform/testing/website.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, send } from '../kit/content.ts'
import { injectFaults, setFaults } from '../kit/faults.ts'
import { sendAll } from '../kit/reading.ts'

const failures = (page: Page, level: 'message' | 'region' | 'root') =>
  page.locator(`[data-failure="${level}"]`)

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function openTopic(...contents: string[]) {
  const world = await createAppWorld()
  const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
  const ids: number[] = []
  for (const content of contents)
    ids.push(...(await sendAll(world.carol, { channelId, topic: 'logo' }, [content])))
  const path = `/c/${channelId}/t/logo`
  const page = await openApp(world, world.alice, path, {
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: 'block',
  })
  return { world, ids, path, page }
}

describe('A message', () => {
  it('with an invalid URL or an undecodable file name is rendered normally', async () => {
    const { page } = await openTopic(
      // The browser decodes the entities, so these are `http://[` and `http://javascript:alert(1)` there.
      '[one](http://&#91;) and [two](http://&#106;avascript:alert(1))',
      '[x](http://[) https://a:99999/',
      'https://example.com/100%.png',
      'The last of them.',
    )
    await page.route('https://example.com/**', (route) => route.abort())
    await messageWith(page, 'The last of them.').waitFor()
    expect(await page.getByRole('link', { name: 'one' }).getAttribute('href')).toBe('http://[')
    expect(await page.getByRole('link', { name: 'one' }).getAttribute('target')).toBe('_blank')
    await messageWith(page, 'https://a:99999/').waitFor()
    await page.getByRole('link', { name: '100%.png', exact: true }).click()
    const picture = page.getByRole('dialog')
    await picture.getByText('100%.png').waitFor()
    await picture.getByRole('button', { name: 'Close' }).click()
    await picture.waitFor({ state: 'detached' })
    await send(page, 'Still here')
    await messageWith(page, 'Still here').waitFor()
    expect(await page.locator('[data-failure]').count()).toBe(0)
    await expectAccessible(page)
  })

  it('with images and videos of other sites requests nothing from them', async () => {
    const file = Buffer.from(await (await picture('fig.png', { width: 40, height: 30 })).arrayBuffer())
    const answer: RequestListener = (_, response) => response.setHeader('content-type', 'image/png').end(file)
    const site = await startWebsite({ '/fig.png': answer, '/card.png': answer })
    const world = await createAppWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const place = { channelId, topic: 'logo' }
    const [, cardId = 0] = await sendAll(carol, place, [
      `${site.url}fig.png`,
      'A card.',
      `${site.url}fig.mp4`,
    ])
    const card = `<a class="message_embed_image" href="${site.url}" style="background-image: url(&quot;${site.url}card.png&quot;)"></a>`
    await world.app.database.db
      .updateTable('message')
      .set({ rendered_content: `<div class="message_embed">${card}</div>` })
      .where('id', '=', cardId)
      .execute()
    const page = await openApp(world, alice, '/inbox')
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    await page.goto(`${world.url}/c/${channelId}/t/logo`)
    const isLoaded = (image: Locator) => image.evaluate((one: HTMLImageElement) => one.naturalWidth === 40)
    const image = page.locator('.message_inline_image img')
    await expect.poll(() => isLoaded(image)).toBe(true)
    await expect.poll(() => site.requests.map(({ url }) => url).sort()).toEqual(['/card.png', '/fig.png'])

    const video = page.getByRole('link', { name: `${site.url}fig.mp4` })
    expect(await video.getAttribute('target')).toBe('_blank')
    expect(await page.locator('video').count()).toBe(0)
    await image.click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => isLoaded(dialog.getByRole('img'))).toBe(true)
    // The video is not among the pictures.
    expect(await dialog.getByRole('button', { name: 'Next' }).count()).toBe(0)
    expect([...origins]).toEqual([world.url])
    expect(site.requests).toHaveLength(2)
    await expectAccessible(page)
  })

  it('that is much taller than the window is collapsed, however short its source', async () => {
    const { world, ids, page } = await openTopic('Before it.', 'A formula.', 'After it.')
    await messageWith(page, 'After it.').waitFor()
    // As rendered by older servers without a limit on the size of formulas.
    const rendered_content =
      '<p><span class="katex"><span class="katex-html" aria-hidden="true"><span class="base">' +
      '<span class="strut" style="height:99999em;"></span></span></span></span></p>'
    await world.app.database.db
      .updateTable('message')
      .set({ rendered_content })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    await page.reload()
    const row = page.locator(`[data-message="${ids[1]}"]`)
    await row.getByRole('button', { name: 'Show all' }).waitFor({ state: 'attached' })
    expect((await row.boundingBox())?.height).toBeLessThan(1_000)
    await messageWith(page, 'Before it.').waitFor()
    await messageWith(page, 'After it.').waitFor()
  })

  it('that cannot be rendered says so, shows its source, and does not affect others', async () => {
    const { world, ids, page, path } = await openTopic(
      'Before it.',
      '**Broken** text',
      '**Broken** row',
      'After it.',
    )
    await messageWith(page, 'After it.').waitFor()
    await injectFaults(page, '^Broken text', '\\. Broken row')
    await page.goto(world.url + path)
    await messageWith(page, 'Before it.').waitFor()
    await messageWith(page, 'After it.').waitFor()
    await expect.poll(() => failures(page, 'message').count()).toBe(2)
    await expectAccessible(page)

    for (const [id, source] of [
      [ids[1], '**Broken** text'],
      [ids[2], '**Broken** row'],
    ] as const) {
      const row = page.locator(`[data-message="${id}"]`)
      await row.getByText("This message can't be displayed.").waitFor()
      await row.getByRole('button', { name: 'View source' }).click()
      expect(await row.getByRole('textbox', { name: 'Message source' }).inputValue()).toBe(source)
      await row.getByRole('button', { name: 'Hide source' }).click()
      await row.getByRole('button', { name: 'Copy details' }).click()
      await row.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await clipboard(page)).toContain(`Part: message ${id}`)
      expect(await clipboard(page)).toContain('TypeError: Injected fault')
    }
    // Sender and time are still shown if only the text failed.
    const byCarol = page.locator(`[data-message="${ids[1]}"]`)
    expect(await byCarol.getAttribute('aria-label')).toContain('Carol Member')

    await world.carol.api.updateMessage({ message_id: ids[1] ?? 0, content: 'Repaired text' })
    await messageWith(page, 'Repaired text').waitFor()
    await expect.poll(() => failures(page, 'message').count()).toBe(1)
    await send(page, 'Still here')
    await messageWith(page, 'Still here').waitFor()
    expect(await failures(page, 'region').count()).toBe(0)
    await expectAccessible(page)
  })
})

describe('A region', () => {
  it('that fails says so, leaves the other regions usable, and works again after a reload', async () => {
    const { world, page, path } = await openTopic('The leaf.')
    await messageWith(page, 'The leaf.').waitFor()
    await injectFaults(page)
    const sidebar = page.locator('[data-region=left]').getByRole('tree')
    const people = page.getByRole('searchbox', { name: 'Search people' })
    const feed = page.getByRole('feed')
    const compose = composeField(page)
    const all = { sidebar, people, feed, compose }
    const labels = {
      sidebar: '^Filter channels and people$',
      people: '^Search people$',
      feed: '^Messages$',
      compose: '^Compose$',
    } as const
    for (const [name, label] of Object.entries(labels)) {
      await setFaults(page, label)
      await page.goto(world.url + path)
      await page.getByRole('button', { name: /^Message #design/ }).click()
      const failure = failures(page, 'region')
      await failure.getByText('This part of the app stopped working.').waitFor()
      for (const [other, locator] of Object.entries(all))
        if (other !== name) await locator.waitFor({ state: 'visible' })
      expect(await failure.count(), name).toBe(1)
      await expectAccessible(page)
      await failure.getByRole('button', { name: 'Copy details' }).click()
      await failure.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await clipboard(page)).toContain(`Part: ${name}`)
      await setFaults(page)
      await failure.getByRole('button', { name: 'Reload' }).click()
      await failure.waitFor({ state: 'detached' })
      await messageWith(page, 'The leaf.').waitFor()
    }
  })

  it('that is a dialog can be closed, and a view that fails can be left', async () => {
    const { world, page, path } = await openTopic('The leaf.')
    await messageWith(page, 'The leaf.').waitFor()
    await injectFaults(page, '^Search settings$', '^Go anywhere$', '^Filter conversations$')
    await page.goto(`${world.url}${path}`)
    await messageWith(page, 'The leaf.').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Something went wrong' })
    await page.keyboard.press('Control+k')
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${world.url}/settings/preferences`)
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })

    // The home view is the inbox, which fails as well; the rest of the app still works.
    await page.locator('[data-region=center]').getByText('This part of the app stopped working.').waitFor()
    await page.getByRole('treeitem', { name: 'Combined feed' }).click()
    await messageWith(page, 'The leaf.').waitFor()
    expect(await failures(page, 'region').count()).toBe(0)
  })
})

describe('The app', () => {
  it('that fails as a whole says so, and works again after a reload', async () => {
    const { world, page, path } = await openTopic('The leaf.')
    await messageWith(page, 'The leaf.').waitFor()
    await injectFaults(page, '^Views and channels$')
    await page.goto(world.url + path)
    const failure = failures(page, 'root')
    await failure.getByText('Loquat stopped working. Your drafts are saved.').waitFor()
    await expectAccessible(page)
    await failure.getByRole('button', { name: 'Copy details' }).click()
    await failure.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await clipboard(page)).toContain('Part: app')
    await setFaults(page)
    await failure.getByRole('button', { name: 'Reload' }).click()
    await messageWith(page, 'The leaf.').waitFor()
    expect(await page.locator('[data-failure]').count()).toBe(0)
  })
})
