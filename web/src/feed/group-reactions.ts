import type { FetchedMessage } from '@loquat/contract'

export type Reaction = FetchedMessage['reactions'][number]
export type ReactionEmoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** One entry per emoji, in the order of first use, with its users. */
export function groupReactions(
  reactions: readonly Reaction[],
): { emoji: ReactionEmoji; userIds: number[] }[] {
  const gathered = new Map<string, { emoji: ReactionEmoji; userIds: number[] }>()
  for (const { user_id: userId, ...emoji } of reactions) {
    const key = `${emoji.reaction_type}:${emoji.emoji_code}`
    const known = gathered.get(key)
    if (known === undefined) gathered.set(key, { emoji, userIds: [userId] })
    else known.userIds.push(userId)
  }
  return [...gathered.values()]
}
