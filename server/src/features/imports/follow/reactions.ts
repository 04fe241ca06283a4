import type { ReactionType } from '@loquat/contract'
import { namesOf } from '../../../markdown/emoji/unicode.ts'
import { lockMessage } from '../../conversation/message-changes/store.ts'
import { followReaction } from '../../conversation/reactions/actions.ts'
import { isKnownEmoji } from '../text/emoji.ts'
import { emojiOf } from '../zulip/users.ts'
import { type FollowContext, userOf } from './context.ts'
import { followedMessages, newIds } from './follow-store.ts'
import type { OldMessage, OldReaction } from './objects.ts'

interface Reaction {
  userId: number
  code: string
  type: ReactionType
  name: string
}

/** Makes the reactions to messages that are here equal to those on the old server. */
export async function applyReactions(context: FollowContext, messages: readonly OldMessage[]): Promise<void> {
  const { app, realm, report } = context
  const { db } = app.database
  const ids = await newIds(
    db,
    realm.id,
    'message',
    messages.map(({ id }) => String(id)),
  )
  const own = await followedMessages(db, [...ids.values()])
  for (const from of messages) {
    const current = own.get(ids.get(String(from.id)) ?? 0)
    if (current === undefined) continue
    const wanted = reactionsOf(context, from.reactions ?? [])
    const present = new Map(current.reactions.map((one) => [keyOf(one), one as Reaction]))
    const added = [...wanted].filter(([key]) => !present.has(key)).map(([, one]) => one)
    const removed = [...present].filter(([key]) => !wanted.has(key)).map(([, one]) => one)
    if (added.length + removed.length === 0) continue
    await realm.transactExclusively(async (tx) => {
      const message = await lockMessage(tx, current.id)
      if (message === undefined) return
      for (const [op, list] of [
        ['add', added],
        ['remove', removed],
      ] as const) {
        for (const { userId, code, type, name } of list) {
          const user = realm.directory.users.get(userId)
          if (user !== undefined)
            await followReaction(tx, realm, message, op, { user, emoji: { code, type }, name })
        }
      }
    })
    report.count('reactions', added.length + removed.length)
  }
}

const keyOf = ({ userId, code, type }: Pick<Reaction, 'userId' | 'code'> & { type: string }) =>
  `${userId} ${type} ${code}`

function reactionsOf(context: FollowContext, reactions: readonly OldReaction[]): Map<string, Reaction> {
  const found = new Map<string, Reaction>()
  for (const reaction of reactions) {
    const user = userOf(context, reaction.user_id)
    const emoji = emojiHere(context, reaction)
    if (user === undefined) continue
    if (emoji === undefined) context.report.skip('reactions', 'emoji is not known')
    else found.set(keyOf({ userId: user.id, ...emoji }), { userId: user.id, ...emoji })
  }
  return found
}

function emojiHere(
  { ids, realm }: FollowContext,
  { reaction_type, emoji_code }: OldReaction,
): Omit<Reaction, 'userId'> | undefined {
  const emoji = emojiOf(reaction_type, emoji_code)
  if ('custom' in emoji) {
    const custom = realm.directory.customEmoji.get(ids.emoji.get(emoji.custom) ?? 0)
    return custom && { code: String(custom.id), type: 'realm_emoji', name: custom.name }
  }
  if (!('code' in emoji) || !isKnownEmoji(emoji.code)) return undefined
  return { code: emoji.code, type: 'unicode_emoji', name: namesOf(emoji.code)[0]! }
}
