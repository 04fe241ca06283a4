import type { User } from '../../../directory/directory.ts'
import { caseless } from '../../../directory/directory.ts'
import { encodeFragment, topicHref } from '../../../markdown/inline/channel-links.ts'
import { messageHref } from '../../conversation/messages/href.ts'
import { cleanText } from '../text/clean.ts'
import { linkLabel } from '../text/literal.ts'
import { topicName } from '../text/names.ts'
import { type ImportText, joinText, type Reference } from '../text/text.ts'
import type { ImportJob } from './job.ts'

/** Everything that references can lead to. */
export type ReferenceContext = Pick<
  ImportJob,
  'users' | 'channels' | 'groups' | 'emoji' | 'directory' | 'nameCounts'
>

export type MessageReference = Extract<Reference, { message: string }>

export const isMessageReference = (part: string | Reference): part is MessageReference =>
  typeof part !== 'string' && 'message' in part

/** New paths of files, by source ID. */
export type FilePaths = ReadonlyMap<string, string>

/** Replaces all references except those to messages, whose IDs are not known yet. */
export function resolveText(job: ReferenceContext, text: ImportText, files: FilePaths): ImportText {
  return joinText(
    ...text.map((part) => {
      if (typeof part === 'string') return cleanText(part)
      return isMessageReference(part) ? part : resolveReference(job, part, files)
    }),
  )
}

/** The whole text as a string. References to messages become their fallback. */
export const flatText = (text: ImportText) =>
  text.map((part) => (typeof part === 'string' ? part : part.fallback)).join('')

function resolveReference(
  job: ReferenceContext,
  reference: Exclude<Reference, MessageReference>,
  files: FilePaths,
): string {
  const { fallback } = reference
  switch (reference.kind) {
    case 'mention': {
      const user = job.users.get(reference.user)
      return user === undefined ? fallback : mention(job, user, reference.isSilent === true)
    }
    case 'user ID':
      return String(job.users.get(reference.user)?.id ?? fallback)
    case 'group mention': {
      const group = job.directory.groups.get(job.groups.get(reference.group) ?? -1)
      return group === undefined ? fallback : `@${reference.isSilent ? '_' : ''}*${group.name}*`
    }
    case 'channel': {
      const channel = job.channels.get(reference.channel)
      return channel === undefined ? fallback : `#**${channel.name}**`
    }
    case 'topic': {
      const channel = job.channels.get(reference.channel)
      if (channel === undefined) return fallback
      return topicReference(channel.name, topicName(reference.topic)) ?? fallback
    }
    case 'channel URL': {
      const channel = job.channels.get(reference.channel)
      if (channel === undefined) return fallback
      if (reference.topic !== undefined) return topicHref(channel, topicName(reference.topic)).slice(1)
      return `#narrow/channel/${channel.id}-${encodeFragment(channel.name.replaceAll(' ', '-'))}`
    }
    case 'file URL': {
      const path = files.get(reference.file)
      return path === undefined ? fallback : fileUrl(path)
    }
    case 'custom emoji': {
      const emoji = job.emoji.get(reference.emoji)
      return emoji === undefined || emoji.deactivated ? fallback : `:${emoji.name}:`
    }
  }
}

/** Safe in a Markdown link. */
export const fileUrl = (pathId: string) => `/user_uploads/${encodeURI(pathId)}`

/** The ID is part of a mention if several users have the name. Deactivated users are mentioned silently. */
export function mention({ nameCounts }: ReferenceContext, user: User, isSilent: boolean): string {
  const isUnique = (nameCounts.get(caseless(user.fullName)) ?? 0) <= 1
  return `@${isSilent || !user.isActive ? '_' : ''}**${user.fullName}${isUnique ? '' : `|${user.id}`}**`
}

/** Undefined if the names cannot be written in this form. */
function topicReference(channel: string, topic: string): string | undefined {
  return /[*>]/.test(channel) || topic.includes('*') ? undefined : `#**${channel}>${topic}**`
}

/** A message that was imported. */
export interface LinkedMessage {
  id: number
  channelId: number | null
  userIds: readonly number[]
  topic: string
}

/** Replaces the references to messages. */
export function resolveMessages(
  job: ReferenceContext,
  text: ImportText,
  found: ReadonlyMap<string, LinkedMessage>,
): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part
      const message = isMessageReference(part) ? found.get(part.message) : undefined
      return (message && messageLink(job, part as MessageReference, message)) ?? part.fallback
    })
    .join('')
}

function messageLink(
  job: ReferenceContext,
  reference: MessageReference,
  message: LinkedMessage,
): string | undefined {
  const { directory } = job
  const channel = message.channelId === null ? undefined : directory.channels.get(message.channelId)
  const others = message.userIds.flatMap((id) => directory.users.get(id) ?? [])
  const place = channel === undefined ? { others } : { channel, topic: message.topic }
  const href = messageHref(place, message.id).slice(1)
  if (reference.kind === 'message URL') return href
  if (reference.label === undefined && channel !== undefined) {
    const link = topicReference(channel.name, `${message.topic}@${message.id}`)
    if (link !== undefined) return link
  }
  return `[${linkLabel(reference.label ?? reference.fallback)}](${href})`
}

/** The name that a reference shows, for the topic of a thread. */
export function shownName(job: ReferenceContext, reference: Reference): string {
  if (reference.kind === 'mention') return job.users.get(reference.user)?.fullName ?? reference.fallback
  if (reference.kind === 'channel' || reference.kind === 'topic') {
    return job.channels.get(reference.channel)?.name ?? reference.fallback
  }
  if (reference.kind === 'message') return reference.label ?? reference.fallback
  return reference.fallback
}
