import type { User } from '../../../directory/directory.ts'
import { ImportError, MissingBytesError } from '../import-error.ts'
import type { SourceMessage, SourceMessageFile } from '../model.ts'
import { linkLabel, literal } from '../text/literal.ts'
import { UniqueNames } from '../text/names.ts'
import { isEmptyText, joinText } from '../text/text.ts'
import { threadTitle } from '../text/thread-title.ts'
import { storeFile } from './files.ts'
import type { ImportJob } from './job.ts'
import { fileUrl } from './references.ts'
import { maskOf, reactionOf, rowsOfBatch, stagedEdit } from './staged-content.ts'
import {
  deleteDuplicates,
  indexStaged,
  largestMessageId,
  nameThreads,
  raiseMessageId,
  sortMessages,
  stageEdits,
  stageFlags,
  stageMessages,
  stageReactions,
  storeOldIds,
  threadsWithReplies,
} from './staging-store.ts'
import { ensureSender } from './users.ts'

const batchSize = 500
/** Above this share of unreadable messages the archive is considered damaged. */
const maxUnreadableShare = 0.05
/** A few odd messages never end an import. */
const minUnreadable = 20

/** Reads all messages of the archive into the staging tables, then sorts and numbers them. */
export async function stageArchive(job: ImportJob): Promise<void> {
  job.progress.stage('reading messages')
  let count = 0
  let batch: SourceMessage[] = []
  let staging: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    const rows = await rowsOfBatch(job, batch)
    // PostgreSQL stores a batch while the next one is read.
    await staging
    staging = stageMessages(job.db, rows)
    // Handled where it is awaited.
    staging.catch(() => {})
    batch = []
    job.progress.update(count)
    job.signal.throwIfAborted()
  }
  try {
    for await (const message of job.source.messages()) {
      count++
      batch.push(await withStoredFiles(job, message))
      if (batch.length >= batchSize) await flush()
    }
    await flush()
  } finally {
    // The connection is used again after an error.
    await staging
  }
  assertReadable(job, count)
  await stageOthers(job)
  job.progress.stage('sorting messages')
  await indexStaged(job.db)
  await removeDuplicates(job)
  await writeThreadNames(job)
  const largestId = job.kind.hasMessageLinks && !job.isDryRun ? await reserveOldIds(job) : undefined
  await sortMessages(job.db, {
    outsideThreads: job.kind.topicOutsideThreads ?? '',
    isDryRun: job.isDryRun,
    byPosition: job.kind.ordersByPosition === true,
  })
  if (largestId !== undefined) await storeOldIds(job.db, job.realmId, largestId)
}

/** IDs that the old server gives to messages while a preview follows it. */
const reservedForFollowing = 100_000_000
/** IDs above this are not reserved, so that no archive can exhaust them. */
const maxOldId = 2 ** 40

/** Lets new IDs begin above those of the archive, so that an ID in a link is either an old or a new one. */
async function reserveOldIds({ db, follow }: ImportJob): Promise<number | undefined> {
  const largest = await largestMessageId(db)
  if (largest === undefined || largest > maxOldId) return undefined
  await raiseMessageId(db, largest + (follow === undefined ? 0 : reservedForFollowing))
  return largest
}

function assertReadable(job: ImportJob, count: number): void {
  const unreadable = job.report.skipped
    .filter(
      ({ what, why }) => what === 'messages' && (why === 'cannot be read' || why === 'time cannot be read'),
    )
    .reduce((sum, entry) => sum + entry.count, 0)
  if (unreadable >= minUnreadable && unreadable > maxUnreadableShare * (count + unreadable)) {
    throw new ImportError('archive-messages-unreadable', { unreadable, count })
  }
}

/** Files have to be read before the next message is requested. */
async function withStoredFiles(job: ImportJob, message: SourceMessage): Promise<SourceMessage> {
  const { files = [] } = message
  if (files.length === 0) return message
  const sender = await ensureSender(job, message.sender, message.senderName, message.isSenderBot)
  const links: string[] = []
  for (const file of files) {
    const owner = (file.owner === undefined ? undefined : job.users.get(file.owner)) ?? sender
    const path = await pathOfStored(job, file, owner)
    links.push(
      path === undefined
        ? (file.fallback ?? literal(file.title))
        : `[${linkLabel(file.title.replace(/\s+/g, ' '))}](${fileUrl(path)})`,
    )
  }
  const break_ = isEmptyText(message.text) ? '' : '\n'
  return { ...message, text: joinText(message.text, break_, links.join('\n')), files: [] }
}

/** Undefined if the bytes are missing, which is counted. */
async function pathOfStored(
  job: ImportJob,
  file: SourceMessageFile,
  owner: User,
): Promise<string | undefined> {
  try {
    return await storeFile(job, file, owner)
  } catch (error) {
    if (!(error instanceof MissingBytesError)) throw error
    job.report.skip('files', 'bytes are not in the archive')
    return undefined
  }
}

/** Reactions, flags and edits that the archive keeps apart from the messages. */
async function stageOthers(job: ImportJob): Promise<void> {
  const { db, source, users } = job
  await inBatches(
    source.reactions?.(),
    (reaction) => {
      const stored = reactionOf(job, reaction)
      if (stored === undefined) return undefined
      const { user, ...emoji } = stored
      return { message: reaction.message, user_id: user, ...emoji }
    },
    (rows) => stageReactions(db, rows),
  )
  await inBatches(
    source.flags?.(),
    ({ message, user, flags }) => {
      const account = users.get(user)
      return account && { message, user_id: account.id, flags: maskOf(flags) }
    },
    (rows) => stageFlags(db, rows),
  )
  await inBatches(
    source.edits?.(),
    (edit) => ({ message: edit.message, data: JSON.stringify(stagedEdit(job, edit, new Map())) }),
    (rows) => stageEdits(db, rows),
  )
}

/** Stores the rows that things of an archive become, those that become none left out. */
async function inBatches<Source, Row>(
  things: AsyncIterable<Source> | undefined,
  rowOf: (thing: Source) => Row | undefined,
  store: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  let rows: Row[] = []
  for await (const thing of things ?? []) {
    const row = rowOf(thing)
    if (row !== undefined) rows.push(row)
    if (rows.length < batchSize) continue
    await store(rows)
    rows = []
  }
  await store(rows)
}

async function removeDuplicates(job: ImportJob): Promise<void> {
  const { count, example } = await deleteDuplicates(job.db)
  if (count > 0 && job.kind.rejectsDuplicates) {
    throw new ImportError('archive-messages-twice', { id: example ?? '' })
  }
  job.report.skip('messages', 'more than once in the archive', count)
}

/** A thread with replies becomes a topic. Equal names in one channel are numbered. */
async function writeThreadNames(job: ImportJob): Promise<void> {
  let names = new UniqueNames(60)
  let channelId = 0
  const rows = (await threadsWithReplies(job.db)).map(({ channel_id, thread, title, started_at }) => {
    if (channel_id !== channelId) names = new UniqueNames(60)
    channelId = channel_id
    return { channel_id, thread, topic: names.take(threadTitle(started_at, title ?? '')) }
  })
  await nameThreads(job.db, rows)
}
