import { apiError, type BodyOf, maxMessagesPerFetch, messageFlags } from '@loquat/contract'
import type { Channel, User } from '../../../directory/directory.ts'
import { flagBits, isMention } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isInHistory, mayReadMessage } from '../messages/access.ts'
import {
  addRead,
  clearBits,
  listUnread,
  type Relation,
  relationsOf,
  removeRead,
  setBits,
} from './flags-store.ts'

type EditableFlag = 'read' | 'starred' | 'collapsed'
const editableFlags: readonly string[] = ['read', 'starred', 'collapsed'] satisfies EditableFlag[]
const readOnlyFlags = new Set<string>([...messageFlags, 'force_expand', 'force_collapse'])

export interface FlagChange {
  messages: readonly number[]
  op: 'add' | 'remove'
  flag: string
}

/**
 * Changes a flag of the caller's messages. Returns the channels skipped because the caller is not subscribed.
 */
export async function changeFlags(realm: Realm, user: User, change: FlagChange): Promise<number[]> {
  const { skipped } = await realm.transact((tx) => changeFlagsWithin(tx, realm, user, change, 'refuse'))
  return skipped
}

/** Like `changeFlags`, inside a transaction. `missing` says how to treat messages that do not exist. */
export async function changeFlagsWithin(
  tx: Tx,
  realm: Realm,
  user: User,
  change: FlagChange,
  missing: 'refuse' | 'ignore',
): Promise<{ changed: number; skipped: number[] }> {
  const { op } = change
  const flag = checkedFlag(change.flag)
  if (flag !== 'read' && change.messages.length > maxMessagesPerFetch) {
    // These flags need one row per message, written while the log is locked; read state needs only a few
    // ranges.
    throw apiError('message-flag-limit-exceeded', { max: maxMessagesPerFetch })
  }
  const relations = await relationsOf(tx.db, realm.id, user.id, change.messages)
  const missesSome = relations.length < new Set(change.messages).size
  if (missesSome && missing === 'refuse' && !isReading(op, flag))
    throw apiError('message-flag-message-not-found')
  const { changing, skipped } = selectMessages(realm, user, relations, op, flag)
  if (changing.length === 0) return { changed: 0, skipped }
  // Lock the log before the reader's rows, in the same order as unsubscribing.
  publishFlags(tx, user.id, op, flag, changing)
  await tx.flush()
  if (flag !== 'read') await changeBits(tx, user.id, changing, op, flagBits[flag])
  else if (op === 'add') await addRead(tx, user.id, idsOf(changing))
  else await markUnread(tx, user.id, changing)
  return { changed: changing.length, skipped }
}

/** Marking read may name messages the user never received. */
const isReading = (op: 'add' | 'remove', flag: EditableFlag) => flag === 'read' && op === 'add'

function checkedFlag(flag: string): EditableFlag {
  if (editableFlags.includes(flag)) return flag as EditableFlag
  throw apiError(readOnlyFlags.has(flag) ? 'message-flag-read-only' : 'message-flag-not-found', { flag })
}

/** The messages to change. A message that the user may not change fails the whole request. */
function selectMessages(
  realm: Realm,
  user: User,
  relations: readonly Relation[],
  op: 'add' | 'remove',
  flag: EditableFlag,
): { changing: Relation[]; skipped: number[] } {
  const { directory } = realm
  const skipped = new Set<number>()
  const changing = relations.filter((relation) => {
    if (isReading(op, flag)) return isInHistory(relation) && !relation.read
    if (!isInHistory(relation) && !mayReadMessage(directory, user, relation))
      throw apiError('message-flag-message-not-found')
    const channel = relation.channelId === null ? undefined : directory.channels.get(relation.channelId)
    if (flag === 'read' && channel !== undefined && !channel.subscribers.has(user.id)) {
      skipped.add(channel.id)
      return false
    }
    const has = flag === 'read' ? relation.read : (relation.flags & flagBits[flag]) !== 0
    return has !== (op === 'add')
  })
  return { changing, skipped: [...skipped] }
}

async function changeBits(
  tx: Tx,
  userId: number,
  changing: readonly Relation[],
  op: 'add' | 'remove',
  bit: number,
): Promise<void> {
  if (op === 'remove') {
    await clearBits(tx, userId, idsOf(changing), bit)
    return
  }
  await setBits(
    tx,
    userId,
    changing.map((relation) => ({
      id: relation.id,
      bits: isInHistory(relation) ? bit : bit | flagBits.historical,
    })),
  )
}

/**
 * Messages that count as read by default (own, or from before the reader joined) need a flag; others are
 * removed from the read range.
 */
async function markUnread(tx: Tx, userId: number, changing: readonly Relation[]): Promise<void> {
  const isInRange = ({ received, senderId }: Relation) => received && senderId !== userId
  const byRange = changing.filter(isInRange)
  const byMark = changing.filter((relation) => !isInRange(relation))
  if (byRange.length > 0) await removeRead(tx, userId, idsOf(byRange))
  await setBits(
    tx,
    userId,
    byMark.map((relation) => ({
      id: relation.id,
      bits: isInHistory(relation) ? flagBits.markedUnread : flagBits.markedUnread | flagBits.historical,
    })),
  )
}

function publishFlags(
  tx: Tx,
  userId: number,
  op: 'add' | 'remove',
  flag: EditableFlag,
  changed: readonly Relation[],
): void {
  const messages = idsOf(changed)
  const audience = { users: [userId] }
  if (op === 'add') {
    tx.publish({ type: 'update_message_flags', op, operation: op, flag, messages, all: false }, audience)
    return
  }
  const details = flag === 'read' ? { message_details: detailsOf(userId, changed) } : {}
  tx.publish(
    { type: 'update_message_flags', op, operation: op, flag, messages, all: false, ...details },
    audience,
  )
}

type MessageDetails = NonNullable<BodyOf<'update_message_flags:remove'>['message_details']>

/** Location of each message, for clients that count unread messages they have not loaded. */
function detailsOf(userId: number, changed: readonly Relation[]): MessageDetails {
  const mentioned = (relation: Relation) => (isMention(relation) ? { mentioned: true as const } : {})
  return Object.fromEntries(
    changed.map((relation) => [
      relation.id,
      relation.channelId === null
        ? {
            type: 'private' as const,
            user_ids: (relation.userIds ?? []).filter((id) => id !== userId),
            ...mentioned(relation),
          }
        : {
            type: 'stream' as const,
            stream_id: relation.channelId,
            topic: relation.topic,
            unmuted_stream_msg: !relation.muted,
            ...mentioned(relation),
          },
    ]),
  )
}

const idsOf = (relations: readonly Relation[]) => relations.map((relation) => relation.id)

/** After unsubscribing: unread messages do not reappear on a later subscription. */
export async function markChannelRead(tx: Tx, userId: number, channel: Channel): Promise<void> {
  await markAllRead(tx, userId, { recipientId: channel.recipientId })
}

/** After muting a user: marks their messages read. */
export async function markSenderRead(tx: Tx, userId: number, senderId: number): Promise<void> {
  await markAllRead(tx, userId, { senderId })
}

async function markAllRead(tx: Tx, userId: number, only: Parameters<typeof listUnread>[3]): Promise<void> {
  const unread = await listUnread(tx.db, userId, 1_000_000, only)
  if (unread.length === 0) return
  const messages = unread.map((row) => row.id).sort((a, b) => a - b)
  await addRead(tx, userId, messages)
  tx.publish(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false },
    { users: [userId] },
  )
}
