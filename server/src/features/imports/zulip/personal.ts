import type { Archive } from '../archives/archive.ts'
import type { Micros, SourceDestination, SourcePersonal } from '../model.ts'
import type { Report } from '../report.ts'
import type { DialectConverter } from '../text/own-dialect.ts'
import { type RealmTables, realmRows } from './realm-file.ts'
import { micros, type UserRow } from './tables.ts'
import { filesOfScheduled } from './uploads.ts'

interface PersonalRow {
  id?: number
  user_profile: number
  stream?: number | null
  topic_name?: string
  visibility_policy?: number
  last_updated?: number | null
  muted_user?: number
  date_muted?: number | null
  word?: string
  title?: string
  content?: string
  date_created?: number | null
  sender?: number
  recipient?: number
  subject?: string
  scheduled_timestamp?: number | null
  delivered?: boolean
  failed?: boolean
  delivery_type?: number
  last_active_time?: number | null
  last_connected_time?: number | null
}

const tableNames = [
  'zerver_usertopic',
  'zerver_muteduser',
  'zerver_alertword',
  'zerver_savedsnippet',
  'zerver_scheduledmessage',
  'zerver_userpresence',
]

interface PersonalReader {
  archive: Archive
  tables: RealmTables
  texts: DialectConverter
  report: Report
  now: Micros
}

export async function* readPersonal(reader: PersonalReader): AsyncGenerator<SourcePersonal> {
  const { archive } = reader
  const files = await filesOfScheduled(archive)
  const present = new Set<number>()
  for await (const { key, row } of realmRows<PersonalRow>(archive, ...tableNames)) {
    const item = itemOf(key, row, reader)
    if (item === undefined) continue
    if (item.kind === 'presence') present.add(row.user_profile)
    yield item.kind === 'scheduled message' ? { ...item, files: files.get(row.id ?? 0) ?? [] } : item
  }
  // People without presence were there when they logged in.
  for await (const { row } of realmRows<UserRow>(archive, 'zerver_userprofile')) {
    const at = micros(row.last_login)
    if (at === undefined || row.is_bot || present.has(row.id)) continue
    yield { user: String(row.id), kind: 'presence', activeAt: at, connectedAt: at }
  }
}

function itemOf(key: string, row: PersonalRow, reader: PersonalReader): SourcePersonal | undefined {
  const { texts } = reader
  const user = String(row.user_profile)
  switch (key) {
    case 'zerver_usertopic': {
      const policy = row.visibility_policy
      if ((policy !== 1 && policy !== 2 && policy !== 3) || row.stream == null) return undefined
      const place = { channel: String(row.stream), topic: row.topic_name ?? '' }
      return { user, kind: 'topic', ...place, policy, updatedAt: micros(row.last_updated) }
    }
    case 'zerver_muteduser':
      return { user, kind: 'muted user', mutedUser: String(row.muted_user), mutedAt: micros(row.date_muted) }
    case 'zerver_alertword':
      return { user, kind: 'alert word', word: row.word ?? '' }
    case 'zerver_savedsnippet': {
      const content = texts.convert(row.content ?? '')
      return { user, kind: 'snippet', title: row.title ?? '', content, createdAt: micros(row.date_created) }
    }
    case 'zerver_userpresence': {
      const connectedAt = micros(row.last_connected_time) ?? micros(row.last_active_time)
      if (connectedAt === undefined) return undefined
      return { user, kind: 'presence', activeAt: micros(row.last_active_time) ?? null, connectedAt }
    }
    default:
      return scheduledMessage(row, reader)
  }
}

/** Only messages that wait to be sent; reminders are not messages. */
function scheduledMessage(
  row: PersonalRow,
  { tables, texts, report, now }: PersonalReader,
): SourcePersonal | undefined {
  const deliverAt = micros(row.scheduled_timestamp)
  if (row.delivered || row.delivery_type !== 1 || deliverAt === undefined || row.sender === undefined)
    return undefined
  if (deliverAt <= now) {
    report.skip('scheduled messages', 'time has passed')
    return undefined
  }
  const place = tables.places.get(row.recipient ?? 0)
  if (place === undefined) return undefined
  let to: SourceDestination
  if ('channel' in place) to = { channel: String(place.channel), topic: row.subject ?? '' }
  else to = { users: ('user' in place ? [place.user] : place.users).map(String) }
  const content = texts.convert(row.content ?? '')
  return {
    user: String(row.sender),
    kind: 'scheduled message',
    to,
    content,
    deliverAt,
    failed: row.failed ?? false,
  }
}
