import { asFlag, asText, type Loose } from '../loose.ts'
import type { SkipReason } from '../report.ts'

/** The treatment of an item of a day file. */
export type Treatment = 'message' | 'action' | 'edit' | { skip: SkipReason }

const actions = new Set(['me_message', 'bot_add', 'sh_room_created', 'huddle_thread'])

const messages = new Set(
  (
    'thread_broadcast reply_broadcast bot_message slackbot_response file_share file_comment file_mention reminder_add ' +
    'assistant_app_thread'
  ).split(' '),
)

const channelNotices =
  'join leave name topic purpose archive unarchive convert_to_private convert_to_public posting_permissions'
const notices = new Set([
  ...channelNotices.split(' ').flatMap((name) => [`channel_${name}`, `group_${name}`]),
  ...'pinned_item unpinned_item bot_remove bot_enable bot_disable bot_updated message_replied'.split(' '),
])

/** An odd user of notices about renamed channels. */
const nobody = 'U00'

export function treatmentOf(message: Loose): Treatment {
  const subtype = asText(message.subtype)
  const isDeleted = asFlag(message.hidden) && asText(message.text) === 'This message was deleted.'
  if (subtype === 'tombstone' || subtype === 'message_deleted' || isDeleted)
    return { skip: 'deleted in the source' }
  if (subtype === 'message_changed') return 'edit'
  if (notices.has(subtype) || message.user === nobody) return { skip: 'join and leave notices' }
  if (actions.has(subtype)) return 'action'
  if (subtype === '' || messages.has(subtype)) return 'message'
  return asText(message.text).trim() === '' ? { skip: 'no text and no file' } : 'message'
}
