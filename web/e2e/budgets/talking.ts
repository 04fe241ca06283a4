import type { Page } from 'playwright-core'
import { composeField, messageWith } from '../kit/content.ts'
import { type Notes, percentile95 } from './notes.ts'

const rounds = 20

/** Time from a key press to the next frame. Key presses under 16 ms count as 16 ms. */
async function keys(page: Page, type: () => Promise<number>): Promise<number[]> {
  await page.evaluate(() => {
    const slow: number[] = []
    Object.assign(globalThis, { slow })
    const options = { type: 'event', durationThreshold: 16, buffered: false }
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') slow.push(duration)
    }).observe(options as PerformanceObserverInit)
  })
  const count = await type()
  await page.waitForTimeout(300)
  const slow = await page.evaluate(() => (globalThis as unknown as { slow: number[] }).slow)
  return [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)]
}

/** Records when texts appear in the list, by the clock of the machine. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      for (const article of document.querySelectorAll('[role=feed] article')) {
        const [text] = article.textContent?.match(/round \d+!/) ?? []
        if (text !== undefined) seen[text] ??= Date.now()
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
const seenIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen)

/** One user writes while another reads the same topic. */
export async function talking(writer: Page, reader: Page, path: string, notes: Notes): Promise<void> {
  for (const page of [writer, reader]) {
    await page.goto(path)
    await page.getByRole('article').first().waitFor()
  }
  await writer.keyboard.press('End')
  await reader.keyboard.press('End')
  await writer.keyboard.press('r')
  await composeField(writer).focus()
  const typed = await keys(writer, async () => {
    const text = 'Plain words, and a name among five thousand: @an'
    await writer.keyboard.type(text, { delay: 30 })
    return text.length
  })
  notes.atMost('95% of keys while writing', percentile95(typed), 50, 'ms')
  await writer.keyboard.press('Escape')
  await composeField(writer).fill('')

  await watch(writer)
  await watch(reader)
  await writer.evaluate(() => {
    const sent: number[] = []
    Object.assign(globalThis, { sent })
    addEventListener('keydown', (event) => event.key === 'Enter' && sent.push(Date.now()), true)
  })
  for (let round = 0; round < rounds; round++) {
    await composeField(writer).fill(`round ${round}!`)
    await writer.keyboard.press('Control+Enter')
    await messageWith(reader, `round ${round}!`).waitFor()
    await writer.waitForTimeout(150)
  }
  const sent = await writer.evaluate(() => (globalThis as unknown as { sent: number[] }).sent)
  const [here, there] = [await seenIn(writer), await seenIn(reader)]
  const after = (seen: Record<string, number>) =>
    sent.map((time, round) => (seen[`round ${round}!`] ?? Number.NaN) - time)
  notes.atMost('own message in the list', percentile95(after(here)), 50, 'ms')
  notes.atMost('message in the other window', percentile95(after(there)), 250, 'ms')
}
