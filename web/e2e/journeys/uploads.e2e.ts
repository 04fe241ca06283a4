import { createHash } from 'node:crypto'
import { runJobs } from '@loquat/devkit'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith, write } from '../kit/content.ts'
import { frames, lines, sendAll } from '../kit/reading.ts'
import { createFinger, phone } from '../kit/touch.ts'

/** An image from the clipboard, which has no name. */
const pasteScreenshot = (page: Page) =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 })
    canvas.getContext('2d')?.fillRect(40, 30, 200, 100)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob ?? ''], 'image.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })

/** Drags files over the window. */
const drag = (page: Page, type: 'dragenter' | 'drop', names: readonly string[]) =>
  page.evaluate(
    ([type, names]) => {
      const dataTransfer = new DataTransfer()
      for (const name of names)
        dataTransfer.items.add(new File([`This is ${name}.`], name, { type: 'text/plain' }))
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [type, names] as const,
  )

const mebibyte = 1024 * 1024

/** Seconds of silence as a WAV file. Browsers detect the format regardless of the name. */
function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const rate = 8_000
  const bytes = new Uint8Array(44 + rate * seconds).fill(128, 44)
  const view = new DataView(bytes.buffer)
  const word = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at)
  word(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  word(36, 'data')
  view.setUint32(40, rate * seconds, true)
  return bytes
}

/** Bytes without repeated parts. */
const bytesOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) ^ (at >> 8)))

/** A file of this size for the file picker. */
const pick = async (page: Page, name: string, size: number) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytesOf(size) })
}

/** Upload speed in bytes per second. */
const slowDown = async (page: Page) => {
  const network = await page.context().newCDPSession(page)
  return (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

const digestOf = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer()
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    return { size: bytes.byteLength, digest: [...digest].join() }
  }, url)

