import { asFlag, asRecord, asRecords, asText, asTexts, firstText, type Loose } from '../loose.ts'
import type { SourceDestination, SourceMessage, SourceReaction } from '../model.ts'
import type { SkipReason } from '../report.ts'
import type { Micros, SourceId } from '../source-id.ts'
import { attachmentDocument } from '../text/attachment.ts'
import { type Document, line, plain } from '../text/document.ts'
import { codeOfShortName, withoutTone } from '../text/emoji.ts'
import { writeDocument } from '../text/write-document.ts'
import type { RocketArchive } from './archive.ts'
import { documentsOf } from './files.ts'
import { placeOf, type Room } from './rooms.ts'
import { parseRocketText, type RocketNames } from './text.ts'
import { timeOf } from './time.ts'

export async function* readMessages(rocket: RocketArchive): AsyncGenerator<SourceMessage> {
  const stored = await storedIds(rocket)
  const roots = await rootTimes(rocket)
  let position = 0
  for await (const raw of documentsOf(rocket.archive, 'rocketchat_message')) {
    const message = messageOf(raw, stored, roots, rocket)
    if (message !== undefined) yield { ...message, position: position++ }
  }
}

/** IDs of uploads with bytes in the dump. */
async function storedIds({ archive }: RocketArchive): Promise<Set<SourceId>> {
  const ids = new Set<SourceId>()
  for await (const chunk of documentsOf(archive, 'rocketchat_uploads.chunks')) ids.add(asText(chunk.files_id))
  return ids
}

/** Times of the roots of threads. */
async function rootTimes({ archive }: RocketArchive): Promise<Map<SourceId, Micros>> {
  const roots = new Map<SourceId, Micros>()
  for await (const raw of documentsOf(archive, 'rocketchat_message')) {
    const time = timeOf(raw.ts)
    if (time !== undefined && Array.isArray(raw.replies) && raw.replies.length > 0)
      roots.set(asText(raw._id), time)
  }
  return roots
}

function messageOf(
  raw: Loose,
  stored: ReadonlySet<SourceId>,
  roots: ReadonlyMap<SourceId, Micros>,
  rocket: RocketArchive,
): Omit<SourceMessage, 'position'> | undefined {
  const { report, rooms } = rocket
  const room = rooms.get(asText(raw.rid))
  const time = timeOf(raw.ts)
  const sender = asText(asRecord(raw.u)._id)
  const why = skipReason(raw, room, time, sender)
  if (why !== undefined || room === undefined || time === undefined) {
    report.skip('messages', why ?? 'cannot be read')
    for (const { users } of reactionLists(raw))
      report.skip('reactions', why ?? 'cannot be read', users.length)
    report.skip('files', why ?? 'cannot be read', filesIn(raw).length)
    return undefined
  }
  if (asFlag(raw.pinned)) report.skip('pins', 'no counterpart')
  return {
    id: asText(raw._id),
    time,
    sender,
    senderName: firstText(asRecord(raw.u).name, asRecord(raw.u).username, raw.alias),
    to: destinationOf(raw, room, time, roots, rocket),
    text: writeDocument([
      ...parseRocketText(report.clean(asText(raw.msg)), namesIn(raw, rocket)),
      ...extras(raw, stored, rocket),
    ]),
    reactions: reactionsOf(raw, rocket),
    editedAt: timeOf(raw.editedAt),
    starredBy: asRecords(raw.starred).map(({ _id }) => asText(_id)),
  }
}

/** A message has the IDs of those whom it mentions, who may have other names now. */
function namesIn(raw: Loose, { names, users }: RocketArchive): RocketNames {
  const mentions = asRecords(raw.mentions)
  if (mentions.length === 0) return names
  const ids = new Map(mentions.map(({ username, _id }) => [asText(username), asText(_id)]))
  const mentioned = (name: string) => {
    const id = ids.get(name)
    return id !== undefined && users.has(id) ? id : undefined
  }
  return { ...names, user: (name) => mentioned(name) ?? names.user(name) }
}

