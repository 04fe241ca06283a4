export interface EmojiUse {
  count: number
  /** Time of the last use. */
  at: number
}

/** After this time a use counts half, so that old habits give way to new ones. */
const halfLifeMs = 14 * 86_400_000

/** Names, most frequently used first. Recent uses count more. */
export function byFrequency(uses: Readonly<Record<string, EmojiUse>>, now: number): string[] {
  const score = ({ count, at }: EmojiUse) => count * 0.5 ** (Math.max(0, now - at) / halfLifeMs)
  return Object.entries(uses)
    .sort(([, a], [, b]) => score(b) - score(a) || b.at - a.at)
    .map(([name]) => name)
}
