/**
 * Why scheduled messages were not sent. The list only says that; the notification bot says why, in the language of its reader:
 * what is the same in all is the time that it names, and the quote.
 */

/** Reasons by the moment for which something was scheduled, in seconds. Newest first. */
export function failuresIn(messages: readonly { content: string }[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  for (const { content } of messages.toReversed()) {
    const dueAt = Date.parse(/<time:([^>]+)>/.exec(content)?.[1] ?? '')
    const reason = content
      .split('\n')
      .filter((line) => line.startsWith('> '))
      .map((line) => line.slice(2))
      .join(' ')
    if (Number.isNaN(dueAt) || reason === '') continue
    const seconds = Math.floor(dueAt / 1_000)
    const reasons = found.get(seconds) ?? []
    if (!reasons.includes(reason)) found.set(seconds, [...reasons, reason])
  }
  return found
}