function skipReason(
  raw: Loose,
  room: Room | undefined,
  time: Micros | undefined,
  sender: string,
): SkipReason | undefined {
  if (asFlag(raw._hidden)) return 'deleted in the source'
  if (asText(raw.t) !== '') return 'join and leave notices'
  if (room === undefined) return 'channel is not in the archive'
  if (time === undefined) return 'time cannot be read'
  return sender === '' ? 'no sender' : undefined
}

function destinationOf(
  raw: Loose,
  room: Room,
  time: Micros,
  roots: ReadonlyMap<SourceId, Micros>,
  { rooms }: RocketArchive,
): SourceDestination {
  const place = placeOf(room, rooms)
  if (place.room.kind === 'direct') return { users: place.room.users }
  const channel = place.room.id
  if (place.topic !== undefined) return { channel, topic: place.topic }
  const id = asText(raw._id)
  const root = asText(raw.tmid)
  if (root !== '') return { channel, thread: { id: root, isRoot: false, startedAt: roots.get(root) ?? time } }
  return { channel, thread: roots.has(id) ? { id, isRoot: true, startedAt: time } : undefined }
}

function filesIn(raw: Loose): { id: string; name: string }[] {
  const files = asRecords(raw.files)
  // Newer versions list thumbnails, too.
  const own = files.filter((file) => !asText(file.name).startsWith('thumb-'))
  const all = own.length > 0 || raw.file === undefined ? own : [asRecord(raw.file)]
  return all
    .map((file) => ({ id: asText(file._id), name: firstText(file.name, file._id) }))
    .filter(({ id }) => id !== '')
}

/** Files and attachments behind the text. Attachments of quotes and link previews repeat linked content. */
function extras(
  raw: Loose,
  stored: ReadonlySet<SourceId>,
  { uploads, report, names }: RocketArchive,
): Document {
  const files: Document = filesIn(raw).map(({ id, name }) => {
    const label = uploads.get(id)?.name ?? report.clean(name)
    if (stored.has(id) && uploads.has(id))
      return line({ kind: 'reference link', to: { kind: 'file URL', file: id, fallback: '' }, label })
    // Bytes without metadata are counted where they are read.
    if (!stored.has(id)) report.skip('files', 'bytes are not in the archive')
    return line(plain(label))
  })
  const texts = {
    parse: (source: string) => parseRocketText(report.clean(source), names),
    plain: (source: string) => report.clean(source),
  }
  const attachments = asRecords(raw.attachments)
    .filter((attachment) => attachment.type !== 'file' && attachment.message_link === undefined)
    .flatMap((attachment) =>
      attachmentDocument(
        {
          ...attachment,
          image_url: /^https?:/.test(asText(attachment.image_url)) ? attachment.image_url : '',
        },
        texts,
      ),
    )
  // The description of a file is in its attachment.
  const descriptions = asRecords(raw.attachments)
    .filter(({ type, description }) => type === 'file' && asText(description) !== '')
    .flatMap(({ description }) => texts.parse(asText(description)))
  return [...descriptions, ...files, ...attachments]
}

const reactionLists = (raw: Loose) =>
  Object.entries(asRecord(raw.reactions)).map(([name, value]) => ({
    name: name.replace(/^:|:$/g, ''),
    users: asTexts(asRecord(value).usernames),
  }))

function reactionsOf(raw: Loose, { emoji, userIds, report }: RocketArchive): SourceReaction[] {
  return reactionLists(raw).flatMap(({ name, users }): SourceReaction[] => {
    const custom = emoji.get(name)
    const code = codeOfShortName(name)
    const found =
      custom !== undefined
        ? { custom: custom.id }
        : code === undefined
          ? undefined
          : { code: withoutTone(code) }
    if (found === undefined) report.skip('reactions', 'emoji is not known', users.length)
    return found === undefined ? [] : users.map((user) => ({ user: userIds.get(user) ?? user, emoji: found }))
  })
}