describe('Uploads', () => {
  it('can be pasted, dropped and removed, and images do not move the visible messages', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'logo' }, ['Show me.'])
    const path = `/c/${channelId}/t/logo`
    const carol = await openApp(world, world.carol, path, { serviceWorkers: 'block' })
    const alice = await openApp(world, world.alice, path)
    await messageWith(alice, 'Show me.').waitFor()
    const held: Route[] = []
    let isHeld = true
    await carol.route('**/user_uploads', async (route) => {
      if (isHeld) held.push(route)
      else await route.continue()
    })
    await write(carol, 'Here it is')
    await pasteScreenshot(carol)
    const tray = carol.getByRole('list', { name: 'Files' })
    const items = tray.getByRole('listitem')
    const names = () =>
      tray.getByLabel('File name').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await expect.poll(names).toEqual([expect.stringMatching(/^image-\d{4}-\d\d-\d\d-\d{4}\.png$/)])
    const files = ['plan.txt', 'budget.txt', 'notes.txt']
    await drag(carol, 'dragenter', files)
    await carol.getByText('Drop files to attach them').waitFor()
    await drag(carol, 'drop', files)
    await carol.getByText('Drop files to attach them').waitFor({ state: 'detached' })
    await expect.poll(async () => (await names()).slice(1)).toEqual(files)
    await expect.poll(() => held.length).toBe(3)
    expect(await items.getByRole('progressbar').count()).toBe(4)
    const button = carol.getByRole('button', { name: 'Send', exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(carol)

    await tray.getByRole('button', { name: 'Remove budget.txt' }).click()
    await expect.poll(names).not.toContain('budget.txt')
    isHeld = false
    // The removed file is already deleted.
    for (const route of held) await route.continue().catch(() => {})
    await expect.poll(() => items.getByRole('progressbar').count()).toBe(0)
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
    await carol.keyboard.press('Control+Enter')
    await expect.poll(() => tray.count()).toBe(0)

    const row = messageWith(alice, 'Here it is')
    await row.getByRole('link', { name: 'plan.txt' }).waitFor()
    await row.getByRole('link', { name: 'notes.txt' }).waitFor()
    expect(await row.getByRole('link', { name: 'budget.txt' }).count()).toBe(0)
    const before = await row.boundingBox()
    await runJobs(world)
    const image = row.locator('.message_inline_image img')
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 100))
      .toBe(true)
    expect(await row.boundingBox()).toEqual(before)
    const card = row.getByRole('link', { name: 'plan.txt' })
    await expect.poll(() => card.innerText()).toMatch(/TXT file\s+17 bytes/)
    // The image has no separate link above it.
    expect(await row.getByRole('link', { name: /^image-/ }).count()).toBe(1)
    await row.locator('a[data-do=picture]').click()
    const close = alice.getByRole('button', { name: 'Close' })
    await close.hover()
    await alice.getByRole('tooltip').waitFor()
    await alice.keyboard.press('Escape')
    await alice.getByRole('dialog').waitFor({ state: 'detached' })
    await row.getByRole('link', { name: 'plan.txt' }).evaluate(async (link: HTMLAnchorElement) => {
      const answer = await (await fetch(link.href)).text()
      if (answer !== 'This is plan.txt.') throw new Error(`The file says: ${answer}`)
    })
    await expectAccessible(alice)
    await alice.getByRole('main').getByRole('button', { name: 'Topic logo' }).click()
    await alice.getByRole('menuitem', { name: 'Files' }).click()
    await alice.waitForURL(/\/files\/logo/)
    const shared = alice.getByRole('list', { name: 'Files in #design › logo' }).getByRole('listitem')
    await expect.poll(() => shared.count()).toBe(3)
    await expectAccessible(alice)
    await shared.getByRole('link', { name: 'Go to the message with plan.txt' }).click()
    await messageWith(alice, 'Here it is').waitFor()
  })

  it('look the same while their message is being sent', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    const page = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    const held: Route[] = []
    await page.route('**/json/messages', (route) => void held.push(route))
    await write(page, 'Here it is')
    await pasteScreenshot(page)
    await drag(page, 'drop', ['plan.txt'])
    const button = page.getByRole('button', { name: 'Send', exact: true })
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    const row = messageWith(page, 'Here it is')
    const card = row.getByRole('link', { name: /plan\.txt/ })
    const image = row.locator('.message_inline_image img')
    const look = async () => {
      await expect.poll(() => card.innerText()).toMatch(/TXT file\s+17 bytes/)
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
        .toBe(400)
      return await row.evaluate((one) => {
        const top = one.getBoundingClientRect().top
        const boxes = [...one.querySelectorAll('.message-content, .file-card, .message_inline_image img')]
        return boxes.map((box) => {
          const { y, width, height } = box.getBoundingClientRect()
          return { what: box.className, y: Math.round(y - top), width, height }
        })
      })
    }
    await expect.poll(() => held.length).toBe(1)
    const before = await look()
    expect(await row.getAttribute('data-pending')).toBe('sending')
    await expectAccessible(page)
    await held[0]?.continue()
    await page.locator('[data-message]').filter({ hasText: 'Here it is' }).waitFor()
    expect(await look()).toEqual(before)
  })

  it('of videos show their duration in the list of files', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    const { url } = await world.carol.api.uploadFile({}, { files: [new File([silence(65)], 'tour.webm')] })
    const topic = { type: 'channel', to: channelId, topic: 'logo' } as const
    await world.carol.api.sendMessage({ ...topic, content: `[tour.webm](${url})` })
    const page = await openApp(world, world.carol, `/c/${channelId}/files/logo`)
    await page.getByText(/^WEBM file · 1:05 · /).waitFor()
    await expectAccessible(page)
  })

  it('of large files show progress, can be canceled, and resume after a reload', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'film' }, ['Show me.'])
    // Requests through a service worker are not throttled.
    const carol = await openApp(world, world.carol, `/c/${channelId}/t/film`, { serviceWorkers: 'block' })
    await messageWith(carol, 'Show me.').waitFor()
    await write(carol, 'The film')
    const limit = await slowDown(carol)
    /** Since the page was loaded. */
    const sent: string[] = []
    carol.on('request', (request) => {
      if (request.isNavigationRequest()) sent.length = 0
      if (request.url().includes('/api/v1/tus')) sent.push(request.method())
    })
    const tray = carol.getByRole('list', { name: 'Files' })
    const progress = (name: string) => tray.getByRole('progressbar', { name: `Uploading ${name}` })
    const value = (name: string) => progress(name).evaluate((one: HTMLProgressElement) => one.position)

    await limit(mebibyte)
    await pick(carol, 'canceled.bin', 12 * mebibyte)
    await expect.poll(() => value('canceled.bin')).toBeGreaterThan(0.02)
    await tray.getByText(/^\d+%$/).waitFor()
    expect(await value('canceled.bin')).toBeLessThan(1)
    await expectAccessible(carol)
    const deletion = carol.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/api/v1/tus/'),
    )
    await tray.getByRole('button', { name: 'Remove canceled.bin' }).click()
    expect((await deletion).status()).toBe(204)
    await expect.poll(() => tray.count()).toBe(0)

    await pick(carol, 'film.bin', 9 * mebibyte)
    // More than the first piece has arrived.
    await expect.poll(() => value('film.bin')).toBeGreaterThan(0.5)
    await limit(mebibyte / 8)
    await carol.reload()
    await progress('film.bin').waitFor()
    await expect.poll(() => value('film.bin')).toBeGreaterThan(0.4)
    expect(await composeField(carol).inputValue()).toBe('The film')
    await limit(-1)
    await tray.getByRole('button', { name: 'Insert at cursor' }).waitFor()
    // The app asked for the offset, and sent only the rest.
    expect(sent[0]).toBe('HEAD')
    expect(sent).not.toContain('POST')
    // Finished uploads stay in the tray, too.
    await carol.reload()
    await tray.getByRole('button', { name: 'Insert at cursor' }).waitFor()
    await composeField(carol).press('Control+Enter')
    const link = messageWith(carol, 'The film').getByRole('link', { name: 'film.bin' })
    await link.waitFor()
    expect(await digestOf(carol, (await link.getAttribute('href')) ?? '')).toEqual({
      size: 9 * mebibyte,
      digest: [
        ...createHash('sha256')
          .update(bytesOf(9 * mebibyte))
          .digest(),
      ].join(),
    })
    // No upload is left to resume.
    await carol.reload()
    await messageWith(carol, 'The film').waitFor()
    await frames(carol, 5)
    expect(await tray.count()).toBe(0)
    const { attachments } = await world.carol.api.getAttachments()
    expect(attachments.map(({ name }) => name)).toEqual(['film.bin'])
    await expectAccessible(carol)
  })

  it('of images open full screen with swiping and zooming, and return to the message', async () => {
    const world = await createAppWorld()
    const { alice } = world
    const { channelId } = await createChannel(world, 'design', [alice])
    const place = { channelId, topic: 'logo' }
    const { url } = await alice.api.uploadFile({}, { files: [new File([png], 'far.png')] })
    const [far = 0] = await sendAll(alice, place, [`The first of all [far](${url})`])
    await sendAll(alice, place, [...lines(24), 'Show me.'])
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`, phone)
    await page.getByRole('button', { name: /^Message #design/ }).tap()
    await composeField(page).fill('Both of them')
    await expectAccessible(page)
    await pasteScreenshot(page)
    await pasteScreenshot(page)
    await expect.poll(() => page.getByRole('button', { name: 'Insert at cursor' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    const row = messageWith(page, 'Both of them')
    await expect.poll(() => row.getAttribute('data-message')).not.toBeNull()
    await runJobs(world)
    const thumbnails = row.locator('a[data-do=picture]')
    const addresses = await thumbnails.evaluateAll((all) =>
      all.map((one) => new URL((one as HTMLAnchorElement).href).pathname),
    )
    await thumbnails.first().tap()
    const box = page.getByRole('dialog')
    const image = box.getByRole('img')
    await image.waitFor()
    const touch = await createFinger(page)
    const shown = () => image.getAttribute('src').then((src) => new URL(src ?? '', world.url).pathname)
    const width = async () => (await image.boundingBox())?.width ?? 0
    expect(await shown()).toBe(addresses[0])
    await touch.swipe(box, -120)
    await expect.poll(shown).toBe(addresses[1])
    const before = await width()
    await touch.pinch(box, 40, 120)
    await expect.poll(width).toBeGreaterThan(2 * before)
    // Swiping an image that is larger than the screen pans it.
    await touch.swipe(box, 120)
    expect(await shown()).toBe(addresses[1])
    await touch.pinch(box, 120, 30)
    await expect.poll(width).toBeCloseTo(before)
    await touch.swipe(box, 120)
    await expect.poll(shown).toBe(addresses[0])
    await expectAccessible(page)

    // Including images that are too far up to be rendered.
    expect(await page.locator(`[data-message="${far}"]`).count()).toBe(0)
    await touch.swipe(box, 120)
    await expect.poll(shown).toBe(url)
    expect(await box.getByRole('button', { name: 'Previous' }).count()).toBe(0)
    await expect.poll(width).toBeGreaterThan(0)
    await box.getByRole('button', { name: 'Close' }).tap()
    await expect.poll(() => thumbnails.first().evaluate((one) => one === document.activeElement)).toBe(true)
    await thumbnails.last().tap()
    await box.getByRole('button', { name: 'Previous' }).tap()
    await box.getByRole('button', { name: 'Previous' }).tap()
    await expect.poll(shown).toBe(url)
    await box.getByRole('link', { name: 'Go to message' }).tap()
    await box.waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toContain(`at=${far}`)
    await messageWith(page, 'The first of all').waitFor()
    await expectAccessible(page)
  })
})

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
