import { maxMessageLength } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { trimEnd } from '../../../text.ts'
import { ImportError, MissingBytesError } from '../import-error.ts'
import type { SourceEdit, SourceFlag, SourceMessage, SourceMessageFile, SourceReaction } from '../model.ts'
import { linkLabel, literal } from '../text/literal.ts'
import { topicName, UniqueNames } from '../text/names.ts'
import { type ImportText, isEmptyText, joinText, splitMessage } from '../text/text.ts'
import { plainWords, threadTitle } from '../text/thread-title.ts'
import { conversationOf } from './conversations.ts'
import { storeFile } from './files.ts'
import type { ImportJob } from './job.ts'
import { storedEmoji } from './profiles.ts'
import {
  type FilePaths,
  fileUrl,
  flatText,
  isMessageReference,
  resolveText,
  shownName,
} from './references.ts'
import {
  deleteDuplicates,
  indexStaged,
  largestMessageId,
  nameThreads,
  raiseMessageId,
  type StagedMessage,
  type StagedReaction,
  sortMessages,
  stagedFiles,
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
/** An upper bound for the length of a link to a message. */
const maxLinkLength = 300

/** A message without the columns by which it is sorted. Users and emoji have their new IDs. */
export interface StagedContent {
  text: ImportText | string
  reactions: { user: number; name: string; code: string; type: string }[]
  edits: StagedEdit[]
  pin: { user: number; inChannel: boolean; at: number } | null
  /** Bits by user; null if mentions follow from the text. */
  flags: [user: number, bits: number][] | null
  /** Users who starred it, in addition to the flags. */
  starredBy: number[]
  editedAt: number | null
  movedAt: number | null
  client: string
  submessages: { sender: number; type: string; content: string }[]
  /** Participants of a direct message. */
  participants: number[]
}

export interface StagedEdit {
  user: number | null
  /** Milliseconds. */
  time: number
  previousText: string | null
  previousTopic: string | null
  topic: string | null
  previousChannel: number | null
  channel: number | null
}

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

async function rowsOfBatch(job: ImportJob, batch: readonly SourceMessage[]): Promise<StagedMessage[]> {
  const paths = await pathsIn(job, batch)
  const rows: StagedMessage[] = []
  for (const message of batch) rows.push(...(await rowsOf(job, message, paths)))
  return rows
}

async function pathsIn(job: ImportJob, batch: readonly SourceMessage[]): Promise<FilePaths> {
  const ids = batch.flatMap(({ text, edits = [] }) =>
    [text, ...edits.map(({ previousText = [] }) => previousText)]
      .flat()
      .flatMap((part) => (typeof part !== 'string' && part.kind === 'file URL' ? part.file : [])),
  )
  const files = await stagedFiles(job.db, 'source_id', [...new Set(ids)])
  return new Map(files.map((file) => [file.source_id, file.path_id]))
}

async function rowsOf(job: ImportJob, message: SourceMessage, paths: FilePaths): Promise<StagedMessage[]> {
  const { report } = job
  if (!Number.isFinite(message.time) || message.time < 0) {
    report.skip('messages', 'time cannot be read')
    return []
  }
  const channel = 'channel' in message.to ? job.channels.get(message.to.channel) : undefined
  if ('channel' in message.to && channel === undefined) {
    report.skip('messages', 'channel is not in the archive')
    return []
  }
  countLosses(job, message.text)
  const parts = partsOf(job, resolveText(job, message.text, paths))
  if (parts.length === 0) {
    report.skip('messages', 'no text and no file')
    return []
  }
  if (parts.length > 1) report.skip('long messages', 'split')
  const sender = await ensureSender(job, message.sender, message.senderName, message.isSenderBot)
  const { recipientId, userIds } =
    'users' in message.to
      ? await conversationOf(job, [...message.to.users, message.sender])
      : { recipientId: channel!.recipientId, userIds: [] }
  const content = { ...contentOf(job, message, paths), participants: userIds }
  return parts.map((text, part) => ({
    source_id: message.id,
    part,
    at: Math.floor(Math.min(message.time, job.now)),
    position: message.position,
    recipient_id: recipientId,
    channel_id: channel?.id ?? null,
    sender_id: sender.id,
    ...placeOf(job, message),
    // Reactions, flags and the edit mark go to the first part.
    data: JSON.stringify(
      part === 0
        ? { ...content, text }
        : { ...emptyContent, client: content.client, participants: userIds, text },
    ),
  }))
}

/** Mentions of people who are in no list and wrote nothing before become text. Characters that cannot be stored are removed. */
function countLosses({ users, report }: ImportJob, text: ImportText): void {
  for (const part of text) {
    if (typeof part === 'string') report.clean(part)
    else if (part.kind === 'mention' && !users.has(part.user))
      report.skip('mentions', 'not in the list of people')
  }
}

const emptyContent: Omit<StagedContent, 'text'> = {
  reactions: [],
  edits: [],
  pin: null,
  flags: null,
  starredBy: [],
  editedAt: null,
  movedAt: null,
  client: '',
  submessages: [],
  participants: [],
}

function placeOf(job: ImportJob, { to, text }: SourceMessage) {
  const nowhere = { topic: '', thread: null, is_root: null, title: null, started_at: null }
  if ('users' in to) return nowhere
  if ('topic' in to) return { ...nowhere, topic: topicName(to.topic) }
  if (to.thread === undefined) return { ...nowhere, started_at: 0 }
  const { id, isRoot, startedAt } = to.thread
  const title = isRoot ? plainWords(text, (reference) => shownName(job, reference)) : null
  return { ...nowhere, thread: id, is_root: isRoot, title, started_at: Math.floor(startedAt) }
}

/** The text in pieces that fit into messages. Links to messages are kept only if nothing is split. */
function partsOf(_job: ImportJob, text: ImportText): (string | ImportText)[] {
  const length = text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : maxLinkLength), 0)
  const flat = trimEnd(flatText(text)).replace(/^\n+/, '')
  if (flat === '') return []
  const links = text.filter(isMessageReference)
  if (length <= maxMessageLength) return links.length === 0 ? [flat] : [text]
  return splitMessage(flat).filter((part) => part.trim() !== '')
}

