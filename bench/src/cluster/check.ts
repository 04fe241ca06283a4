import type { CheckingClient } from './checking-client.ts'
import { until } from './cluster.ts'

const pageSize = 1_000

/**
 * Fails unless every acknowledged message is stored once, and every client saw each message at most once, in order. A
 * client whose queue went on all the time saw all of them.
 */
export async function assertNothingLost(clients: readonly CheckingClient[]): Promise<string> {
  const [first] = clients
  if (first === undefined) return 'No clients.'
  await until('the last message', () => first.send())
  const last = Math.max(...first.acknowledged.keys())
  const missing = () => clients.filter(({ seen }) => !seen.includes(last))
  await until('its delivery to everybody', async () => missing().length === 0).catch(() => {
    throw new Error(
      `The last message, ${last}, was not delivered to ${missing()
        .map(({ state }) => state)
        .join('; ')}.`,
    )
  })
  const stored = await history(first)
  const acknowledged = clients.flatMap((client) => [...client.acknowledged])
  const texts = [...stored.values()]
  const problems = {
    lost: acknowledged.filter(([id, content]) => stored.get(id) !== content).length,
    storedTwice: texts.length - new Set(texts).size,
    deliveredTwice: clients.filter(({ seen }) => seen.some((id, n) => n > 0 && id <= (seen[n - 1] ?? 0)))
      .length,
    notDelivered: clients.filter(
      ({ seen, newQueues }) =>
        newQueues === 0 &&
        !containsAll(
          seen,
          acknowledged.map(([id]) => id),
        ),
    ).length,
  }
  const told = clients.filter(({ newQueues }) => newQueues > 0).length
  const summary =
    `${acknowledged.length} messages acknowledged: ${problems.lost} lost, ${problems.storedTwice} stored twice. ` +
    `Of ${clients.length} clients, ${problems.deliveredTwice} saw one twice or out of order, ` +
    `${problems.notDelivered} missed one, ${told} were told to register again.`
  if (Object.values(problems).some((count) => count > 0)) throw new Error(summary)
  return summary
}

function containsAll(seen: readonly number[], ids: readonly number[]): boolean {
  const known = new Set(seen)
  return ids.every((id) => known.has(id))
}

/** All messages of the run, by ID. */
async function history({ api }: CheckingClient): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (let anchor = 0; ; ) {
    const { messages } = await api.getMessages({
      anchor: String(anchor),
      num_before: 0,
      num_after: pageSize,
      include_anchor: false,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: 'general' },
        { operator: 'topic', operand: 'chaos' },
      ],
    })
    for (const { id, content } of messages) found.set(id, content)
    const last = messages.at(-1)?.id
    if (last === undefined) return found
    anchor = last
  }
}
