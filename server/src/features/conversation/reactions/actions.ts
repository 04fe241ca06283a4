import { apiError, hasSkinTones, type ReactionType, type SkinTone } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'
import { assertUsable, type Emoji, emojiNamed, resolveEmoji } from '../../../markdown/emoji/lookup.ts'
import type { Realm } from '../../../realms/realm.ts'
import { apiEmail } from '../../identity/users/present.ts'
import { messageToChange } from '../message-changes/access.ts'
import { messageAudience } from '../message-changes/receivers.ts'
import type { StoredMessage } from '../message-changes/store.ts'
import { updateTopicAfterParticipation } from '../messages/follow-topics.ts'
import { setBits } from '../read-state/flags-store.ts'
import { deleteReaction, insertReaction, votesFor } from './store.ts'

/** An emoji as given in the request. */
interface EmojiInput {
  name: string
  code: string | undefined
  type: ReactionType | undefined
  skinTone?: SkinTone | undefined
}

/** Locks the log before the message, as editing does, so that concurrent changes see each other. */
export async function addReaction(
  app: App,
  realm: Realm,
  user: User,
  messageId: number,
  sent: EmojiInput,
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, messageId)
    const emoji = resolveEmoji(directory, sent)
    const votes = await votesFor(tx.db, messageId, emoji)
    if (votes.some((vote) => vote.userId === user.id)) {
      throw apiError('reaction-exists')
    }
    const name = votes[0]?.name ?? sent.name
    if (votes.length === 0) assertUsable(directory, emoji, name)
    const { skinTone } = sent
    if (skinTone !== undefined && !(emoji.type === 'unicode_emoji' && hasSkinTones(emoji.code)))
      throw apiError('reaction-skin-tone-unsupported')

    const channel = message.channelId === null ? undefined : directory.channels.get(message.channelId)
    if (channel !== undefined) {
      await updateTopicAfterParticipation(tx, realm, user, channel, message.topic, new Date(app.clock.now()))
    }
    await insertReaction(tx, messageId, user.id, { ...emoji, skinTone }, name)
    if (!message.inHistory) await setBits(tx, user.id, [{ id: messageId, bits: flagBits.historical }])
    await publishReaction(tx, realm, user, message, 'add', { ...emoji, skinTone }, name)
  })
}

/** Removing does not require that the emoji is still usable. */
export async function removeReaction(
  realm: Realm,
  user: User,
  messageId: number,
  sent: { name: string | undefined; code: string | undefined; type: ReactionType },
): Promise<void> {
  const { name: sentName, type } = sent
  if (sentName === undefined && sent.code === undefined) {
    throw apiError('reaction-emoji-missing')
  }
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, messageId)
    const emoji = { code: sent.code ?? emojiNamed(realm.directory, sentName ?? '').code, type }
    const name = await deleteReaction(tx, messageId, user.id, emoji)
    if (name === undefined) throw apiError('reaction-missing')
    await publishReaction(tx, realm, user, message, 'remove', emoji, name)
  })
}

/** A reaction on another server, which this organization previews. Adding it twice changes nothing. */
export async function followReaction(
  tx: Tx,
  realm: Realm,
  message: StoredMessage,
  op: 'add' | 'remove',
  { user, emoji, name }: { user: User; emoji: Emoji; name: string },
): Promise<void> {
  const votes = await votesFor(tx.db, message.id, emoji)
  if (votes.some((vote) => vote.userId === user.id) === (op === 'add')) return
  if (op === 'add') await insertReaction(tx, message.id, user.id, emoji, votes[0]?.name ?? name)
  else await deleteReaction(tx, message.id, user.id, emoji)
  await publishReaction(tx, realm, user, message, op, emoji, votes[0]?.name ?? name)
}

async function publishReaction(
  tx: Tx,
  { directory }: Realm,
  user: User,
  message: StoredMessage,
  op: 'add' | 'remove',
  emoji: Emoji & { skinTone?: SkinTone | undefined },
  name: string,
): Promise<void> {
  const body = {
    emoji_name: name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
    user_id: user.id,
    user: { user_id: user.id, email: apiEmail(directory, user), full_name: user.fullName },
    message_id: message.id,
    ...(emoji.skinTone === undefined ? {} : { skin_tone: emoji.skinTone }),
  }
  tx.publish({ type: 'reaction', op, ...body }, await messageAudience(tx.db, directory, message))
}
