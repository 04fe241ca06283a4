import { type EmojiChoice, type EmojiEntry, type EmojiSection, frequentEmoji } from '../../emoji/emoji.ts'

const defaultReactions: readonly EmojiChoice[] = [
  { name: '+1', code: '1f44d', type: 'unicode_emoji' },
  { name: 'heart', code: '2764', type: 'unicode_emoji' },
  { name: 'joy', code: '1f602', type: 'unicode_emoji' },
  { name: 'tada', code: '1f389', type: 'unicode_emoji' },
  { name: 'eyes', code: '1f440', type: 'unicode_emoji' },
  { name: 'check', code: '2705', type: 'unicode_emoji' },
]

/** Six reactions: recently used ones, then defaults. */
export function quickReactions(
  custom: readonly EmojiEntry[],
  sections: readonly EmojiSection[] | undefined,
): readonly EmojiChoice[] {
  const known = [...custom, ...(sections ?? []).flatMap(({ emoji }) => emoji)]
  const recent = frequentEmoji().flatMap((name) => known.find((one) => one.name === name) ?? [])
  const codes = new Set(recent.map(({ code }) => code))
  return [...recent, ...defaultReactions.filter(({ code }) => !codes.has(code))].slice(
    0,
    defaultReactions.length,
  )
}
