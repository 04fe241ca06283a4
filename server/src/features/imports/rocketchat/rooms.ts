import type { Archive } from '../archives/archive.ts'
import { ImportError } from '../import-error.ts'
import { asFlag, asRecord, asText, asTexts, firstText, type Loose } from '../loose.ts'
import type { Report } from '../report.ts'
import type { Micros, SourceId } from '../source-id.ts'
import { documentsOf } from './files.ts'
import { timeOf } from './time.ts'

export interface Room {
  id: SourceId
  kind: 'public' | 'private' | 'direct'
  /** Name in mentions. */
  handle: string
  name: string
  description: string
  creator: SourceId | undefined
  createdAt: Micros | undefined
  isArchived: boolean
  isReadOnly: boolean
  isDefault: boolean
  /** The room that a discussion belongs to. */
  parent: SourceId | undefined
  users: SourceId[]
}

const kinds: Record<string, Room['kind']> = { c: 'public', p: 'private', d: 'direct' }

/** All rooms but those of other kinds, such as livechat. */
export async function readRooms(
  archive: Archive,
  userIds: ReadonlyMap<string, SourceId>,
  report: Report,
): Promise<Map<SourceId, Room>> {
  const rooms = new Map<SourceId, Room>()
  for await (const raw of documentsOf(archive, 'rocketchat_room')) {
    const id = asText(raw._id)
    const kind = kinds[asText(raw.t)]
    if (id === '' || kind === undefined) {
      report.skip('channels', id === '' ? 'cannot be read' : 'no counterpart')
      continue
    }
    if (rooms.has(id))
      throw new ImportError('archive-conversation-twice', { entry: 'rocketchat_room.bson', id })
    const texts = [raw.description, raw.topic].map((text) => report.clean(asText(text)).trim())
    rooms.set(id, {
      id,
      kind,
      handle: asText(raw.name),
      name: report.clean(firstText(raw.fname, raw.name, id)),
      description: texts.filter((text) => text !== '').join(' · '),
      creator: asText(asRecord(raw.u)._id) || undefined,
      createdAt: timeOf(raw.ts),
      isArchived: asFlag(raw.archived),
      isReadOnly: asFlag(raw.ro),
      isDefault: asFlag(raw.default) || raw.name === 'general',
      parent: asText(raw.prid) || undefined,
      users: participantsOf(raw, userIds),
    })
  }
  return rooms
}

/** Old versions name the users of a direct room instead of their IDs. */
function participantsOf(raw: Loose, userIds: ReadonlyMap<string, SourceId>): SourceId[] {
  const ids = asTexts(raw.uids)
  return ids.length > 0 ? ids : asTexts(raw.usernames).flatMap((name) => userIds.get(name) ?? [])
}

/** A message goes to the channel at the root; the first discussion on the way gives it a topic. */
export function placeOf(
  room: Room,
  rooms: ReadonlyMap<SourceId, Room>,
): { room: Room; topic: string | undefined } {
  let current = room
  let topic: string | undefined
  for (let left = 10; left > 0; left--) {
    const parent = current.parent === undefined ? undefined : rooms.get(current.parent)
    if (parent === undefined) break
    topic ??= room.name
    current = parent
  }
  return { room: current, topic }
}

/** Discussions whose room is missing stay channels. */
export const isChannel = (room: Room, rooms: ReadonlyMap<SourceId, Room>) =>
  room.kind !== 'direct' && placeOf(room, rooms).room === room
