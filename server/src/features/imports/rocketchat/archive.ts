import type { Archive } from '../archives/archive.ts'
import type { ScratchFile } from '../archives/scratch-file.ts'
import { ImportError } from '../import-error.ts'
import { asFlag, asNumber, asRecord, asRecords, asText, asTexts, firstText, type Loose } from '../loose.ts'
import type { SourceContext, SourcePicture, SourceUser } from '../model.ts'
import type { Report } from '../report.ts'
import type { SourceId } from '../source-id.ts'
import { collectionFile, documentsOf, storedPictures } from './files.ts'
import { type Room, readRooms } from './rooms.ts'
import type { RocketNames } from './text.ts'
import { timeOf } from './time.ts'

export interface Upload {
  id: SourceId
  name: string
  contentType: string | undefined
  owner: SourceId | undefined
}

interface RocketEmoji {
  id: SourceId
  picture: SourcePicture | undefined
}

/** An opened dump: everything but the messages. */
export interface RocketArchive {
  archive: Archive
  report: Report
  users: ReadonlyMap<SourceId, SourceUser>
  /** User IDs by user name, which reactions use. */
  userIds: ReadonlyMap<string, SourceId>
  rooms: ReadonlyMap<SourceId, Room>
  emoji: ReadonlyMap<string, RocketEmoji>
  uploads: ReadonlyMap<SourceId, Upload>
  names: RocketNames
}

export async function openRocket(
  { archive, report }: SourceContext,
  scratch: ScratchFile,
): Promise<RocketArchive> {
  for (const collection of ['users', 'rocketchat_room', 'rocketchat_message'])
    if (collectionFile(archive, collection) === undefined)
      throw new ImportError('archive-not-of-rocketchat', { entry: `${collection}.bson` })
  const users = await readUsers(archive, scratch, report)
  const userIds = new Map([...users.values()].map(({ id, handle = '' }) => [handle, id]))
  const rooms = await readRooms(archive, userIds, report)
  const channelIds = new Map(
    [...rooms.values()].filter(({ kind }) => kind !== 'direct').map(({ handle, id }) => [handle, id]),
  )
  const emoji = await readEmoji(archive, scratch)
  return {
    archive,
    report,
    users,
    userIds,
    rooms,
    emoji,
    uploads: await readUploads(archive, report),
    names: {
      user: (name) => userIds.get(name),
      channel: (name) => channelIds.get(name),
      customEmoji: (name) => emoji.get(name)?.id,
    },
  }
}

async function readUsers(
  archive: Archive,
  scratch: ScratchFile,
  report: Report,
): Promise<Map<SourceId, SourceUser>> {
  const pictures = await storedPictures(archive, 'rocketchat_avatars', scratch)
  const pictureOf = new Map<SourceId, SourcePicture>()
  // The writer counts missing bytes, for example of avatars in a folder beside the database.
  for await (const file of documentsOf(archive, 'rocketchat_avatars'))
    pictureOf.set(asText(file.userId), pictures.get(asText(file._id)) ?? (async () => undefined))
  const users = new Map<SourceId, SourceUser>()
  for await (const raw of documentsOf(archive, 'users')) {
    const id = asText(raw._id)
    if (id === '') report.skip('users', 'cannot be read')
    else if (users.has(id)) throw new ImportError('archive-user-twice', { entry: 'users.bson', id })
    else users.set(id, userOf(id, raw, pictureOf.get(id), report))
  }
  return users
}

function userOf(id: SourceId, raw: Loose, avatar: SourcePicture | undefined, report: Report): SourceUser {
  const roles = asTexts(raw.roles)
  const isBot = raw.type === 'bot' || roles.includes('bot')
  const handle = asText(raw.username)
  // The product's own robot.
  const isRobot = id === 'rocket.cat'
  return {
    id,
    name: report.clean(firstText(raw.name, handle, id)),
    handle,
    email: isBot ? null : firstText(asRecords(raw.emails)[0]?.address) || null,
    role: roles.includes('admin') && !isBot ? 100 : roles.includes('guest') ? 600 : 400,
    isActive: asFlag(raw.active) && raw.type !== 'unknown' && !isRobot,
    bot: isBot || isRobot ? { type: 1 } : undefined,
    createdAt: timeOf(raw.createdAt),
    avatar,
  }
}

async function readEmoji(archive: Archive, scratch: ScratchFile): Promise<Map<string, RocketEmoji>> {
  const pictures = await storedPictures(archive, 'custom_emoji', scratch)
  const emoji = new Map<string, RocketEmoji>()
  for await (const raw of documentsOf(archive, 'rocketchat_custom_emoji')) {
    const name = asText(raw.name)
    if (name === '') continue
    const picture =
      pictures.get(encodeURIComponent(`${name}.${asText(raw.extension)}`)) ??
      pictures.get(`${name}.${asText(raw.extension)}`)
    for (const one of [name, ...asTexts(raw.aliases)])
      if (!emoji.has(one)) emoji.set(one, { id: name, picture })
  }
  return emoji
}

async function readUploads(archive: Archive, report: Report): Promise<Map<SourceId, Upload>> {
  const uploads = new Map<SourceId, Upload>()
  for await (const raw of documentsOf(archive, 'rocketchat_uploads')) {
    const id = asText(raw._id)
    if (id === '' || (asNumber(raw.size) ?? 0) < 0) continue
    uploads.set(id, {
      id,
      name: report.clean(firstText(raw.name, id)),
      contentType: asText(raw.type) || undefined,
      owner: asText(raw.userId) || asText(asRecord(raw.user)._id) || undefined,
    })
  }
  return uploads
}
