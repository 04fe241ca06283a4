import { caseless } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { deleteWithin } from '../../conversation/message-changes/delete.ts'
import { replaceHtml } from '../../conversation/message-changes/rerender.ts'
import { lockMessage } from '../../conversation/message-changes/store.ts'
import { reindexMessages } from '../../conversation/message-queries/reindex.ts'
import type { Batch, StepResult } from './batch.ts'
import { createReplacer, patternsFor, type Replace, replaceInJson } from './pseudonym.ts'
import { rewriteModeration } from './rewrite-moderation.ts'
import {
  countOwnMessages,
  lastMessageId,
  messagesNaming,
  type NamedMessages,
  ownMessages,
  rewriteScheduled,
  rewriteText,
  scheduledNaming,
} from './rewrite-store.ts'
import type { Erasure } from './store.ts'

const deletedPerBatch = 100
const scannedPerBatch = 2_000
/** Each needs several statements while the log is locked. */
const rewrittenPerBatch = 50
const scheduledPerBatch = 500

/** Deletes the messages of the person. Clients get the same events as for other deletions. */
export async function deleteMessages({ realm, tx, erasure }: Batch): Promise<StepResult> {
  const messages = await ownMessages(tx.db, erasure.userId, deletedPerBatch)
  const key = ({ recipientId, topic }: (typeof messages)[number]) => `${recipientId} ${caseless(topic)}`
  for (const [first, ...others] of Map.groupBy(messages, key).values()) {
    if (first === undefined) continue
    const ids = [first, ...others].map(({ id }) => id)
    await deleteWithin(tx, realm.directory, first, ids)
  }
  if (messages.length < deletedPerBatch) return undefined
  const position = erasure.position + messages.length
  return { position, total: position + (await countOwnMessages(tx.db, erasure.userId)) }
}

/** Looks for the next messages with the name. Before the transaction, because it takes longer than anything in it. */
export async function findNamed(
  app: App,
  { userId, realmId, identity, position }: Erasure,
): Promise<NamedMessages> {
  const { backgroundDb: db } = app.database
  return await messagesNaming(db, realmId, position, patternsFor(userId, identity), scannedPerBatch)
}

/** Replaces the name in mentions, quotes, texts and former texts of all messages that are left. */
export async function rewriteMessages(batch: Batch): Promise<StepResult> {
  const { tx, erasure, named } = batch
  const { userId, realmId, identity } = erasure
  const replace = createReplacer(userId, identity)
  const { last, ids } = named
  if (last === null) {
    await rewriteScheduledMessages(batch, patternsFor(userId, identity), replace)
    await rewriteModeration(tx, patternsFor(userId, identity), replace)
    return undefined
  }
  const now = ids.slice(0, rewrittenPerBatch)
  for (const id of now) await rewriteMessage(batch, id, replace)
  await reindexMessages(tx, now)
  // With more than fit, the next batch looks again from the last one on.
  const reached = ids.length > now.length ? (now.at(-1) ?? last) : last
  return { position: reached, total: await lastMessageId(tx.db, realmId) }
}

async function rewriteMessage({ app, realm, tx }: Batch, id: number, replace: Replace): Promise<void> {
  const message = await lockMessage(tx, id)
  if (message === undefined) return
  const content = replace(message.content)
  const html = replace(message.renderedContent)
  const history = replaceInJson(message.history, replace) as unknown[]
  const isSame = content === message.content && html === message.renderedContent
  if (isSame && JSON.stringify(history) === JSON.stringify(message.history)) return
  await rewriteText(tx, id, { content, history })
  if (!isSame) await replaceHtml(app, tx, realm.directory, { ...message, content }, html)
}

async function rewriteScheduledMessages({ tx }: Batch, patterns: readonly string[], replace: Replace) {
  for (const one of await scheduledNaming(tx, patterns, scheduledPerBatch)) {
    await rewriteScheduled(tx, {
      id: one.id,
      content: replace(one.content),
      rendered_content: replace(one.rendered_content),
    })
  }
}
