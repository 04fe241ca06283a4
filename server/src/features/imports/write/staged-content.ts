import { maxMessageLength } from '@loquat/contract'
import { flagBits } from '../../../events/flag-bits.ts'
import { trimEnd } from '../../../text.ts'
import type { SourceEdit, SourceFlag, SourceMessage, SourceReaction } from '../model.ts'
import { topicName } from '../text/names.ts'
import { type ImportText, splitMessage } from '../text/text.ts'
import { plainWords } from '../text/thread-title.ts'
import { conversationOf } from './conversations.ts'
import type { ImportJob } from './job.ts'
import { storedEmoji } from './profiles.ts'
import { type FilePaths, flatText, isMessageReference, resolveText, shownName } from './references.ts'
import { type StagedMessage, stagedFiles } from './staging-store.ts'
import { ensureSender } from './users.ts'

/** An upper bound for the length of a link to a message. */
const maxLinkLength = 300

/** A message without the columns by which it is sorted. Users and emoji have their new IDs. */
export interface StagedContent {
  text: ImportText | string
  reactions: { user: number; name: string; code: string; type: string; tone?: string | undefined }[]
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

/** The rows of messages. Long ones have several. */
export async function rowsOfBatch(job: ImportJob, batch: readonly SourceMessage[]): Promise<StagedMessage[]> {
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
  const parts = partsOf(resolveText(job, message.text, paths))
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
function partsOf(text: ImportText): (string | ImportText)[] {
  const length = text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : maxLinkLength), 0)
  const flat = trimEnd(flatText(text)).replace(/^\n+/, '')
  if (flat === '') return []
  const links = text.filter(isMessageReference)
  if (length <= maxMessageLength) return links.length === 0 ? [flat] : [text]
  return splitMessage(flat).filter((part) => part.trim() !== '')
}

export const maskOf = (names: readonly SourceFlag[]) =>
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

export function reactionOf(
  job: ImportJob,
  { user, emoji, skinTone }: SourceReaction,
): StagedContent['reactions'][number] | undefined {
  const account = job.users.get(user)
  const stored = storedEmoji(job, emoji)
  if (account === undefined) job.report.skip('reactions', 'not in the list of people')
  else if (stored === undefined) job.report.skip('reactions', 'emoji is not known')
  else return { user: account.id, ...stored, tone: skinTone }
  return undefined
}

export function stagedEdit(job: ImportJob, edit: SourceEdit, paths: FilePaths): StagedEdit {
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
