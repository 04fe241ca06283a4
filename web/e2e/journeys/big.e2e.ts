import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { openBrowser } from '../kit/app.ts'
import { logInTo, startDemo } from '../kit/demo.ts'
import { expectAtRest, expectSettled, frames, topMessage } from '../kit/reading.ts'
import { mainThread, slowness } from '../kit/speed.ts'
import { switcherField, wrongFirstResult } from '../kit/switcher.ts'

/** An organization with 5,000 users, 500 channels and 100,000 messages. Creating it takes a minute or two. */
let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo({ big: true })
}, 600_000)
afterAll(() => demo?.stop())

const slowest = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? Number.NaN

interface Said {
  email: string
  words: string
}

/** Messages with their senders and three of their words. */
const said = (page: Page, count: number): Promise<Said[]> =>
  page.evaluate(async (most) => {
    const query = new URLSearchParams({
      anchor: 'oldest',
      num_before: '0',
      num_after: '2000',
      apply_markdown: 'false',
      narrow: JSON.stringify([{ operator: 'channels', operand: 'public' }]),
    })
    const answer = await fetch(`/json/messages?${query}`)
    if (!answer.ok) return []
    const { messages } = (await answer.json()) as { messages: { sender_id: number; content: string }[] }
    const found = messages.flatMap(({ sender_id: sender, content }) => {
      const words = content.match(/\p{L}{5,}/gu)?.slice(0, 3) ?? []
      return new Set(words).size === 3 ? [{ sender, words: words.join(' ') }] : []
    })
    const all = await fetch('/json/users')
    const { members } = (await all.json()) as { members: { user_id: number; email: string }[] }
    const emails = new Map(members.map((one) => [one.user_id, one.email]))
    const step = Math.max(1, Math.floor(found.length / most))
    return found
      .filter((_, n) => n % step === 0)
      .slice(0, most)
      .map(({ sender, words }) => ({ email: emails.get(sender) ?? '', words }))
  }, count)

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search messages' })

/** Types a query, and returns the time from Enter until the results are highlighted. */
async function timeToFind(page: Page, q: string): Promise<number> {
  if (!(await searchField(page).isVisible())) {
    await page.keyboard.press('/')
    await searchField(page).waitFor()
  }
  const clear = page.getByRole('button', { name: 'Clear search' })
  if (await clear.isVisible()) await clear.click()
  await searchField(page).focus()
  await page.evaluate(() => {
    const before = document.querySelector('[role=feed]')?.getAttribute('data-feed') ?? ''
    const times = { start: Number.NaN, end: Number.NaN }
    Object.assign(window, { times })
    const look = () => {
      const feed = document.querySelector('[role=feed]')
      const isNew = feed !== null && feed.getAttribute('data-feed') !== before
      if (isNew && feed.querySelector('.highlight') !== null) times.end = performance.now()
      else requestAnimationFrame(look)
    }
    addEventListener(
      'keydown',
      function enter({ key, timeStamp }) {
        if (key !== 'Enter') return
        removeEventListener('keydown', enter, true)
        times.start = timeStamp
        look()
      },
      true,
    )
  })
  await page.keyboard.insertText(q)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => !Number.isNaN((window as unknown as { times: { end: number } }).times.end))
  return await page.evaluate(() => {
    const { times } = window as unknown as { times: { start: number; end: number } }
    return times.end - times.start
  })
}

const scrollTop = (page: Page) => page.getByRole('feed').evaluate((feed) => feed.scrollTop)

describe('In a big organization', () => {
  it('a search finds three words of a sender quickly, opens with one key, and can be returned to', async () => {
    const page = await openBrowser()
    await logInTo(page, demo.url)
    // A busy server can reject a large request.
    let questions: Said[] = []
    await expect
      .poll(async () => {
        questions = await said(page, 20)
        return questions.length
      })
      .toBe(20)
    await page.goto(`${demo.url}/search?q=`)
    const times: number[] = []
    const factors: number[] = []
    for (const { email, words } of questions) {
      times.push(await timeToFind(page, `sender:${email} ${words}`))
      // Interleaved, because the load of other processes varies.
      factors.push((await slowness(page, 1)).elapsed)
    }
    const factor = slowest(factors, 0.95)
    console.log(
      `found after (ms, half and 95%): ${slowest(times, 0.5)}, ${slowest(times, 0.95)}; slowness ${factor}`,
    )
    expect(slowest(times, 0.95), times.join()).toBeLessThan(700 * factor)

    // The same words have many matches by other senders.
    await timeToFind(page, `-sender:me ${questions[0]?.words}`)
    await expectSettled(page)
    await page.getByRole('feed').evaluate((feed) => feed.scrollBy(0, -700))
    await expectAtRest(page)
    const top = await topMessage(page)
    const before = await scrollTop(page)
    const address = page.url()
    await page.locator(`[data-message="${top}"]`).focus()
    await page.keyboard.press('Enter')
    await page.locator(`[data-message="${top}"][data-placed]`).waitFor()
    await page.goBack()
    await page.waitForURL(address)
    await page.locator(`[data-message="${top}"]`).waitFor()
    await expect.poll(() => topMessage(page)).toBe(top)
    expect(Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(2)
    await expectAccessible(page)
  })

  it('the switcher lists the wanted result first in nine of ten cases, and responds to each key immediately', async () => {
    const page = await openBrowser()
    await logInTo(page, demo.url)
    const tasks: [typed: string, wanted: RegExp][] = [
      ['logo', /logo refresh/],
      ['seeds oslo', /seeds Oslo/],
      ['ware ri', /warehouse Riga/],
      ['#trai kyo', /training Kyoto/],
      ['@leila no', /^Leila Novak/],
      ['wanda silva', /^Wanda Silva/],
      ['ben oka', /^Ben Okafor/],
      ['inbox', /^Inbox/],
      ['notif', /Notifications/],
      ['>log', /Log out/],
    ]
    const missed: string[] = []
    const times: number[] = []
    const work = await mainThread(page)
    for (const [typed, wanted] of tasks) {
      await page.keyboard.press('Control+k')
      const field = switcherField(page)
      await field.waitFor()
      // The cost of a key without effect is not caused by the list.
      const idle = await workForKey(page, work, 'Shift')
      for (const letter of typed) times.push(Math.max(0, (await workForKey(page, work, letter)) - idle))
      const instead = await wrongFirstResult(page, wanted)
      if (instead !== undefined) missed.push(`${typed}: ${instead}`)
      if (typed === 'wanda silva') await expectAccessible(page)
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
    }
    console.log(`work for a letter (ms, half and 95%): ${slowest(times, 0.5)}, ${slowest(times, 0.95)}`)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1)
    // The first letter searches everything, the others only the previous results.
    expect(slowest(times, 0.5), times.map(Math.round).join()).toBeLessThan(30 * (await slowness(page)).cpu)
    await expectAccessible(page)
  })
})

/** Presses a key, and returns the work until the changed list was painted. */
async function workForKey(page: Page, work: () => Promise<number>, key: string): Promise<number> {
  const before = await work()
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  await frames(page, 3)
  return (await work()) - before
}
