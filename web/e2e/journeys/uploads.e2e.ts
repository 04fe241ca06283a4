import { runJobs } from '@loquat/devkit'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { makeChannel, messageWith, write } from '../kit/content.ts'
import { fill } from '../kit/reading.ts'

/** A picture from the clipboard, which has no name of its own. */
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

/** Files are carried over the window. */
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

describe('uploads', () => {
  it('go with the text: pasted, dropped, one taken back; and a picture does not move what is read', async () => {
    const world = await createAppWorld()
    const { channelId } = await makeChannel(world, 'design', [world.alice, world.carol])
    await fill(world.alice, { channelId, topic: 'logo' }, ['Show me.'])
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
      tray
        .getByLabel('Name of the file')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
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
    // The one that was taken back is gone already.
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
    await row.getByRole('link', { name: 'plan.txt' }).evaluate(async (link: HTMLAnchorElement) => {
      const answer = await (await fetch(link.href)).text()
      if (answer !== 'This is plan.txt.') throw new Error(`The file says: ${answer}`)
    })
    await expectAccessible(alice)
  })
})
