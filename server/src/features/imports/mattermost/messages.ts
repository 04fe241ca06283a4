import { asRecord, asRecords, asText, asTexts, type Loose } from '../loose.ts'
import type { SourceDestination, SourceMessage, SourceReaction } from '../model.ts'
import type { SkipReason } from '../report.ts'
import type { SourceId } from '../source-id.ts'
import { attachmentDocument } from '../text/attachment.ts'
import { line, plain } from '../text/document.ts'
import { codeOfShortName, withoutTone } from '../text/emoji.ts'
import { type ImportText, isEmptyText, joinText } from '../text/text.ts'
import { writeDocument } from '../text/write-document.ts'
import type { MattermostArchive } from './archive.ts'
import { entryOf } from './files.ts'
import { convertMarkdown } from './markdown.ts'
import { micros, propsOf, senderOf, skipReasonOf } from './posts.ts'
import { directMembers } from './survey.ts'

/** All posts with their replies. A post is identified by its line, because the archive has no IDs. */
export async function* readMessages(archive: MattermostArchive): AsyncGenerator<SourceMessage> {
  const { manifest, survey } = archive
  let position = 0
  for await (const { line, type, value } of manifest.lines()) {
    if (type !== 'post' && type !== 'direct_post') continue
    const replies = asRecords(value.replies)
    const isElsewhere = type === 'post' && asText(value.team) !== survey.team.name
    const place = type === 'post' ? channelOf(value, archive) : usersOf(value, archive)
    if (isElsewhere || place === undefined) {
      const isOutside = isElsewhere || directMembers(value).length > 0
      const why = isOutside ? 'not in this team' : 'channel is not in the archive'
      for (const post of [value, ...replies]) skipPost(post, why, archive)
      continue
    }
    const startedAt = micros(value.create_at) ?? micros(replies[0]?.create_at)
    const hasThread = replies.length > 0 && startedAt !== undefined
    for (const [n, post] of [value, ...replies].entries()) {
      const isRoot = n === 0
      const to: SourceDestination =
        'users' in place
          ? place
          : { ...place, thread: hasThread ? { id: threadId(line), isRoot, startedAt } : undefined }
      const message = messageOf(post, isRoot ? threadId(line) : `${threadId(line)}.${n}`, to, archive)
      if (message !== undefined) yield { ...message, position: position++ }
    }
  }
}

export const threadId = (line: number): SourceId => `post ${line}`

function channelOf(post: Loose, { survey }: MattermostArchive): { channel: SourceId } | undefined {
  const channel = asText(post.channel)
  return survey.channels.has(channel) ? { channel } : undefined
}

function usersOf(post: Loose, { isImportedDirect }: MattermostArchive): { users: SourceId[] } | undefined {
  const users = directMembers(post)
  return users.length > 0 && isImportedDirect(users) ? { users } : undefined
}

/** Everything that belongs to a skipped post is skipped with it. */
function skipPost(post: Loose, why: SkipReason, { report }: MattermostArchive): void {
  report.skip('messages', why)
  report.skip('reactions', why, asRecords(post.reactions).length)
  report.skip('files', why, asRecords(post.attachments).length)
}

function messageOf(
  post: Loose,
  id: SourceId,
  to: SourceDestination,
  archive: MattermostArchive,
): Omit<SourceMessage, 'position'> | undefined {
  const why = skipReasonOf(post)
  const sender = senderOf(post)
  const time = micros(post.create_at)
  if (why !== undefined || sender === undefined || time === undefined) {
    skipPost(post, why ?? 'cannot be read', archive)
    return undefined
  }
  if (post.is_pinned === true) archive.report.skip('pins', 'no counterpart')
  const files = filesOf(post, archive)
  return {
    id,
    time,
    sender: sender.id,
    senderName: sender.webhookName ?? sender.user,
    to,
    text: joinLines(textOf(post, archive), files.missing),
    files: files.stored,
    reactions: reactionsOf(post, archive),
    editedAt: micros(post.edit_at),
    starredBy: asTexts(post.flagged_by).map((name) => name.toLowerCase()),
  }
}

const joinLines = (first: ImportText, second: ImportText) =>
  joinText(first, isEmptyText(first) || isEmptyText(second) ? '' : '\n', second)

function textOf(post: Loose, { names, report }: MattermostArchive): ImportText {
  const message = report.clean(asText(post.message))
  if (post.type === 'me')
    return joinText('/me ', convertMarkdown(message.replace(/^\*(.*)\*$/s, '$1'), names))
  const text = convertMarkdown(message, names)
  const attachments = asRecords(propsOf(post).attachments)
  if (attachments.length === 0) return text
  const texts = {
    parse: (source: string) => [
      line({ kind: 'converted', text: convertMarkdown(report.clean(source), names) }),
    ],
    plain: (source: string) => report.clean(source),
  }
  return joinLines(
    text,
    writeDocument(attachments.flatMap((attachment) => attachmentDocument(attachment, texts))),
  )
}

function filesOf(
  post: Loose,
  { archive, report }: MattermostArchive,
): { stored: NonNullable<SourceMessage['files']>; missing: ImportText } {
  const stored: NonNullable<SourceMessage['files']> = []
  const missing: string[] = []
  for (const attachment of asRecords(post.attachments)) {
    const path = asText(attachment.path)
    if (path === '') {
      report.skip('files', 'bytes are not in the archive')
      continue
    }
    const entry = entryOf(archive, path)
    const name = report.clean(path.slice(path.lastIndexOf('/') + 1))
    if (entry !== undefined) {
      stored.push({
        id: path,
        name,
        title: name,
        createdAt: micros(post.create_at),
        open: () => archive.open(entry),
      })
    } else {
      missing.push(name)
      report.skip('files', 'bytes are not in the archive')
    }
  }
  return { stored, missing: writeDocument(missing.map((name) => line(plain(name)))) }
}

function reactionsOf(post: Loose, { survey, report }: MattermostArchive): SourceReaction[] {
  return asRecords(post.reactions).flatMap((raw): SourceReaction[] => {
    const reaction = asRecord(raw)
    const name = asText(reaction.emoji_name)
    const user = asText(reaction.user).toLowerCase()
    if (survey.emoji.has(name)) return [{ user, emoji: { custom: name } }]
    const code = codeOfShortName(name)
    if (code !== undefined) return [{ user, emoji: { code: withoutTone(code) } }]
    report.skip('reactions', 'emoji is not known')
    return []
  })
}
