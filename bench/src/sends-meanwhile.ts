import { ApiError, createApi } from '@loquat/client'
import { quantile } from './latencies.ts'
import type { Line } from './report.ts'

/** Times in milliseconds of the sends that succeeded, and the number of those that the server refused because it was busy. */
export interface Sends {
  times: number[]
  refused: number
}

/** Sends one message after the other until something has ended. */
export async function sendUntil(
  url: string,
  sender: { email: string; apiKey: string },
  ended: Promise<unknown>,
): Promise<Sends> {
  const api = createApi({ url, credentials: sender })
  const sends: Sends = { times: [], refused: 0 }
  let isOver = false
  // The caller handles a failure.
  const end = () => {
    isOver = true
  }
  ended.then(end, end)
  while (!isOver) {
    const start = performance.now()
    try {
      await api.sendMessage({ type: 'direct', to: [sender.email], content: 'meanwhile' })
      sends.times.push(performance.now() - start)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503)) throw error
      sends.refused += 1
    }
  }
  return sends
}

/** Sends during other work, against sends when idle. */
export function p99Line(what: string, busy: Sends, idle: Sends): Line {
  const [during, before] = [quantile(busy.times, 0.99), quantile(idle.times, 0.99)]
  return {
    what,
    measured: `${during.toFixed(1)} ms (${busy.times.length} sends, ${busy.refused} refused)`,
    limit: `${before.toFixed(1)} ms when idle`,
    ratio: during / before,
    aim: 'ratio at most 2, none refused',
  }
}
