import { codeOf } from '../../../markdown/emoji/unicode.ts'
import { asNumber, asRecord, asRecords, asText, firstText, type Loose } from '../loose.ts'
import type { SourceContext, SourceDestination, SourceMessage, SourceReaction } from '../model.ts'
import type { SkipReason } from '../report.ts'
import type { SourceId } from '../source-id.ts'
import { attachmentDocument } from '../text/attachment.ts'
import { type Document, line, plain } from '../text/document.ts'
import { withoutTone } from '../text/emoji.ts'
import { writeDocument } from '../text/write-document.ts'
import { entryAt, rowsOf } from './files.ts'
import { type DiscordPlace, type Survey, timeOf } from './survey.ts'
import { type DiscordNames, mentionOf, parseDiscordText } from './text.ts'

export interface DiscordArchive {
  context: SourceContext
  survey: Survey
  names: DiscordNames
}

export async function* readMessages(discord: DiscordArchive): AsyncGenerator<SourceMessage> {
  const { context, survey } = discord
  /** Authors of messages that others reply to. */
  const authors = new Map<SourceId, SourceId>()
  let position = 0
  for (const file of survey.files) {
    const place = survey.places.get(file)!
    for await (const { key, value } of rowsOf(context.archive, file)) {
      if (key !== 'messages') continue
      const id = asText(value.id)
      if (survey.repliedTo.has(id)) authors.set(id, asText(asRecord(value.author).id))
      const message = messageOf(value, file, place, authors, discord)
      if (message !== undefined) yield { ...message, position: position++ }
    }
  }
}

const notices =
  /^(?:ThreadCreated|GuildMemberJoin|ChannelPinnedMessage|Recipient(?:Add|Remove)|Call|Channel(?:Name|Icon)Change|GuildBoost.*|UserPremium.*|[1-9]|1[0-8])$/

function skipReason(raw: Loose): SkipReason | undefined {
  if (notices.test(asText(raw.type))) return 'join and leave notices'
  if (asText(raw.id) === '') return 'cannot be read'
  if (timeOf(raw.timestamp) === undefined) return 'time cannot be read'
  return asText(asRecord(raw.author).id) === '' ? 'no sender' : undefined
}

function messageOf(
  raw: Loose,
  file: string,
  place: DiscordPlace,
  authors: ReadonlyMap<SourceId, SourceId>,
  discord: DiscordArchive,
): Omit<SourceMessage, 'position'> | undefined {
  const { report } = discord.context
  const why = skipReason(raw)
  const time = timeOf(raw.timestamp)
  if (why !== undefined || time === undefined) {
    report.skip('messages', why ?? 'cannot be read')
    report.skip('files', why ?? 'cannot be read', asRecords(raw.attachments).length)
    for (const { count } of asRecords(raw.reactions))
      report.skip('reactions', why ?? 'cannot be read', asNumber(count) ?? 0)
    return undefined
  }
  if (raw.isPinned === true) report.skip('pins', 'no counterpart')
  const files = filesOf(raw, file, discord)
  return {
    id: asText(raw.id),
    time,
    sender: asText(asRecord(raw.author).id),
    senderName: firstText(asRecord(raw.author).nickname, asRecord(raw.author).name),
    to: destinationOf(place),
    text: writeDocument([...textOf(raw, authors, discord), ...files.links]),
    files: files.stored,
    reactions: reactionsOf(raw, discord),
    editedAt: timeOf(raw.timestampEdited),
  }
}

function destinationOf({ kind, channel, topic, users }: DiscordPlace): SourceDestination {
  if (kind === 'direct') return { users }
  return kind === 'thread' ? { channel, topic } : { channel, thread: undefined }
}

function textOf(raw: Loose, authors: ReadonlyMap<SourceId, SourceId>, discord: DiscordArchive): Document {
  const { names, context } = discord
  const content = context.report.clean(asText(raw.content))
  const forwarded = asRecord(raw.forwardedMessage)
  const forwardedText = context.report.clean(asText(forwarded.content))
  return [
    ...replyLine(raw, authors, discord),
    ...(content === '' ? [] : parseDiscordText(content, names)),
    ...(forwardedText === ''
      ? []
      : parseDiscordText(forwardedText, names).map((block) =>
          block.kind === 'spoiler' ? block : { ...block, isQuoted: true },
        )),
    ...asRecords(raw.embeds)
      .filter(({ url }) => asText(url) === '' || !content.includes(asText(url)))
      .flatMap((embed) => embedOf(embed, discord)),
  ]
}

