import { skinTones } from '@loquat/contract'
import type { Archive } from '../archives/archive.ts'
import type { SourceMessage } from '../model.ts'
import type { DialectConverter } from '../text/own-dialect.ts'
import { emojiRef } from './emoji-ref.ts'
import { linesOf } from './reader.ts'
import { type HistoryRow, type MessageRow, micros, optionalId } from './rows.ts'

/** `onConversation` is called for each direct message, with the IDs of all participants. */
export async function* readMessages(
  archive: Archive,
  texts: DialectConverter,
  onConversation: (users: number[]) => void,
): AsyncGenerator<SourceMessage> {
  for await (const row of linesOf<MessageRow>(archive, 'messages')) {
    if (row.user_ids !== null) onConversation(row.user_ids)
    yield {
      id: String(row.id),
      position: row.id,
      time: micros(row.sent_at),
      sender: String(row.sender_id),
      to:
        row.channel_id === null
          ? { users: (row.user_ids ?? []).map(String) }
          : { channel: String(row.channel_id), topic: row.topic ?? '' },
      text: texts.convert(row.content),
      reactions: (row.reactions ?? []).map(({ user_id, emoji_code, reaction_type, skin_tone }) => ({
        user: String(user_id),
        emoji: emojiRef(reaction_type, emoji_code),
        skinTone: skinTones.find((tone) => tone === skin_tone),
      })),
      pin: row.pin ? pinOf(row.pin) : undefined,
      editedAt: row.last_edit_at === null ? undefined : micros(row.last_edit_at),
      movedAt: row.last_moved_at === null ? undefined : micros(row.last_moved_at),
      edits: (row.edit_history ?? []).map((entry) => editOf(texts, entry)),
      client: row.client,
      submessages: (row.submessages ?? []).map(({ sender_id, msg_type, content }) => ({
        sender: String(sender_id),
        type: msg_type,
        content,
      })),
    }
  }
}

const pinOf = ({ user_id, in_channel, pinned_at }: NonNullable<MessageRow['pin']>) => ({
  user: String(user_id),
  inChannel: in_channel,
  pinnedAt: micros(pinned_at),
})

const editOf = (texts: DialectConverter, entry: HistoryRow) => ({
  user: optionalId(entry.user_id),
  time: entry.timestamp * 1_000_000,
  previousText: entry.prev_content === undefined ? undefined : texts.convert(entry.prev_content),
  previousTopic: entry.prev_topic,
  topic: entry.topic,
  previousChannel: optionalId(entry.prev_stream),
  channel: optionalId(entry.stream),
})