const maskOf = (names: readonly SourceFlag[]) =>
  names.reduce((sum, name) => sum | (flagBits[name as keyof typeof flagBits] ?? 0), 0)

function contentOf(
  job: ImportJob,
  message: SourceMessage,
  paths: FilePaths,
): Omit<StagedContent, 'text' | 'participants'> {
  const flags = message.flags?.flatMap(({ user, flags: names }): [number, number][] => {
    const account = job.users.get(user)
    const mask = maskOf(names)
    return account === undefined || mask === 0 ? [] : [[account.id, mask]]
  })
  return {
    reactions: reactionsOf(job, message.reactions ?? []),
    edits: (message.edits ?? []).map((edit) => stagedEdit(job, edit, paths)),
    pin: pinOf(job, message),
    flags: flags ?? null,
    starredBy: (message.starredBy ?? []).flatMap((user) => job.users.get(user)?.id ?? []),
    editedAt: message.editedAt === undefined ? null : Math.floor(message.editedAt / 1_000),
    movedAt: message.movedAt === undefined ? null : Math.floor(message.movedAt / 1_000),
    client: message.client ?? `${job.kind.product} import`,
    submessages: (message.submessages ?? []).flatMap(({ sender, type, content }) => {
      const user = job.users.get(sender)
      return user === undefined ? [] : [{ sender: user.id, type, content }]
    }),
  }
}

function pinOf(job: ImportJob, { pin, to }: SourceMessage): StagedContent['pin'] {
  const user = pin && job.users.get(pin.user)
  if (pin === undefined || user === undefined) return null
  const at = Math.floor(Math.min(pin.pinnedAt, job.now) / 1_000)
  return { user: user.id, inChannel: pin.inChannel && 'channel' in to, at }
}

/** One user, one emoji: once. */
function reactionsOf(job: ImportJob, reactions: readonly SourceReaction[]): StagedContent['reactions'] {
  const seen = new Set<string>()
  return reactions.flatMap((reaction) => {
    const stored = reactionOf(job, reaction)
    if (stored === undefined) return []
    const key = `${stored.user} ${stored.type} ${stored.code}`
    if (seen.has(key)) {
      job.report.skip('reactions', 'more than once in the archive')
      return []
    }
    seen.add(key)
    return [stored]
  })
}

function reactionOf(
  job: ImportJob,
  { user, emoji }: SourceReaction,
): StagedContent['reactions'][number] | undefined {
  const account = job.users.get(user)
  const stored = storedEmoji(job, emoji)
  if (account === undefined) job.report.skip('reactions', 'not in the list of people')
  else if (stored === undefined) job.report.skip('reactions', 'emoji is not known')
  else return { user: account.id, ...stored }
  return undefined
}

function stagedEdit(job: ImportJob, edit: SourceEdit, paths: FilePaths): StagedEdit {
  const channelId = (id: string | undefined) => (id === undefined ? null : (job.channels.get(id)?.id ?? null))
  const text = edit.previousText
  return {
    user: (edit.user === undefined ? undefined : job.users.get(edit.user)?.id) ?? null,
    time: Math.floor(Math.min(edit.time, job.now) / 1_000),
    previousText:
      text === undefined ? null : flatText(resolveText(job, text, paths)).slice(0, maxMessageLength),
    previousTopic: edit.previousTopic === undefined ? null : topicName(edit.previousTopic),
    topic: edit.topic === undefined ? null : topicName(edit.topic),
    previousChannel: channelId(edit.previousChannel),
    channel: channelId(edit.channel),
  }
}

/** Reactions and edits that the archive keeps apart from the messages. */
async function stageOthers(job: ImportJob): Promise<void> {
  let reactions: StagedReaction[] = []
  for await (const reaction of job.source.reactions?.() ?? []) {
    const stored = reactionOf(job, reaction)
    if (stored === undefined) continue
    const { user, ...emoji } = stored
    reactions.push({ message: reaction.message, user_id: user, ...emoji })
    if (reactions.length < batchSize) continue
    await stageReactions(job.db, reactions)
    reactions = []
  }
  await stageReactions(job.db, reactions)
  let flags: { message: string; user_id: number; flags: number }[] = []
  for await (const { message, user, flags: names } of job.source.flags?.() ?? []) {
    const account = job.users.get(user)
    if (account === undefined) continue
    flags.push({ message, user_id: account.id, flags: maskOf(names) })
    if (flags.length < batchSize) continue
    await stageFlags(job.db, flags)
    flags = []
  }
  await stageFlags(job.db, flags)
  for await (const edit of job.source.edits?.() ?? []) {
    await stageEdits(job.db, [
      { message: edit.message, data: JSON.stringify(stagedEdit(job, edit, new Map())) },
    ])
  }
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
