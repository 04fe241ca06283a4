import type { FetchedMessage, SkinTone } from '@loquat/contract'

export type Reaction = FetchedMessage['reactions'][number]
export type ReactionEmoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type' | 'skin_tone'>

export interface ReactionGroup {
  /** Without a skin tone. */
  emoji: Omit<ReactionEmoji, 'skin_tone'>
  userIds: number[]
  /** The different skin tones, in the order of first use. Empty for none. */
  tones: (SkinTone | '')[]
}

/** One entry per emoji, in the order of first use, with its users. */
export function groupReactions(reactions: readonly Reaction[]): ReactionGroup[] {
  const gathered = new Map<string, ReactionGroup>()
  for (const { user_id: userId, skin_tone: tone = '', ...emoji } of reactions) {
    const key = `${emoji.reaction_type}:${emoji.emoji_code}`
    const known = gathered.get(key)
    if (known === undefined) {
      gathered.set(key, { emoji, userIds: [userId], tones: [tone] })
      continue
    }
    known.userIds.push(userId)
    if (!known.tones.includes(tone)) known.tones.push(tone)
  }
  return [...gathered.values()]
}
