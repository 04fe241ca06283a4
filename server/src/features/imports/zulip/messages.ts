import type { Archive } from '../archives/archive.ts'
import { ImportError } from '../import-error.ts'
import type { SourceDestination, SourceEdit, SourceMessage, SourceReadState } from '../model.ts'
import type { Report } from '../report.ts'
import type { DialectConverter } from '../text/own-dialect.ts'
import { evidenceIn } from './evidence.ts'
import type { FlagCollector } from './flags.ts'
import { assertRows, readMessageFile, type Stats } from './message-files.ts'
import type { RealmTables } from './realm-file.ts'
import { type MessageRow, micros } from './tables.ts'

interface Reader {
  archive: Archive
  files: readonly string[]
  stats: Stats
  tables: RealmTables
  texts: DialectConverter
  flags: FlagCollector
  report: Report
}

export async function* readMessages(reader: Reader): AsyncGenerator<SourceMessage> {
  for (const name of reader.files) {
    const { messages, flags, flagCount } = await readMessageFile(reader.archive, name)
    assertRows(reader.stats, name, 'zerver_message', messages.length)
    assertRows(reader.stats, name, 'zerver_usermessage', flagCount)
    for (const row of messages) {
      const to = destinationOf(reader.tables, row, name)
      const where: SourceReadState['in'] = 'channel' in to ? { channel: to.channel } : { users: to.users }
      const rows = flags.get(row.id) ?? []
      flags.delete(row.id)
      yield messageOf(reader, row, to, reader.flags.add(row, where, rows))
    }
    reader.report.skip('flags', 'message is not in the archive', flags.size)
  }
  countMissingHistories(reader)
}

/** Exports have messages of a private channel only if somebody in it agreed. The channel itself is imported. */
function countMissingHistories({ tables, flags, report }: Reader): void {
  for (const { id, invite_only } of tables.channels.values()) {
    if (invite_only && !flags.hasMessages(id)) report.skip('private channel histories', 'not in the archive')
  }
}

function destinationOf({ places }: RealmTables, row: MessageRow, name: string): SourceDestination {
  const place = places.get(row.recipient)
  if (place === undefined) {
    throw new ImportError('archive-recipient-unknown', { entry: name, id: row.id, recipient: row.recipient })
  }
  if ('channel' in place) return { channel: String(place.channel), topic: row.subject ?? '' }
  const users = 'user' in place ? [place.user, row.sender] : [...place.users, row.sender]
  return { users: [...new Set(users)].map(String) }
}

function messageOf(
  { tables, texts }: Reader,
  row: MessageRow,
  to: SourceDestination,
  flags: SourceMessage['flags'],
): SourceMessage {
  const edits = editsOf(texts, row.edit_history)
  const lastEdit = edits.find(({ previousText }) => previousText !== undefined)
  const lastMove = edits.find(
    ({ previousTopic, previousChannel }) => previousTopic !== undefined || previousChannel !== undefined,
  )
  return {
    id: String(row.id),
    position: row.id,
    time: micros(row.date_sent) ?? Number.NaN,
    sender: String(row.sender),
    to,
    text: texts.convert(String(row.content ?? ''), evidenceIn(row.rendered_content)),
    // The time of the last edit is also set by moves on old servers.
    editedAt: edits.length === 0 ? micros(row.last_edit_time) : lastEdit?.time,
    movedAt: lastMove?.time,
    edits,
    flags: flags ?? [],
    client: tables.clients.get(row.sending_client ?? 0),
  }
}

interface HistoryEntry {
  user_id?: number | null
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  /** Before version 5. */
  prev_subject?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

/** Newest first. A history that cannot be read is left out. */
function editsOf(texts: DialectConverter, history: string | null | undefined): SourceEdit[] {
  if (history == null || history === '') return []
  let entries: HistoryEntry[]
  try {
    entries = JSON.parse(history) as HistoryEntry[]
  } catch {
    return []
  }
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry): SourceEdit[] => {
    const time = micros(entry.timestamp)
    if (time === undefined) return []
    return [
      {
        user: entry.user_id == null ? undefined : String(entry.user_id),
        time,
        previousText:
          entry.prev_content === undefined
            ? undefined
            : texts.convert(entry.prev_content, evidenceIn(entry.prev_rendered_content)),
        previousTopic: entry.prev_topic ?? entry.prev_subject,
        topic: entry.topic,
        previousChannel: entry.prev_stream === undefined ? undefined : String(entry.prev_stream),
        channel: entry.stream === undefined ? undefined : String(entry.stream),
      },
    ]
  })
}
