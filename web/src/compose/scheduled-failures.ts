/**
 * Reasons why scheduled messages were not sent. Only the notification bot reports them, in the language of its reader. All languages
 * have the scheduled time and the quoted reason in common.
 */

/** Reasons by scheduled time in seconds, newest first. */
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
