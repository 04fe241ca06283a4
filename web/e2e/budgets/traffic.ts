import type { Api } from '@loquat/client'
import type { CDPSession, Page } from 'playwright-core'
import type { Notes } from './notes.ts'

const minute = 60_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls a function at a constant rate until it is stopped. */
async function perSecond(rate: number, time: number, act: (n: number) => Promise<unknown>): Promise<void> {
  const start = performance.now()
  const running: Promise<unknown>[] = []
  for (let n = 0; n < (rate * time) / 1_000; n++) {
    const late = start + (n * 1_000) / rate - performance.now()
    if (late > 0) await wait(late)
    running.push(act(n))
  }
  await Promise.all(running)
}

const say = (api: Api, to: number, topic: string, n: number) =>
  api.sendMessage({
    type: 'channel',
    to,
    topic,
    content: `Number ${n}. ${'The loquat ripens. '.repeat(n % 5)}`,
  })

/** Five messages a second for a minute, in the open topic and in others. */
export async function busyMinute(
  page: Page,
  apis: readonly Api[],
  channelIds: readonly number[],
  path: string,
  notes: Notes,
): Promise<void> {
  await Promise.all(apis.flatMap((api) => channelIds.map((to) => say(api, to, 'busy minute', 0))))
  await page.goto(path)
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('End')
  await wait(2_000)
  let requests = 0
  page.on('request', (request) => {
    if (/\/json\//.test(request.url())) requests++
  })
  await page.evaluate(() => {
    const long: number[] = []
    Object.assign(globalThis, { long })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration)
    }).observe({ type: 'longtask' })
  })
  await perSecond(5, minute, (n) => {
    const api = apis[n % apis.length]
    const channelId = channelIds[n % channelIds.length]
    return api === undefined || channelId === undefined
      ? Promise.resolve()
      : say(api, channelId, 'busy minute', n)
  })
  const long = await page.evaluate(() => (globalThis as unknown as { long: number[] }).long)
  notes.atMost('longest task in a busy minute', Math.max(0, ...long), 100, 'ms')
  notes.atMost('long tasks of a busy minute', (long.reduce((a, b) => a + b, 0) / minute) * 100, 3, '%')
  notes.atMost('requests in a busy minute', requests, 60, '')
}

async function memory(client: CDPSession): Promise<{ heap: number; nodes: number }> {
  await client.send('HeapProfiler.collectGarbage')
  await client.send('Performance.enable')
  const { metrics } = await client.send('Performance.getMetrics')
  const { nodes } = await client.send('Memory.getDOMCounters')
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  return { heap: used / 2 ** 20, nodes }
}

/** The traffic of an hour in a minute: messages, edits and reactions, while the user switches views. */
export async function hour(
  page: Page,
  apis: readonly Api[],
  channelIds: readonly number[],
  paths: readonly string[],
  notes: Notes,
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  let isOver = false
  const wander = async () => {
    for (let n = 0; !isOver; n++) {
      await page.evaluate(
        (path) => {
          const link = document.createElement('a')
          link.href = path
          document.body.append(link)
          link.click()
          link.remove()
        },
        paths[n % paths.length] ?? '/',
      )
      await wait(1_500)
    }
  }
  const half = (from: number) =>
    perSecond(30, minute / 2, async (n) => {
      const api = apis[n % apis.length]
      const channelId = channelIds[n % channelIds.length]
      if (api === undefined || channelId === undefined) return
      const { id } = await say(api, channelId, `matter ${(from + n) % 40}`, n)
      if (n % 5 === 0) await api.addReaction({ message_id: id, emoji_name: 'tada' })
      if (n % 11 === 0) await api.updateMessage({ message_id: id, content: 'Said otherwise.' })
    })
  const wandering = wander()
  await half(0)
  const before = await memory(client)
  await half(900)
  isOver = true
  await wandering
  const after = await memory(client)
  notes.atMost('heap after an hour', after.heap, 150, 'MB')
  // The app keeps a limited number of messages, which an hour does not reach: the figure is the part of the limit.
  notes.atMost('heap grown in its second half', after.heap - before.heap, 15, 'MB')
  notes.atMost('nodes of the document', Math.max(before.nodes, after.nodes), 8_000, '')
}
