import { parseRanges } from '../../../directory/ranges.ts'
import type { Archive } from '../archives/archive.ts'
import type {
  PositionRanges,
  SourceDestination,
  SourceFlag,
  SourcePersonal,
  SourceReadState,
} from '../model.ts'
import type { DialectConverter } from '../text/own-dialect.ts'
import { readFolderPreferences } from './folders.ts'
import { type LoquatNames, linesOf } from './reader.ts'
import { micros, type PersonalSubscriptionRow } from './rows.ts'

/** Ranges of message IDs are ranges of positions. */
const positions = (text: string): PositionRanges => parseRanges(text).map(({ from, to }) => [from, to - 1])

export async function* readFlags(
  archive: Archive,
): AsyncGenerator<{ message: string; user: string; flags: SourceFlag[] }> {
  const lines = linesOf<{ user_id: number; message_id: number; flags: SourceFlag[] }>(
    archive,
    'personal/flags',
  )
  for await (const { user_id, message_id, flags } of lines) {
    yield { message: String(message_id), user: String(user_id), flags }
  }
}

/** Users whose personal data is in the archive have read exactly what it says; a conversation without a line is unread. */
export async function* readReadStates(
  archive: Archive,
  { personalUsers }: LoquatNames,
  conversations: ReadonlyMap<string, readonly number[]>,
): AsyncGenerator<SourceReadState> {
  const read = new Map<string, string>()
  const lines = linesOf<{
    user_id: number
    channel_id: number | null
    user_ids: number[] | null
    read: string
  }>(archive, 'personal/read')
  for await (const row of lines) {
    read.set(`${row.user_id} ${row.channel_id ?? row.user_ids?.join()}`, row.read)
  }
  const readIn = (userId: number, place: string | number) => positions(read.get(`${userId} ${place}`) ?? '{}')
  for await (const row of linesOf<PersonalSubscriptionRow>(archive, 'personal/subscriptions')) {
    yield {
      user: String(row.user_id),
      in: { channel: String(row.channel_id) },
      received: positions(row.received),
      read: readIn(row.user_id, row.channel_id),
    }
  }
  for (const [key, users] of conversations) {
    for (const userId of users) {
      if (!personalUsers.has(userId)) continue
      yield { user: String(userId), in: { users: users.map(String) }, read: readIn(userId, key) }
    }
  }
}

interface PlaceRow {
  channel_id: number | null
  user_ids: number[] | null
  topic: string
  content: string
}

const destinationOf = ({ channel_id, user_ids, topic }: PlaceRow): SourceDestination =>
  channel_id === null ? { users: (user_ids ?? []).map(String) } : { channel: String(channel_id), topic }

interface LaterRow {
  user_id: number
  message_id: number | null
  note: string
  remind_at: string | null
  reminded: boolean
  done_at: string | null
  created_at: string
}

export async function* readPersonal(
  archive: Archive,
  texts: DialectConverter,
): AsyncGenerator<SourcePersonal> {
  type TopicRow = {
    user_id: number
    channel_id: number
    topic: string
    policy: 1 | 2 | 3
    updated_at: string
  }
  for await (const { user_id, channel_id, topic, policy, updated_at } of linesOf<TopicRow>(
    archive,
    'personal/topics',
  )) {
    yield {
      user: String(user_id),
      kind: 'topic',
      channel: String(channel_id),
      topic,
      policy,
      updatedAt: micros(updated_at),
    }
  }
  for await (const row of linesOf<PlaceRow & { user_id: number; edited_at: number }>(
    archive,
    'personal/drafts',
  )) {
    const content = texts.convert(row.content)
    yield {
      user: String(row.user_id),
      kind: 'draft',
      to: destinationOf(row),
      content,
      editedAt: row.edited_at * 1_000_000,
    }
  }
  type SnippetRow = { user_id: number; title: string; content: string; created_at: string }
  for await (const { user_id, title, content, created_at } of linesOf<SnippetRow>(
    archive,
    'personal/saved_snippets',
  )) {
    yield {
      user: String(user_id),
      kind: 'snippet',
      title,
      content: texts.convert(content),
      createdAt: micros(created_at),
    }
  }
  type SearchRow = { user_id: number; name: string; query: string; created_at: string }
  for await (const { user_id, name, query, created_at } of linesOf<SearchRow>(
    archive,
    'personal/saved_searches',
  )) {
    yield { user: String(user_id), kind: 'saved search', name, query, createdAt: micros(created_at) }
  }
  type ScheduledRow = PlaceRow & { sender_id: number; deliver_at: string; failed: boolean }
  for await (const row of linesOf<ScheduledRow>(archive, 'personal/scheduled_messages')) {
    yield {
      user: String(row.sender_id),
      kind: 'scheduled message',
      to: destinationOf(row),
      content: texts.convert(row.content),
      deliverAt: micros(row.deliver_at),
      failed: row.failed,
    }
  }
  yield* readFolderPreferences(archive)
  for await (const row of linesOf<LaterRow>(archive, 'personal/later')) {
    yield {
      user: String(row.user_id),
      kind: 'later item',
      message: row.message_id === null ? undefined : String(row.message_id),
      note: row.note,
      remindAt: row.remind_at === null ? null : micros(row.remind_at),
      isReminded: row.reminded,
      doneAt: row.done_at === null ? null : micros(row.done_at),
      createdAt: micros(row.created_at),
    }
  }
  for await (const { user_id, word } of linesOf<{ user_id: number; word: string }>(
    archive,
    'personal/alert_words',
  )) {
    yield { user: String(user_id), kind: 'alert word', word }
  }
  type MutedRow = { user_id: number; muted_user_id: number; muted_at: string }
  for await (const { user_id, muted_user_id, muted_at } of linesOf<MutedRow>(
    archive,
    'personal/muted_users',
  )) {
    yield {
      user: String(user_id),
      kind: 'muted user',
      mutedUser: String(muted_user_id),
      mutedAt: micros(muted_at),
    }
  }
  type PresenceRow = { user_id: number; last_active: string | null; last_connected: string }
  for await (const { user_id, last_active, last_connected } of linesOf<PresenceRow>(
    archive,
    'personal/presence',
  )) {
    const activeAt = last_active === null ? null : micros(last_active)
    yield { user: String(user_id), kind: 'presence', activeAt, connectedAt: micros(last_connected) }
  }
}
