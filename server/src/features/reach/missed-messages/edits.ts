import { flagBits } from '../../../events/flag-bits.ts'
import type { MessageEdit, Tx } from '../../../events/transaction.ts'
import { enqueue } from '../../../jobs/store.ts'
import { mentionsIn, messagesById } from './candidate-store.ts'
import { notifyNewMentions } from './jobs.ts'

const mentionBits = flagBits.mentioned | flagBits.topic_wildcard_mentioned

/** Notifies users whom an edit mentions and the message did not mention before. Reads the flags from before the edit. */
export async function enqueueNewMentions(
  tx: Tx,
  { messageId, flags, mentions: { channelWildcard: mentionsEveryone } }: MessageEdit,
): Promise<void> {
  const mentioned = [...flags].filter(([, flagBits]) => (flagBits & mentionBits) !== 0)
  if (mentioned.length === 0 && !mentionsEveryone) return
  const [message] = await messagesById(tx.db, tx.realmId, [messageId])
  if (message === undefined || message.channelId === null) return
  const before = new Map((await mentionsIn(tx.db, [messageId])).map(({ userId, flags }) => [userId, flags]))
  const payload = { realmId: tx.realmId, messageId }
  if (mentionsEveryone && !message.channelWildcard) {
    await enqueue(tx.db, notifyNewMentions, { ...payload, except: [...before.keys()] })
    return
  }
  const only = mentioned
    .filter(([userId, flagBits]) => (flagBits & mentionBits & ~(before.get(userId) ?? 0)) !== 0)
    .map(([id]) => id)
  if (only.length > 0) await enqueue(tx.db, notifyNewMentions, { ...payload, only })
}
