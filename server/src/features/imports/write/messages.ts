import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EditHistoryEntry } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { RenderContext } from '../../../markdown/context.ts'
import { contextFor } from '../../../markdown/directory-context.ts'
import { topicsNamedIn } from '../../../markdown/inline/channel-links.ts'
import { type Rendered, RenderFailure, renderMessage } from '../../../markdown/render.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { searchText } from '../../conversation/message-queries/search-text.ts'
import { mentionFlags } from '../../conversation/messages/mentions.ts'
import { imageIn } from '../../conversation/uploads/images.ts'
import { decodeName } from '../../conversation/uploads/names.ts'
import type { Attachment } from '../../conversation/uploads/store.ts'
import { usersOfRecipients } from './conversation-store.ts'
import type { ImportJob } from './job.ts'
import {
  countSorted,
  countStaged,
  editsOf,
  findSorted,
  flagsOn,
  insertBatch,
  type MessageBatch,
  type MessageRow,
  nextSorted,
  oldestInTopics,
  reactionsTo,
  type SortedMessage,
  type StagedCounts,
} from './message-store.ts'
import { isMessageReference, type LinkedMessage, resolveMessages } from './references.ts'
import type { StagedContent, StagedEdit } from './staged-content.ts'
import { type StagedFile, stagedFiles } from './staging-store.ts'

const batchSize = 500

/**
 * Renders and stores the sorted messages. PostgreSQL stores a batch while the next one is rendered; its lookups come
 * before, because both use one connection.
 */
export async function writeMessages(job: ImportJob): Promise<void> {
  const total = await countSorted(job.db)
  job.progress.stage('writing messages', total)
  const staged = await countStaged(job.db)
  const load = async (after: number) => {
    const messages = await nextSorted(job.db, after, batchSize)
    if (messages.length === 0) return undefined
    const writer = new BatchWriter(job, messages, staged)
    await writer.load()
    return writer
  }
  let done = 0
  let joined = 0
  let storing: Promise<void> = Promise.resolve()
  try {
    for (let writer = await load(0); writer !== undefined; ) {
      job.signal.throwIfAborted()
      const batch = await writer.convert()
      joined += writer.joinedReactions
      done += writer.size
      await storing
      const next = await load(writer.lastId)
      if (!job.isDryRun) {
        storing = insertBatch(job.db, job.realmId, batch)
        // Handled where it is awaited.
        storing.catch(() => {})
      }
      job.progress.update(done)
      writer = next
    }
  } finally {
    // The connection is used again after an error.
    await storing
  }
  job.report.skip('reactions', 'message is not in the archive', staged.reactions - joined)
}

/** Messages rendered before statements under way may continue. */
const renderedAtOnce = 20

