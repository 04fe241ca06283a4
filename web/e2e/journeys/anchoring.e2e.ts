import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import {
  expectSettled,
  frames,
  lines,
  roomBelowLast,
  sendAll,
  topMessage,
  watchMessage,
} from '../kit/reading.ts'

/** Browsers round to half a pixel. */
const still = 1

function png(width: number, height: number): File {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0], 8)
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 150))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return new File([bytes], 'sketch.png', { type: 'image/png' })
}

describe('The visible part of a feed', () => {
  it('does not move while reading in the middle', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const place = { channelId, topic: 'logo' }
    const { url } = await carol.api.uploadFile({}, { files: [png(640, 400)] })
    const contents = lines(300)
    for (let n = 120; n < 190; n += 6) contents[n] = `Sketch ${n} [sketch.png](${url})`
    const ids = await sendAll(carol, place, contents)
    const middle = ids[150] ?? 0
    const page = await openApp(world, alice, '/inbox')
    // Older and newer pages and images load only after the measurement has begun.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/user_uploads|thumbnail/, async (route) => {
      await held
      await route.continue()
    })
    await page.route(/\/messages\?.*num_(before|after)=100/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${world.url}/c/${channelId}/t/logo?at=${middle}`)
    await expectSettled(page)
    await messageWith(page, 'Line 151.').waitFor()
    await frames(page)
    const top = await topMessage(page)
    const moved = await watchMessage(page, top)

    release()
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[role=feed]')?.getAttribute('aria-busy')))
      .toBe('false')
    await frames(page, 20)
    expect(await moved(), 'older and newer messages, and pictures').toBeLessThanOrEqual(still)

    await sendAll(carol, place, lines(50, 'Arrived'))
    await frames(page, 20)
    expect(await moved(), 'arrivals').toBeLessThanOrEqual(still)

    const above = ids.filter((id) => id < top).slice(-8, -2)
    for (const id of above.slice(0, 3)) {
      await carol.api.updateMessage({ message_id: id, content: 'Longer. '.repeat(200) })
    }
    for (const id of above.slice(3, 5)) await alice.api.deleteMessage({ message_id: id })
    await page.getByText('Longer. Longer.').first().waitFor({ state: 'attached' })
    await frames(page, 20)
    expect(await moved(), 'edits above').toBeLessThanOrEqual(still)

    await page.keyboard.press('r')
    await page.keyboard.type('a\nb\nc\nd\ne\nf')
    await frames(page, 10)
    expect(await moved(), 'a growing answer').toBeLessThanOrEqual(still)
    await expectAccessible(page)
  })

  it('does not move while scrolling up through unmeasured messages', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const contents = lines(260)
    for (let n = 0; n < 260; n += 5)
      contents[n] = `\`\`\`js\nconst line = ${n}\n${'more()\n'.repeat(n % 7)}\`\`\``
    await sendAll(alice, { channelId, topic: 'logo' }, contents)
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`)
    await expectSettled(page)
    await page.locator('[role=feed]').hover()
    // Every step of the wheel moves each remaining row by exactly the distance of the wheel.
    for (let step = 0; step < 25; step++) {
      const before = await positions(page)
      await page.mouse.wheel(0, -300)
      await expect
        .poll(async () => Math.abs(difference(before, await positions(page)) - 300))
        .toBeLessThanOrEqual(still)
    }
    await expectAccessible(page)
  })

  it('stays at the last message while the reader is at the end', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(alice, { channelId, topic: 'logo' }, lines(80))
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`)
    await expectSettled(page)
    const expectLast = async (what: string) => {
      await frames(page, 12)
      const room = await roomBelowLast(page)
      expect(room, what).toBeGreaterThanOrEqual(0)
      expect(room, what).toBeLessThanOrEqual(40)
    }
    await expectLast('opened')
    await page.keyboard.press('r')
    await page.keyboard.type('one')
    for (let n = 0; n < 8; n++) await page.keyboard.press('Shift+Enter')
    await expectLast('a growing answer')
    await page.setViewportSize({ width: 900, height: 800 })
    await expectLast('a narrower window')
    await page.setViewportSize({ width: 1280, height: 620 })
    await expectLast('a wider and lower window')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+L')
    await expectLast('the people beside it')
    await alice.api.updateSettings({ web_font_size_px: 20 })
    await expect
      .poll(() =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--lq-text-size')),
      )
      .toBe('20px')
    await expectLast('larger text')
    await sendAll(carol, { channelId, topic: 'logo' }, ['The newest of all'])
    await messageWith(page, 'The newest of all').waitFor()
    await expectLast('an arrival')
    await expectAccessible(page)
  })

  it('stays in place when the width changes in the middle', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const ids = await sendAll(alice, { channelId, topic: 'logo' }, lines(200))
    const page = await openApp(world, alice, '/inbox')
    await page.goto(`${world.url}/c/${channelId}/t/logo?at=${ids[100]}`)
    await expectSettled(page)
    await frames(page, 30)
    const row = page.locator(`[data-message="${ids[100]}"]`)
    const feed = page.locator('[role=feed]')
    const part = async () => {
      const [one, all] = [await row.boundingBox(), await feed.boundingBox()]
      return ((one?.y ?? 0) - (all?.y ?? 0)) / (all?.height ?? 1)
    }
    expect(await part()).toBeCloseTo(0.35, 1)
    for (const width of [700, 1_100, 1_280]) {
      await page.setViewportSize({ width, height: 800 })
      await frames(page, 12)
      expect(await part(), `${width} wide`).toBeCloseTo(0.35, 1)
    }
    await expectAccessible(page)
  })
})

type Positions = Record<string, number>

const positions = (page: Awaited<ReturnType<typeof openApp>>): Promise<Positions> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[role=feed] [data-message]')].map((row) => [
        row.dataset.message ?? '',
        row.getBoundingClientRect().top,
      ]),
    ),
  )

/** Distance by which all rows moved down; NaN if it differs between rows. */
function difference(before: Positions, after: Positions): number {
  const moves = Object.keys(after).flatMap((id) => {
    const was = before[id]
    return was === undefined ? [] : [(after[id] ?? 0) - was]
  })
  return Math.max(...moves) - Math.min(...moves) < 0.1 ? (moves[0] ?? Number.NaN) : Number.NaN
}
