import { maxMessageLength } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { RenderFailure } from '../../../markdown/render.ts'
import { compose } from '../../conversation/messages/compose.ts'
import type { Draft } from '../../conversation/messages/draft.ts'
import {
  isFirstGuestDirectMessage,
  storeFirstGuestDirectMessage,
} from '../../conversation/messages/first-direct.ts'
import { storeWithin } from '../../conversation/messages/outbox.ts'
import {
  channelDestination,
  type Destination,
  directDestination,
} from '../../conversation/messages/resolve-destination.ts'
import { activityEvent } from '../../places/channels/activity.ts'
import { topicName } from '../text/names.ts'
import { splitMessage } from '../text/text.ts'
import { recordIds } from '../write/rows-store.ts'
import { channelOf, type FollowContext, userOf } from './context.ts'
import { TextConversion } from './convert.ts'
import type { OldMessage } from './objects.ts'
import { applyReactions } from './reactions.ts'
import { addUser } from './users.ts'

const batchSize = 50

interface PreparedMessage {
  from: OldMessage
  /** More than one if the converted text is too long. */
  drafts: Draft[]
}

/** Adds messages that are not here, in the given order. */
export async function addMessages(context: FollowContext, messages: readonly OldMessage[]): Promise<void> {
  let batch: PreparedMessage[] = []
  const flush = async () => {
    await store(context, batch)
    batch = []
  }
  const texts = new TextConversion(context)
  for (const from of messages) {
    context.signal.throwIfAborted()
    const pending = new Set(batch.map((one) => String(one.from.id)))
    const needsPending = texts.linksIn(from.content).some((id) => pending.has(id))
    if (needsPending || batch.length >= batchSize) await flush()
    const prepared = await prepare(context, texts, from)
    if (prepared !== undefined) batch.push(prepared)
  }
  await flush()
}

async function prepare(
  context: FollowContext,
  texts: TextConversion,
  from: OldMessage,
): Promise<PreparedMessage | undefined> {
  const { app, realm, report } = context
  const sender = await senderOf(context, from)
  const destination = await destinationOf(context, from)
  if (destination === undefined) {
    report.skip('messages', 'channel is not visible to the account')
    return undefined
  }
  const content = await texts.convert(from.content, sender)
  const sentAt = new Date(Math.min(from.timestamp * 1_000, app.clock.now()))
  const drafts: Draft[] = []
  try {
    for (const part of splitMessage(content, maxMessageLength)) {
      const options = {
        content: part,
        clientName: from.client ?? 'website',
        readBySender: true,
        followed: { sentAt },
      }
      const { draft } = await compose(app, realm, sender, destination, options)
      const { channel } = destination
      const activation =
        channel === undefined || channel.isArchived || channel.isRecentlyActive
          ? null
          : activityEvent(realm.directory, channel, true)
      drafts.push({ ...draft, activation })
    }
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    report.skip('messages', 'refused here')
    return undefined
  }
  return drafts.length === 0 ? undefined : { from, drafts }
}

/** Senders who left may be in no list. */
export async function senderOf(context: FollowContext, from: OldMessage): Promise<User> {
  const known = userOf(context, from.sender_id)
  if (known !== undefined) return known
  return await unknownUser(context, from.sender_id, from.sender_full_name)
}

async function unknownUser(context: FollowContext, oldId: number, name: string): Promise<User> {
  for (const server of context.servers) {
    const found = await server.user(oldId)
    if (found !== undefined) return await addUser(context, found)
  }
  return await addUser(context, {
    user_id: oldId,
    full_name: name || `Unknown user ${oldId}`,
    email: '',
    is_active: false,
  })
}

async function destinationOf(context: FollowContext, from: OldMessage): Promise<Destination | undefined> {
  if (from.type === 'stream') {
    const channel = channelOf(context, from.stream_id)
    return channel === undefined ? undefined : channelDestination(channel, topicName(from.subject))
  }
  const participants = Array.isArray(from.display_recipient) ? from.display_recipient : []
  const userIds = new Set<number>()
  for (const { id, full_name } of participants) {
    userIds.add((userOf(context, id) ?? (await unknownUser(context, id, full_name))).id)
  }
  userIds.add((await senderOf(context, from)).id)
  const ascending = [...userIds].sort((a, b) => a - b)
  return await directDestination(context.app, context.realm, ascending)
}

/** Stores messages and their IDs in one transaction: a message is never added twice. */
async function store(context: FollowContext, batch: readonly PreparedMessage[]): Promise<void> {
  if (batch.length === 0) return
  const { realm, report } = context
  await realm.transactExclusively(async (tx) => {
    for (const group of groupsOf(context, batch)) {
      const drafts = group.flatMap((one) => one.drafts)
      const [first] = drafts
      const ids =
        drafts.length === 1 && isFirstGuestDirectMessage(realm.directory, first!)
          ? [await storeFirstGuestDirectMessage(tx, realm, first!)]
          : await storeWithin(tx, drafts)
      let at = 0
      const pairs = group.map((one): [string, number] => {
        const id = ids[at]!
        at += one.drafts.length
        return [String(one.from.id), id]
      })
      await recordIds(tx.db, realm.id, 'message', pairs)
    }
  })
  report.count('messages', batch.length)
  await applyReactions(
    context,
    batch.map(({ from }) => from).filter(({ reactions }) => (reactions?.length ?? 0) > 0),
  )
}

/** First messages to guests are stored one by one, others together. */
function groupsOf({ realm }: FollowContext, batch: readonly PreparedMessage[]): PreparedMessage[][] {
  const groups: PreparedMessage[][] = [[]]
  for (const one of batch) {
    if (isFirstGuestDirectMessage(realm.directory, one.drafts[0]!)) groups.push([one], [])
    else groups.at(-1)!.push(one)
  }
  return groups.filter((group) => group.length > 0)
}
