import { describe, expect, it } from 'vitest'
import { renderMetrics } from './merge.ts'
import type { MetricSnapshot } from './series.ts'
import { type MetricsWorker, WorkerMetrics } from './workers.ts'

const snapshot = (sent: number, lag: number): MetricSnapshot[] => [
  {
    name: 'sent_total',
    help: 'Sent.',
    type: 'counter',
    aggregator: 'sum',
    values: [{ labels: {}, value: sent }],
  },
  { name: 'lag', help: 'Lag.', type: 'gauge', aggregator: 'each', values: [{ labels: {}, value: lag }] },
  { name: 'waiting', help: 'Waiting.', type: 'gauge', aggregator: 'sum', values: [{ labels: {}, value: 1 }] },
]

type Answer = { kind: 'metrics of all'; processes: Parameters<typeof renderMetrics>[0] }

/** A supervisor with workers whose metrics a test changes. */
function createWorkers(counts: number[]) {
  const collection = new WorkerMetrics()
  let answer: ((page: string) => void) | undefined
  const workers = counts.map((_, n) => {
    const worker = {
      id: n,
      isConnected: () => true,
      send: (message: { kind: string; id: number }) => {
        if (message.kind === 'metrics of all')
          void renderMetrics((message as unknown as Answer).processes).then((page) => answer?.(page))
        else if (counts[n] !== -1)
          collection.receive(worker, {
            kind: 'metrics of a worker',
            id: message.id,
            metrics: snapshot(counts[n]!, n),
          })
        return true
      },
    } as unknown as MetricsWorker
    collection.add(worker, n + 1)
    collection.receive(worker, { kind: 'metrics of a worker', id: 0, metrics: snapshot(counts[n]!, n) })
    return worker
  })
  const scrape = () =>
    new Promise<string>((resolve) => {
      answer = resolve
      collection.receive(workers[0]!, { kind: 'metrics?', id: 7 })
    })
  return { collection, workers, scrape, counts }
}

describe('The metrics of several workers', () => {
  it('are totals, with the position in the log by process', async () => {
    const page = await createWorkers([3, 4]).scrape()
    expect(page).toMatch(/^sent_total 7$/m)
    expect(page).toMatch(/^waiting 2$/m)
    expect(page).toMatch(/^lag\{process="1"\} 0\nlag\{process="2"\} 1$/m)
  })

  it('keep the counts of a worker that has ended, so that totals never fall', async () => {
    const { collection, workers, scrape, counts } = createWorkers([3, 4, 5])
    await scrape()
    collection.remove(workers[1]!)
    collection.remove(workers[2]!)
    counts[0] = 10
    for (let n = 0; n < 2; n++) {
      const page = await scrape()
      expect(page).toMatch(/^sent_total 19$/m)
      expect(page).toMatch(/^waiting 1$/m)
      expect(page).not.toContain('process="2"')
    }
  })

  it('include the last values of a worker that does not answer', async () => {
    const { scrape, counts } = createWorkers([3, 4])
    await scrape()
    counts[0] = 5
    counts[1] = -1
    expect(await scrape()).toMatch(/^sent_total 9$/m)
  })

  it('ignore other messages between the processes', () => {
    const { collection, workers } = createWorkers([1])
    for (const message of [undefined, null, 'metrics?', { cmd: 'x' }, { kind: 1 }])
      expect(() => collection.receive(workers[0]!, message)).not.toThrow()
  })
})
