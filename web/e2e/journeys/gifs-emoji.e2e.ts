import { zipOf } from '@loquat/server/features/conversation/custom-emoji/testing/zip-of.ts'
import { picture } from '@loquat/server/features/identity/pictures/testing/fixtures.ts'
import { useGifService } from '@loquat/server/features/reach/gifs/testing/gif-service.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, write } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { createFinger, phone } from '../kit/touch.ts'

const gifs = (page: Page) => page.getByRole('dialog', { name: 'GIFs' })
const gifButton = (page: Page) => page.getByRole('button', { name: 'GIF', exact: true })
const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0

/** For looking at the result by eye. */
const folder = process.env.E2E_SCREENSHOTS
async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: `${folder}/gifs-emoji-${name}.png` })
}

describe('GIFs', () => {
  it('are found by keyboard, shown through this server, sent as links, and hidden if the organization turns them off', async () => {
    const world = await createAppWorld({
      config: { gifs: { provider: 'giphy', key: 'a-secret-key' }, allowPrivateCallbacks: true },
    })
    const { alice, carol } = world
    const service = await useGifService(world.app)
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(world.url) && /^https?:/.test(request.url())) foreign.push(request.url())
    })
    await write(page, 'Look: ')
    await gifButton(page).click()
    await gifs(page).getByRole('option', { name: 'popular 1', exact: true }).waitFor()
    await gifs(page).getByText('Powered by GIPHY').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Search GIPHY').fill('plum')
    const first = gifs(page).getByRole('option', { name: 'plum 1', exact: true })
    await first.waitFor()
    await expect.poll(() => first.locator('img').evaluate(isLoaded)).toBe(true)
    await keepPicture(page, 'search')
    await gifs(page).getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => gifs(page).getByRole('option').count()).toBe(30)
    await page.getByLabel('Search GIPHY').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await gifs(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => composeField(page).inputValue())
      .toBe(`Look: [](${service.origin}/media/3/giphy.gif?cid=a&rid=giphy.gif) `)
    await page.keyboard.press('Control+Enter')
    const shown = messageWith(page, 'Look').locator('.message_inline_image img')
    await expect.poll(() => shown.evaluate(isLoaded)).toBe(true)
    expect(foreign).toEqual([])

    service.answer = { status: 500, body: '' }
    await gifButton(page).click()
    await page.getByLabel('Search GIPHY').fill('pear')
    await gifs(page).getByText('The GIF service did not respond. Try again later.').waitFor()
    await page.keyboard.press('Escape')
    await gifs(page).waitFor({ state: 'detached' })
    await alice.api.updateRealm({ giphy_rating: 0 })
    await gifButton(page).waitFor({ state: 'detached' })

    service.answer = undefined
    await alice.api.updateRealm({ giphy_rating: 2 })
    const small = await openApp(world, carol, `/c/${channelId}/t/logo`, { ...phone, colorScheme: 'dark' })
    await small
      .getByRole('button', { name: /^Message/ })
      .first()
      .tap()
    await gifButton(small).tap()
    await gifs(small).getByRole('option', { name: 'popular 1', exact: true }).waitFor()
    await expectAccessible(small)
    await keepPicture(small, 'phone')
  })

  it('have no button without a key', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    const page = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await write(page, '')
    await page.getByRole('button', { name: 'Emoji', exact: true }).waitFor()
    expect(await gifButton(page).count()).toBe(0)
  })
})

describe('Skin tones', () => {
  it('are chosen for one emoji by key and by a long press, and shown in reactions of everyone', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const path = `/c/${channelId}/t/logo`
    await sendAll(carol, { channelId, topic: 'logo' }, ['Shall we?'])
    const page = await openApp(world, carol, path)
    await messageWith(page, 'Shall we?').focus()
    await page.keyboard.press(':')
    await page.getByLabel('Search emoji').fill('+1')
    await page.getByRole('gridcell', { name: '+1', exact: true }).waitFor()
    await page.getByLabel('Search emoji').press('Alt+ArrowDown')
    await page.getByRole('toolbar', { name: 'Skin tone' }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'tones')
    await page.getByRole('button', { name: 'Dark skin tone', exact: true }).click()
    const chip = messageWith(page, 'Shall we?').getByRole('button', { name: /^\+1/ })
    await expect.poll(() => chip.textContent()).toContain('👍🏿')

    // The default tone of another person, on a phone.
    await alice.api.updateSettings({ emoji_skin_tone: '1f3fb' })
    const small = await openApp(world, alice, path, phone)
    const theirs = messageWith(small, 'Shall we?').getByRole('button', { name: /^\+1/ })
    await theirs.tap()
    await expect.poll(() => theirs.textContent()).toContain('👍🏿👍🏻')
    const finger = await createFinger(small)
    await small
      .getByRole('button', { name: /^Message/ })
      .first()
      .tap()
    await small.getByRole('button', { name: 'Emoji', exact: true }).tap()
    await small.getByLabel('Search emoji').fill('wave')
    const wave = small.getByRole('gridcell', { name: 'wave', exact: true })
    await wave.waitFor()
    await finger.hold(wave, small.getByRole('toolbar', { name: 'Skin tone' }))
    await small.getByRole('button', { name: 'Medium skin tone', exact: true }).tap()
    await expect.poll(() => composeField(small).inputValue()).toBe('👋🏽 ')
    await keepPicture(small, 'reactions')
  })
})

describe('Custom emoji', () => {
  it('are added by dropping images and by an archive, with a result for each file', async () => {
    const world = await createAppWorld()
    const { alice } = world
    const page = await openApp(world, alice, '/organization/emoji')
    const plum = Buffer.from(await (await picture('x.png', { color: '#7d3b6e' })).arrayBuffer())
    const drop = page.getByRole('group', { name: /^Drop images/ })
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer()
        for (const name of ['Ripe Plum.png', 'Ripe-Plum.png', 'ripe plum.png'])
          data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
        return data
      },
      [...plum],
    )
    await drop.dispatchEvent('drop', { dataTransfer: transfer })
    const names = () =>
      page
        .getByRole('textbox', { name: /^Name of/ })
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await expect.poll(names).toEqual(['ripe_plum', 'ripe-plum', 'ripe_plum_2'])
    await page.getByRole('textbox', { name: 'Name of ripe plum.png', exact: true }).fill('ripe_plum')
    await page.getByText('An emoji with this name already exists').first().waitFor()
    await page.getByRole('button', { name: 'Leave out ripe plum.png', exact: true }).click()
    await expectAccessible(page)
    await keepPicture(page, 'upload')
    await page.getByRole('button', { name: 'Add 2 emoji' }).click()
    await page.getByText(':ripe-plum:').waitFor()

    const archive = await zipOf({ 'fig.png': plum, 'Ripe Plum.png': plum, 'broken.png': Buffer.from('x') })
    await page
      .getByLabel('Choose files')
      .setInputFiles({ name: 'fruit.zip', mimeType: 'application/zip', buffer: archive })
    await page.getByText('fruit.zip: 1 added, 2 not added.').waitFor()
    await page
      .getByRole('region', { name: 'fruit.zip' })
      .getByText('Ripe Plum.png An emoji with this name already exists.')
      .waitFor()
    await page.getByText(':fig:').waitFor()
    await keepPicture(page, 'archive')
  })
})
