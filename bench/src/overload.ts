import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '@loquat/devkit/server-process'
import { quantile, quantiles } from './latencies.ts'
import { LoadClient } from './load-client.ts'
import { type Login, RawClient, requestBytes } from './raw-client.ts'
import { type Line, perSecond, rate } from './report.ts'

const factor = 10
const overloadSeconds = 30
const probesPerSecond = 20
const mostRecoverySeconds = 60

/** Ten times the sends that the server can store, for half a minute. */
export async function overload(server: ServerProcess, logins: readonly Login[]): Promise<Line[]> {
  const bytes = logins.map((login, n) =>
    requestBytes('POST', '/api/v1/messages', login, {
      type: 'channel',
      to: 'general',
      topic: `topic ${n}`,
      content: 'A message of ordinary length, with a *few* words and nothing special about it.',
    }),
  )
  const pick = () => bytes[Math.floor(Math.random() * bytes.length)]!
  const probe = new LoadClient(server.port)
  const normal = quantile(await probeFor(probe, pick, 5), 0.99)
  const capacity = await closedLoop(server.port, pick, 64, 3)
  const flood = await floodWith(server.port, pick, capacity * factor)
  const recovery = await secondsUntilNormal(probe, pick, normal)
  probe.close()
  return [
    {
      what: `sends at ${factor} times capacity (${rate(capacity)}) for ${overloadSeconds} s`,
      measured:
        `tried ${rate(flood.tried / overloadSeconds)}: ${flood.stored.length.toLocaleString('en')} stored (${quantiles(flood.stored)}), ` +
        `${flood.refused.length.toLocaleString('en')} turned away (${quantiles(flood.refused)}), ` +
        `${flood.broken} broken, ${flood.unsent.toLocaleString('en')} not tried for want of connections`,
      aim: 'none hangs',
    },
    {
      what: 'after it, until 99% of sends take no more than twice as long as before',
      measured: `${recovery} s (${Math.round(normal)} ms before)`,
      aim: 'at most 5 s',
    },
  ]
}

async function closedLoop(
  port: number,
  pick: () => string,
  connections: number,
  seconds: number,
): Promise<number> {
  const started = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await RawClient.open(port)
      while (performance.now() < started + seconds * 1_000) {
        await client.request(pick())
        count++
      }
      client.close()
    }),
  )
  return perSecond(count, performance.now() - started)
}

async function floodWith(port: number, pick: () => string, perSecondWanted: number) {
  const client = new LoadClient(port)
  const result = { tried: 0, unsent: 0, broken: 0, stored: [] as number[], refused: [] as number[] }
  const send = async () => {
    result.tried++
    try {
      const answer = await client.request(pick())
      if (answer === undefined) result.unsent++
      else if (answer.body.includes('"result":"success"')) result.stored.push(answer.ms)
      else result.refused.push(answer.ms)
    } catch {
      result.broken++
    }
  }
  const calls: Promise<void>[] = []
  const started = performance.now()
  for (let sent = 0; ; ) {
    const elapsed = (performance.now() - started) / 1_000
    if (elapsed > overloadSeconds) break
    for (; sent < elapsed * perSecondWanted; sent++) calls.push(send())
    await sleep(1)
  }
  await Promise.all(calls)
  client.close()
  return result
}

async function probeFor(client: LoadClient, pick: () => string, seconds: number): Promise<number[]> {
  const list: number[] = []
  const calls: Promise<void>[] = []
  for (let n = 0; n < seconds * probesPerSecond; n++) {
    const started = performance.now()
    calls.push(client.request(pick()).then(() => void list.push(performance.now() - started)))
    await sleep(1_000 / probesPerSecond)
  }
  await Promise.all(calls)
  return list
}

async function secondsUntilNormal(client: LoadClient, pick: () => string, normal: number): Promise<number> {
  for (let second = 1; second <= mostRecoverySeconds; second++) {
    if (quantile(await probeFor(client, pick, 1), 0.99) <= Math.max(2 * normal, 50)) return second
  }
  return mostRecoverySeconds
}
