import { RenderFailure } from '../../../markdown/render.ts'
import { deleteWithin } from '../../conversation/message-changes/delete.ts'
import { followEdit } from '../../conversation/message-changes/edit.ts'
import { changeFlagsWithin } from '../../conversation/read-state/flags.ts'
import { topicName } from '../text/names.ts'
import { splitMessage } from '../text/text.ts'
import { channelOf, type FollowContext, ownerOf, userOf } from './context.ts'
import { TextConversion } from './convert.ts'
import { type FollowedMessage, followedMessages, forgetMessages, newIds } from './follow-store.ts'
import { addMessages, senderOf } from './new-messages.ts'
import type { OldMessage } from './objects.ts'
import { applyReactions } from './reactions.ts'

/** Makes messages here equal to those of the old server: adds unknown ones and changes the others. Idempotent. Each message is in the list once. */
export async function applyMessages(context: FollowContext, messages: readonly OldMessage[]): Promise<void> {
  if (messages.length === 0) return
  const { app, realm } = context
  const { db } = app.database
  const ids = await newIds(
    db,
    realm.id,
    'message',
    messages.map(({ id }) => String(id)),
  )
  const known = messages.filter(({ id }) => ids.has(String(id)))
  const own = await followedMessages(db, [...ids.values()])
  const pairs = known.flatMap((from) => {
    const message = own.get(ids.get(String(from.id)) ?? 0)
    return message === undefined ? [] : [{ from, message }]
  })
  // New messages may link to topics that older ones were moved to, and edited ones to new messages.
  await moveAll(context, pairs)
  const unknown = messages.filter(({ id }) => !ids.has(String(id)))
  await addMessages(
    context,
    unknown.toSorted((a, b) => a.id - b.id),
  )
  await editAll(context, pairs)
  await applyReactions(context, known)
}

interface Pair {
  from: OldMessage
  message: FollowedMessage
}

/** Moves the messages that went from one topic to another together. */
async function moveAll(context: FollowContext, pairs: readonly Pair[]): Promise<void> {
  const moved = pairs.flatMap(({ from, message }) => {
    const channel = from.type === 'stream' ? channelOf(context, from.stream_id) : undefined
    if (channel === undefined || message.channelId === null) return []
    const topic = topicName(from.subject)
    return channel.id === message.channelId && topic === message.topic
      ? []
      : [{ from, message, to: { channel, topic } }]
  })
  const groups = Map.groupBy(moved, ({ message, to }) =>
    JSON.stringify([message.channelId, message.topic, to.channel.id, to.topic]),
  )
  for (const group of groups.values()) {
    const [first] = group
    const { from, to } = first!
    const latest = from.edit_history?.[0]
    const seconds = from.last_moved_timestamp ?? latest?.timestamp ?? context.app.clock.now() / 1_000
    await followEdit(context.app, context.realm, {
      ids: group.map(({ message }) => message.id) as [number, ...number[]],
      by: userOf(context, latest?.user_id) ?? ownerOf(context),
      at: new Date(seconds * 1_000),
      to,
    })
    context.report.count('edits', group.length)
  }
}

async function editAll(context: FollowContext, pairs: readonly Pair[]): Promise<void> {
  const texts = new TextConversion(context)
  for (const { from, message } of pairs) {
    const editedAt = from.last_edit_timestamp
    if (editedAt === undefined || editedAt === null) continue
    if (message.editedAt !== null && Math.floor(message.editedAt.getTime() / 1_000) >= editedAt) continue
    const sender = await senderOf(context, from)
    const [content = '(deleted)', ...rest] = splitMessage(await texts.convert(from.content, sender))
    if (rest.length > 0) context.report.skip('edits', 'cut')
    if (content === message.content) continue
    const edit = from.edit_history?.find((entry) => entry.prev_content !== undefined)
    try {
      await followEdit(context.app, context.realm, {
        ids: [message.id],
        // Files of the sender are linked in the sender's name.
        by: userOf(context, edit?.user_id) ?? sender,
        at: new Date(editedAt * 1_000),
        content,
      })
      context.report.count('edits')
    } catch (error) {
      if (!(error instanceof RenderFailure)) throw error
      context.report.skip('edits', 'refused here')
    }
  }
}

/** Deletes the messages here that the old server has deleted. */
export async function deleteMessages(context: FollowContext, oldIds: readonly number[]): Promise<void> {
  const { app, realm, report } = context
  const ids = await newIds(app.database.db, realm.id, 'message', oldIds.map(String))
  if (ids.size === 0) return
  const own = await followedMessages(app.database.db, [...ids.values()])
  const groups = Map.groupBy(own.values(), ({ channelId, userIds, topic }) =>
    JSON.stringify([channelId, userIds, topic]),
  )
  await realm.transactExclusively(async (tx) => {
    for (const group of groups.values()) {
      await deleteWithin(
        tx,
        realm.directory,
        group[0]!,
        group.map(({ id }) => id),
      )
    }
    await forgetMessages(tx, oldIds)
  })
  report.count('deletions', own.size)
}

/** Repeats flags of the account whose queue the event came from. */
export async function applyFlags(
  context: FollowContext,
  oldUserId: number,
  { op, flag, oldIds }: { op: 'add' | 'remove'; flag: 'read' | 'starred'; oldIds: readonly number[] },
): Promise<void> {
  const { app, realm, report } = context
  const user = userOf(context, oldUserId)
  if (user === undefined) return
  const ids = await newIds(app.database.db, realm.id, 'message', oldIds.map(String))
  if (ids.size === 0) return
  const change = { op, flag, messages: [...ids.values()] }
  const { changed } = await realm.transact((tx) => changeFlagsWithin(tx, realm, user, change, 'ignore'))
  report.count('flags', changed)
}