/** Converts one batch with a constant number of lookups. */
class BatchWriter {
  readonly #job: ImportJob
  readonly #sorted: readonly SortedMessage[]
  readonly #batch: MessageBatch = {
    messages: [],
    reactions: [],
    flags: [],
    attachments: [],
    submessages: [],
    pins: [],
    ids: [],
  }
  readonly #contexts = new Map<number, RenderContext>()
  #files = new Map<string, StagedFile>()
  #oldest = new Map<string, number>()
  #flags = new Map<string, { user_id: number; flags: number }[]>()
  #contents: (StagedContent & { text: string })[] = []
  readonly #staged: StagedCounts
  /** Reactions that the archive keeps apart from the messages. */
  joinedReactions = 0

  constructor(job: ImportJob, sorted: readonly SortedMessage[], staged: StagedCounts) {
    this.#job = job
    this.#sorted = sorted
    this.#staged = staged
  }

  get size(): number {
    return this.#sorted.length
  }

  get lastId(): number {
    return this.#sorted.at(-1)!.id
  }

  /** Looks up everything that the messages refer to. */
  async load(): Promise<void> {
    this.#contents = await this.#loadContents()
    await this.#lookUpFiles(this.#contents.map(({ text }) => text))
    await this.#lookUpTopics(this.#contents.map(({ text }) => text))
  }

  async convert(): Promise<MessageBatch> {
    for (const [n, message] of this.#sorted.entries()) {
      this.#add(message, this.#contents[n]!)
      if (n % renderedAtOnce === renderedAtOnce - 1) await nextTurn()
    }
    return this.#batch
  }

  async #loadContents(): Promise<(StagedContent & { text: string })[]> {
    const { db } = this.#job
    const contents = this.#sorted.map(({ data }) => JSON.parse(data) as StagedContent)
    const linked = await this.#linkedMessages(contents)
    const firsts = this.#sorted.flatMap(({ source_id, part }) => (part === 0 ? source_id : []))
    const staged = this.#staged
    const reactions = Map.groupBy(
      staged.reactions > 0 ? await reactionsTo(db, firsts) : [],
      ({ message }) => message,
    )
    this.#flags = Map.groupBy(staged.flags > 0 ? await flagsOn(db, firsts) : [], ({ message }) => message)
    const edits = Map.groupBy(staged.edits > 0 ? await editsOf(db, firsts) : [], ({ message }) => message)
    return contents.map((content, n) => {
      const { source_id, part } = this.#sorted[n]!
      const own = part === 0 ? (reactions.get(source_id) ?? []) : []
      this.joinedReactions += own.length
      const ownEdits =
        part === 0 ? (edits.get(source_id) ?? []).map(({ data }) => JSON.parse(data) as StagedEdit) : []
      return {
        ...content,
        text:
          typeof content.text === 'string' ? content.text : resolveMessages(this.#job, content.text, linked),
        reactions: [
          ...content.reactions,
          ...own.map(({ user_id, name, code, type }) => ({ user: user_id, name, code, type })),
        ],
        edits: [...content.edits, ...ownEdits].sort((a, b) => b.time - a.time),
      }
    })
  }

  async #linkedMessages(contents: readonly StagedContent[]): Promise<Map<string, LinkedMessage>> {
    const ids = contents.flatMap(({ text }) =>
      typeof text === 'string' ? [] : text.flatMap((part) => (isMessageReference(part) ? part.message : [])),
    )
    const found = await findSorted(this.#job.db, [...new Set(ids)])
    const direct = found.flatMap(({ channel_id, recipient_id }) => (channel_id === null ? recipient_id : []))
    const users = this.#job.isDryRun
      ? new Map<number, number[]>()
      : await usersOfRecipients(this.#job.db, direct)
    return new Map(
      found.map(({ source_id, id, channel_id, recipient_id, topic }) => [
        source_id,
        { id, channelId: channel_id, userIds: users.get(recipient_id) ?? [], topic },
      ]),
    )
  }

  async #lookUpFiles(texts: readonly string[]): Promise<void> {
    const paths = texts.flatMap((text) =>
      text.includes('/user_uploads/')
        ? Array.from(text.matchAll(/\/user_uploads\/([^\s)\]"'<>]+)/g), ([, path = '']) => decodeName(path))
        : [],
    )
    const files = await stagedFiles(this.#job.db, 'path_id', [...new Set(paths)])
    this.#files = new Map(files.map((file) => [file.path_id, file]))
  }

  async #lookUpTopics(texts: readonly string[]): Promise<void> {
    const topics = texts.flatMap((text) =>
      text.includes('#**')
        ? topicsNamedIn(text).flatMap(({ channel, topic }) => {
            const found = this.#job.directory.channelByName(channel)
            return found === undefined ? [] : [{ channelId: found.id, topic }]
          })
        : [],
    )
    const ids = await oldestInTopics(this.#job.db, topics)
    for (const [n, { channelId, topic }] of topics.entries()) {
      const id = ids[n]
      if (id != null) this.#oldest.set(`${channelId} ${topic}`, id)
    }
  }

  #contextOf(sender: User): RenderContext {
    const known = this.#contexts.get(sender.id)
    if (known !== undefined) return known
    const context: RenderContext = {
      ...contextFor(this.#job.directory, sender),
      oldestMessageIn: (channelId, topic) => this.#oldest.get(`${channelId} ${topic}`),
      uploadedImage: (path) => {
        const file = this.#files.get(decodeName(path))
        const image = file && imageIn({ image: file.image, content_type: file.content_type } as Attachment)
        return image ?? undefined
      },
    }
    this.#contexts.set(sender.id, context)
    return context
  }

  /** Undefined if the text exceeds the limits of the renderer. */
  #render(text: string, sender: User): Rendered | undefined {
    try {
      return renderMessage(text, this.#contextOf(sender))
    } catch (error) {
      if (error instanceof RenderFailure) return undefined
      throw error
    }
  }

  #add(message: SortedMessage, content: StagedContent & { text: string }): void {
    const { directory, report } = this.#job
    const sender = directory.users.get(message.sender_id)!
    const rendered = this.#render(content.text, sender)
    if (rendered === undefined) {
      if (message.part === 0) report.skip('messages', 'cannot be read')
      return
    }
    const attachments = new Set(
      rendered.uploads.flatMap((path) => this.#files.get(decodeName(path))?.attachment_id ?? []),
    )
    const { id } = message
    this.#batch.messages.push(this.#row(message, content, sender, rendered, attachments.size > 0))
    const { storedMessages } = this.#job
    storedMessages.set(message.channel_id ?? 0, (storedMessages.get(message.channel_id ?? 0) ?? 0) + 1)
    this.#job.lastMessageId = id
    for (const attachment_id of attachments) this.#batch.attachments.push({ attachment_id, message_id: id })
    for (const { user, name, code, type, tone } of content.reactions) {
      this.#batch.reactions.push({
        message_id: id,
        user_id: user,
        emoji_name: name,
        emoji_code: code,
        reaction_type: type,
        skin_tone: tone ?? null,
      })
    }
    const flags = new Map(content.flags ?? this.#mentionFlags(message, content, rendered))
    for (const { user_id, flags: more } of message.part === 0
      ? (this.#flags.get(message.source_id) ?? [])
      : []) {
      flags.set(user_id, (flags.get(user_id) ?? 0) | more)
    }
    for (const user of content.starredBy) flags.set(user, (flags.get(user) ?? 0) | flagBits.starred)
    for (const [user_id, mask] of flags) this.#batch.flags.push({ user_id, message_id: id, flags: mask })
    for (const { sender: sender_id, type, content: text } of content.submessages) {
      this.#batch.submessages.push({ message_id: id, sender_id, msg_type: type, content: text })
    }
    if (message.part > 0) return
    if (content.pin !== null) {
      const { user, inChannel, at } = content.pin
      this.#batch.pins.push({
        message_id: id,
        recipient_id: message.recipient_id,
        in_channel: inChannel,
        pinned_by: user,
        pinned_at: new Date(at),
      })
    }
    this.#batch.ids.push([message.source_id, id])
    report.count('messages')
    if (message.channel_id === null) report.count('direct_messages')
    report.count('reactions', content.reactions.length)
  }

  #row(
    message: SortedMessage,
    content: StagedContent & { text: string },
    sender: User,
    rendered: Rendered,
    hasAttachment: boolean,
  ): MessageRow {
    const isChannel = message.channel_id !== null
    const { words, grams } = searchText(message.topic, rendered.html)
    const history = content.edits.map((edit) => this.#historyEntry(edit, sender))
    return {
      id: message.id,
      recipient_id: message.recipient_id,
      sender_id: sender.id,
      is_channel: isChannel,
      topic: message.topic,
      content: content.text,
      rendered_content: rendered.html,
      client: content.client,
      sent_at: new Date(message.at / 1_000),
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: hasAttachment,
      channel_wildcard: rendered.mentions.channelWildcard,
      last_edit_at: content.editedAt === null ? null : new Date(content.editedAt),
      last_moved_at: content.movedAt === null ? null : new Date(content.movedAt),
      edit_history: history.length === 0 ? null : history,
      words,
      grams: grams.join(' '),
    }
  }

  #historyEntry(edit: StagedEdit, sender: User): EditHistoryEntry {
    const previous = edit.previousText
    return {
      user_id: edit.user,
      timestamp: toSeconds(edit.time),
      ...(previous === null
        ? {}
        : { prev_content: previous, prev_rendered_content: this.#render(previous, sender)?.html ?? '' }),
      ...(edit.previousTopic === null ? {} : { prev_topic: edit.previousTopic, topic: edit.topic ?? '' }),
      ...(edit.previousChannel === null ? {} : { prev_stream: edit.previousChannel }),
      ...(edit.channel === null ? {} : { stream: edit.channel }),
    }
  }

  #mentionFlags(
    message: SortedMessage,
    { participants }: StagedContent,
    { mentions }: Rendered,
  ): Iterable<[number, number]> {
    if (mentions.users.length + mentions.groups.length === 0) return []
    const { directory } = this.#job
    const channel = message.channel_id === null ? undefined : directory.channels.get(message.channel_id)
    if (channel === undefined) return mentionFlags(directory, mentions, { people: participants })
    const scope = { channel, participants: new Set([message.sender_id]), present: new Set<number>() }
    return mentionFlags(directory, mentions, scope)
  }
}
