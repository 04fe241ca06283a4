import { createApi } from '@loquat/client'
import { quantile } from './latencies.ts'
import type { Line } from './report.ts'

/** Sends one message after the other until something has ended. Returns the times in milliseconds. */
export async function sendUntil(
  url: string,
  sender: { email: string; apiKey: string },
  ended: Promise<unknown>,
): Promise<number[]> {
  const api = createApi({ url, credentials: sender })
  const times: number[] = []
  let isOver = false
  // The caller handles a failure.
  const end = () => {
    isOver = true
  }
  ended.then(end, end)
  while (!isOver) {
    const start = performance.now()
    await api.sendMessage({ type: 'direct', to: [sender.email], content: 'meanwhile' })
    times.push(performance.now() - start)
  }
  return times
}

/** Sends during other work, against sends when idle. */
export function p99Line(what: string, busy: readonly number[], idle: readonly number[]): Line {
  const [during, before] = [quantile(busy, 0.99), quantile(idle, 0.99)]
  return {
    what,
    measured: `${during.toFixed(1)} ms (${busy.length} sends)`,
    limit: `${before.toFixed(1)} ms when idle`,
    ratio: during / before,
    aim: 'ratio at most 2',
  }
}
