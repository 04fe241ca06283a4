import { ImportError } from '../import-error.ts'
import { asFlag, asRecord, asRecords, asText, firstText, type Loose } from '../loose.ts'
import type { SourceContext } from '../model.ts'
import type { Micros, SourceId } from '../source-id.ts'
import { channelFiles, entryAt, rowsOf } from './files.ts'

export interface DiscordPlace {
  kind: 'channel' | 'thread' | 'direct'
  /** The channel of messages: of a thread, its parent. */
  channel: SourceId
  /** The topic of a thread. */
  topic: string
  users: SourceId[]
}

export interface DiscordChannel {
  id: SourceId
  name: string
  description: string
}

export interface DiscordUser {
  id: SourceId
  name: string
  isBot: boolean
  /** The entry of the avatar, if it was downloaded. */
  avatar: string | undefined
  firstMessageAt: Micros | undefined
}

/** Everything but the messages, found in a first pass. */
export interface Survey {
  guild: string
  /** The entry of the guild's picture, if it was downloaded. */
  icon: string | undefined
  files: readonly string[]
  /** Destination of the messages of each file. */
  places: ReadonlyMap<string, DiscordPlace>
  channels: ReadonlyMap<SourceId, DiscordChannel>
  users: ReadonlyMap<SourceId, DiscordUser>
  /** Custom emoji with the entry of their picture, if it was downloaded. */
  emoji: ReadonlyMap<SourceId, { name: string; entry: string | undefined }>
  /** The authors of each channel, who count as its members. */
  members: ReadonlyMap<SourceId, ReadonlySet<SourceId>>
  /** Names of roles that authors have. */
  roles: ReadonlyMap<SourceId, string>
  /** Messages that others reply to. */
  repliedTo: ReadonlySet<SourceId>
}

/** Beyond this many, replies get no mention. */
const maxReplies = 2_000_000

export const timeOf = (value: unknown): Micros | undefined => {
  const time = Date.parse(asText(value))
  return time > 0 ? time * 1_000 : undefined
}

export async function surveyFiles({ archive, report }: SourceContext): Promise<Survey> {
  const files: string[] = []
  const places = new Map<string, DiscordPlace>()
  const channels = new Map<SourceId, DiscordChannel>()
  const users = new Map<SourceId, DiscordUser>()
  const emoji = new Map<SourceId, { name: string; entry: string | undefined }>()
  const members = new Map<SourceId, Set<SourceId>>()
  const roles = new Map<SourceId, string>()
  const repliedTo = new Set<SourceId>()
  const withoutAvatar = new Set<SourceId>()
  let guild = ''
  let icon: string | undefined

  const addUser = (raw: Loose, file: string, time?: Micros) => {
    const id = asText(raw.id)
    if (id === '') return
    const known = users.get(id)
    const name = report.clean(firstText(raw.nickname, raw.name, id))
    const user = known ?? { id, name, isBot: asFlag(raw.isBot), avatar: undefined, firstMessageAt: time }
    users.set(id, user)
    for (const role of asRecords(raw.roles)) roles.set(asText(role.id), report.clean(asText(role.name)))
    user.avatar ??= entryAt(archive, file, asText(raw.avatarUrl))
    if (user.avatar === undefined && isOwnAvatar(asText(raw.avatarUrl))) withoutAvatar.add(id)
    if (time !== undefined && (user.firstMessageAt ?? time) >= time) user.firstMessageAt = time
  }
  const addEmoji = (raw: Loose, file: string) => {
    const id = asText(raw.id)
    if (id === '' || emoji.get(id)?.entry !== undefined) return
    emoji.set(id, {
      name: firstText(raw.code, raw.name, id),
      entry: entryAt(archive, file, asText(raw.imageUrl)),
    })
  }

  for (const file of channelFiles(archive)) {
    let place: DiscordPlace | undefined
    for await (const { key, value } of rowsOf(archive, file)) {
      if (key === 'guild') {
        guild ||= asText(value.name)
        icon ??= entryAt(archive, file, asText(value.iconUrl))
      }
      if (key === 'channel') place = placeOf(value, channels)
      if (key !== 'messages' || place === undefined) continue
      const author = asRecord(value.author)
      addUser(author, file, timeOf(value.timestamp))
      if (place.kind !== 'direct') addTo(members, place.channel, asText(author.id))
      if (place.kind === 'direct' && !place.users.includes(asText(author.id)))
        place.users.push(asText(author.id))
      for (const user of asRecords(value.mentions)) addUser(user, file)
      for (const one of asRecords(value.inlineEmojis)) addEmoji(one, file)
      for (const reaction of asRecords(value.reactions)) {
        addEmoji(asRecord(reaction.emoji), file)
        for (const user of asRecords(reaction.users)) addUser(user, file)
      }
      const original = asText(asRecord(value.reference).messageId)
      if (original !== '' && repliedTo.size < maxReplies) repliedTo.add(original)
    }
    if (place === undefined) continue
    files.push(file)
    places.set(file, place)
  }
  if (files.length === 0) throw new ImportError('archive-discord-channel-missing')
  joinParts(places)
  for (const id of withoutAvatar)
    if (users.get(id)?.avatar === undefined) report.skip('avatars', 'not in the archive')
  return { guild: guild || 'Discord', icon, files, places, channels, users, emoji, members, roles, repliedTo }
}

/** Generated pictures are no loss. */
const isOwnAvatar = (url: string) => /^https?:/.test(url) && !url.includes('/embed/avatars/')

function addTo(sets: Map<SourceId, Set<SourceId>>, key: SourceId, value: SourceId): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}

function placeOf(raw: Loose, channels: Map<SourceId, DiscordChannel>): DiscordPlace {
  const id = firstText(raw.id, raw.name)
  const name = firstText(raw.name, id)
  const type = asText(raw.type)
  if (/^Direct/.test(type)) return { kind: 'direct', channel: id, topic: '', users: [] }
  if (!/Thread$/.test(type)) {
    channels.set(id, { id, name, description: asText(raw.topic) })
    return { kind: 'channel', channel: id, topic: '', users: [] }
  }
  const parent = firstText(raw.categoryId, raw.category, id)
  if (!channels.has(parent))
    channels.set(parent, { id: parent, name: firstText(raw.category, name), description: '' })
  return { kind: 'thread', channel: parent, topic: name, users: [] }
}

/** Parts of one direct conversation have the same participants. */
function joinParts(places: ReadonlyMap<string, DiscordPlace>): void {
  const byChannel = Map.groupBy(
    [...places.values()].filter(({ kind }) => kind === 'direct'),
    ({ channel }) => channel,
  )
  for (const parts of byChannel.values()) {
    const users = [...new Set(parts.flatMap((part) => part.users))]
    for (const part of parts) part.users = users
  }
}