/** The quoted author and a link to the message that is answered. */
function replyLine(
  raw: Loose,
  authors: ReadonlyMap<SourceId, SourceId>,
  { names }: DiscordArchive,
): Document {
  const reference = asRecord(raw.reference)
  const message = asText(reference.messageId)
  const author = authors.get(message)
  if (raw.type !== 'Reply' || message === '' || author === undefined) return []
  const guild = firstText(reference.guildId, '@me')
  const fallback = `https://discord.com/channels/${guild}/${asText(reference.channelId)}/${message}`
  return [
    line(mentionOf(author, names, undefined, true), plain(' '), {
      kind: 'reference link',
      to: { kind: 'message URL', message, fallback },
      label: 'replied to',
    }),
  ]
}

function embedOf(embed: Loose, { names, context }: DiscordArchive): Document {
  const texts = {
    parse: (source: string) => parseDiscordText(context.report.clean(source), names),
    plain: (source: string) => context.report.clean(source),
  }
  return attachmentDocument(
    {
      title: embed.title,
      title_link: embed.url,
      author_name: asRecord(embed.author).name,
      text: embed.description,
      fields: asRecords(embed.fields).map(({ name, value }) => ({ title: name, value })),
      image_url: asRecord(embed.image).url,
      footer: asRecord(embed.footer).text,
    },
    texts,
  )
}

function filesOf(
  raw: Loose,
  file: string,
  { context: { archive, report } }: DiscordArchive,
): { stored: NonNullable<SourceMessage['files']>; links: Document } {
  const stored: NonNullable<SourceMessage['files']> = []
  const links: Document[number][] = []
  for (const sticker of asRecords(raw.stickers)) {
    const title = report.clean(firstText(sticker.name, sticker.id, 'sticker'))
    const entry = entryAt(archive, file, asText(sticker.sourceUrl))
    if (entry === undefined) {
      links.push(line(plain(title)))
      report.skip('stickers', 'bytes are not in the archive')
    } else {
      // Stored once, however often it was sent.
      const id = `sticker ${firstText(sticker.id, entry)}`
      const name = `${title}${/\.\w+$/.exec(entry)?.[0] ?? ''}`
      stored.push({ id, name, title, createdAt: timeOf(raw.timestamp), open: () => archive.open(entry) })
    }
  }
  for (const attachment of asRecords(raw.attachments)) {
    const url = asText(attachment.url)
    const name = report.clean(firstText(attachment.fileName, attachment.id, 'file'))
    const entry = entryAt(archive, file, url)
    if (entry !== undefined) {
      stored.push({
        id: firstText(attachment.id, entry),
        name,
        title: name,
        createdAt: timeOf(raw.timestamp),
        open: () => archive.open(entry),
      })
      continue
    }
    links.push(line(/^https?:/.test(url) ? { kind: 'link', url, label: name } : plain(name)))
    report.skip('files', 'bytes are not in the archive')
  }
  return { stored, links }
}

function reactionsOf(raw: Loose, { survey, context: { report } }: DiscordArchive): SourceReaction[] {
  return asRecords(raw.reactions).flatMap((reaction): SourceReaction[] => {
    const emoji = asRecord(reaction.emoji)
    const id = asText(emoji.id)
    const users = asRecords(reaction.users).map((user) => asText(user.id))
    report.skip(
      'reactions',
      'not in the list of people',
      Math.max((asNumber(reaction.count) ?? 0) - users.length, 0),
    )
    const hasPicture = survey.emoji.get(id)?.entry !== undefined
    if (id !== '' && !hasPicture) {
      report.skip('reactions', 'emoji is not known', users.length)
      return []
    }
    const found = id === '' ? { code: withoutTone(codeOf(asText(emoji.name))) } : { custom: id }
    return users.map((user) => ({ user, emoji: found }))
  })
}
