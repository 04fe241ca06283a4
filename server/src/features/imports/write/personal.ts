import { maxAlertWordLength, maxLaterNote, maxSavedQuery, maxSavedSearchName } from '@loquat/contract'
import { caseless, type User } from '../../../directory/directory.ts'
import { contextFor } from '../../../markdown/directory-context.ts'
import { RenderFailure, renderMessage } from '../../../markdown/render.ts'
import type { SourceDestination, SourcePersonal } from '../model.ts'
import { cut } from '../text/clean.ts'
import { topicName } from '../text/names.ts'
import type { ImportText } from '../text/text.ts'
import { conversationOf } from './conversations.ts'
import { dateOf, dateOrNow, type ImportJob } from './job.ts'
import { findSorted } from './message-store.ts'
import { storePresenceCounter, topicOfThread } from './personal-store.ts'
import { flatText, resolveText } from './references.ts'
import { addRows, type Columns, insertRows } from './rows-store.ts'
import { stagedFiles } from './staging-store.ts'

const batchSize = 500

const tables: Record<string, Columns> = {
  user_topic: {
    user_id: 'bigint',
    channel_id: 'bigint',
    recipient_id: 'bigint',
    topic: 'text',
    policy: 'smallint',
    updated_at: 'timestamptz',
  },
  alert_word: { user_id: 'bigint', folded: 'text', word: 'text' },
  muted_user: { user_id: 'bigint', muted_user_id: 'bigint', muted_at: 'timestamptz' },
  saved_snippet: { user_id: 'bigint', title: 'text', content: 'text', created_at: 'timestamptz' },
  saved_search: { user_id: 'bigint', name: 'text', query: 'text', created_at: 'timestamptz' },
  draft: {
    user_id: 'bigint',
    channel_id: 'bigint',
    user_ids: 'bigint[]',
    topic: 'text',
    content: 'text',
    edited_at: 'bigint',
  },
  scheduled_message: {
    realm_id: 'bigint',
    sender_id: 'bigint',
    channel_id: 'bigint',
    user_ids: 'bigint[]',
    topic: 'text',
    content: 'text',
    rendered_content: 'text',
    client: 'text',
    deliver_at: 'timestamptz',
    failed: 'boolean',
  },
  later_item: {
    realm_id: 'bigint',
    user_id: 'bigint',
    message_id: 'bigint',
    note: 'text',
    remind_at: 'timestamptz',
    reminded: 'boolean',
    done_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  channel_folder_preference: {
    user_id: 'bigint',
    folder_id: 'bigint',
    position: 'integer',
    collapsed: 'boolean',
  },
  presence: {
    user_id: 'bigint',
    realm_id: 'bigint',
    last_active: 'timestamptz',
    last_connected: 'timestamptz',
    update_id: 'bigint',
  },
}

/** Personal data of users. */
export async function writePersonal(job: ImportJob): Promise<void> {
  if (job.source.personal === undefined) return
  const waiting = new Map<string, object[]>()
  const flush = async (table: string) => {
    const rows = waiting.get(table) ?? []
    waiting.delete(table)
    if (job.isDryRun) return
    if (table === 'scheduled_message') await storeScheduled(job, rows as ScheduledRow[])
    else await addRows(job.db, table, tables[table]!, rows)
  }
  let updates = 0
  for await (const item of job.source.personal()) {
    const found = await rowOf(job, item)
    if (found === undefined) continue
    const [table, row] = found
    const rows = waiting.get(table) ?? []
    waiting.set(table, rows)
    rows.push(table === 'presence' ? { ...row, update_id: ++updates } : row)
    if (rows.length >= batchSize) await flush(table)
  }
  for (const table of [...waiting.keys()]) await flush(table)
  if (!job.isDryRun && updates > 0) await storePresenceCounter(job.db, job.realmId, updates)
}

/** A scheduled message with the IDs of its attachments. */
interface ScheduledRow {
  attachments: number[]
}

/** Files belong to a scheduled message, so that they are not deleted as unused before it is sent. */
async function storeScheduled(job: ImportJob, rows: readonly ScheduledRow[]): Promise<void> {
  const ids = await insertRows(job.db, 'scheduled_message', tables.scheduled_message!, rows)
  const claims = rows.flatMap(({ attachments }, n) =>
    attachments.map((attachment_id) => ({ attachment_id, scheduled_message_id: ids[n] })),
  )
  const columns = { attachment_id: 'bigint', scheduled_message_id: 'bigint' }
  await addRows(job.db, 'attachment_scheduled', columns, claims)
}

async function rowOf(
  job: ImportJob,
  item: SourcePersonal,
): Promise<[table: string, row: object] | undefined> {
  const user = job.users.get(item.user)
  if (user === undefined || user.isSystemBot) return undefined
  const user_id = user.id
  switch (item.kind) {
    case 'topic':
    case 'thread': {
      const channel = job.channels.get(item.channel)
      if (channel === undefined) return undefined
      const topic =
        item.kind === 'topic' ? topicName(item.topic) : await topicOfThread(job.db, channel.id, item.thread)
      if (topic === undefined) return undefined
      const updated_at = dateOrNow(job, item.kind === 'topic' ? item.updatedAt : undefined)
      const place = { channel_id: channel.id, recipient_id: channel.recipientId }
      return ['user_topic', { user_id, ...place, topic, policy: item.policy, updated_at }]
    }
    case 'alert word': {
      const word = cut(job.report.clean(item.word).trim(), maxAlertWordLength)
      return word === '' ? undefined : ['alert_word', { user_id, word, folded: caseless(word) }]
    }
    case 'muted user': {
      const muted = job.users.get(item.mutedUser)?.id
      if (muted === undefined || muted === user_id) return undefined
      return ['muted_user', { user_id, muted_user_id: muted, muted_at: dateOrNow(job, item.mutedAt) }]
    }
    case 'snippet': {
      const content = await textOf(job, item.content)
      const created_at = dateOrNow(job, item.createdAt)
      return ['saved_snippet', { user_id, title: cut(job.report.clean(item.title), 60), content, created_at }]
    }
    case 'saved search': {
      const name = cut(job.report.clean(item.name).trim(), maxSavedSearchName)
      const query = cut(job.report.clean(item.query).trim(), maxSavedQuery)
      if (name === '' || query === '') return undefined
      return ['saved_search', { user_id, name, query, created_at: dateOf(job, item.createdAt) }]
    }
    case 'draft': {
      const place = await placeOf(job, item.to)
      if (place === undefined) return undefined
      const content = await textOf(job, item.content)
      return ['draft', { user_id, ...place, content, edited_at: Math.floor(item.editedAt / 1_000_000) }]
    }
    case 'scheduled message': {
      const place = await placeOf(job, item.to, item.user)
      if (place === undefined) return undefined
      const { content, attachments } = await textAndFiles(job, item.content, item.files)
      return [
        'scheduled_message',
        {
          attachments,
          realm_id: job.realmId,
          sender_id: user_id,
          ...place,
          content,
          rendered_content: rendered(job, user, content),
          client: `${job.kind.product} import`,
          deliver_at: new Date(item.deliverAt / 1_000),
          failed: item.failed ?? false,
        },
      ]
    }
    case 'later item': {
      const [message] = item.message === undefined ? [] : await findSorted(job.db, [item.message])
      const note = cut(job.report.clean(item.note), maxLaterNote)
      if (message === undefined && note === '') return undefined
      return [
        'later_item',
        {
          realm_id: job.realmId,
          user_id,
          message_id: message?.id ?? null,
          note,
          remind_at: item.remindAt === null ? null : new Date(item.remindAt / 1_000),
          reminded: item.isReminded,
          done_at: item.doneAt === null ? null : dateOf(job, item.doneAt),
          created_at: dateOf(job, item.createdAt),
        },
      ]
    }
    case 'folder': {
      const folder_id = job.folders.get(item.folder)
      if (folder_id === undefined) return undefined
      const { position, isCollapsed: collapsed } = item
      return ['channel_folder_preference', { user_id, folder_id, position, collapsed }]
    }
    case 'presence':
      return [
        'presence',
        {
          user_id,
          realm_id: job.realmId,
          last_active: item.activeAt === null ? null : dateOf(job, item.activeAt),
          last_connected: dateOf(job, item.connectedAt),
        },
      ]
  }
}

const textOf = async (job: ImportJob, text: ImportText) => (await textAndFiles(job, text)).content

/** The text, and the IDs of its files and of others. */
async function textAndFiles(job: ImportJob, text: ImportText, others: readonly string[] = []) {
  const ids = text.flatMap((part) => (typeof part !== 'string' && part.kind === 'file URL' ? part.file : []))
  const files = await stagedFiles(job.db, 'source_id', [...new Set([...ids, ...others])])
  const paths = new Map(files.map((file) => [file.source_id, file.path_id]))
  return {
    content: flatText(resolveText(job, text, paths)),
    attachments: files.map((file) => file.attachment_id),
  }
}

function rendered(job: ImportJob, user: User, content: string): string {
  try {
    return renderMessage(content, contextFor(job.directory, user)).html
  } catch (error) {
    if (error instanceof RenderFailure) return ''
    throw error
  }
}

async function placeOf(job: ImportJob, to: SourceDestination, ...sender: string[]) {
  if ('users' in to) {
    const { userIds } = await conversationOf(job, [...to.users, ...sender])
    return { channel_id: null, user_ids: userIds, topic: '' }
  }
  const channel = job.channels.get(to.channel)
  const topic = 'topic' in to ? topicName(to.topic) : ''
  return channel === undefined ? undefined : { channel_id: channel.id, user_ids: null, topic }
}
