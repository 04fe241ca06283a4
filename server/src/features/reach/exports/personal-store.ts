import { type RawBuilder, sql } from 'kysely'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Section } from './section.ts'

const personal = (
  file: string,
  about: string,
  rows: (mine: RawBuilder<unknown>) => RawBuilder<unknown>,
): Section => ({
  file: `personal/${file}`,
  about,
  rows: ({ consenting }) => rows(sql`any(${consenting}::bigint[])`),
})

const flagNames = sql.join(
  Object.entries(flagBits).map(([name, bit]) => sql`(${sql.lit(bit)}, ${sql.lit(name)})`),
)

/** Personal data of consenting users. */
export const personalSections: Section[] = [
  personal(
    'settings',
    'personal settings; what is not there has its initial value',
    (mine) => sql`
      select id as user_id, settings, onboarding_done from account where id = ${mine} order by id`,
  ),
  personal(
    'subscriptions',
    'how somebody wants a channel, and which of its messages they received, as ranges of IDs',
    (mine) => sql`
      select user_id, channel_id, received, color, is_muted, pin_to_top, desktop_notifications, email_notifications,
        push_notifications, audible_notifications, wildcard_mentions_notify
      from subscription where user_id = ${mine} order by user_id, channel_id`,
  ),
  personal(
    'topics',
    'topics that somebody muted (1), unmuted (2) or follows (3)',
    (mine) => sql`
      select user_id, channel_id, topic, policy, updated_at
      from user_topic where user_id = ${mine} order by user_id, channel_id, topic`,
  ),
  personal(
    'read',
    'what somebody has read of each conversation, as ranges of IDs',
    (mine) => sql`
      select s.user_id, r.channel_id, r.user_ids, s.read
      from read_state s join recipient r on r.id = s.recipient_id where s.user_id = ${mine}
      order by s.user_id, s.recipient_id`,
  ),
  personal(
    'flags',
    'flags of messages other than being read',
    (mine) => sql`
      select f.user_id, f.message_id, array(
        select n.name from (values ${flagNames}) n (bit, name) where f.flags & n.bit <> 0) as flags
      from message_flag f where f.user_id = ${mine} order by f.user_id, f.message_id`,
  ),
  personal(
    'drafts',
    'drafts',
    (mine) => sql`
      select id, user_id, channel_id, user_ids, topic, content, edited_at
      from draft where user_id = ${mine} order by id`,
  ),
  personal(
    'saved_snippets',
    'saved snippets',
    (mine) => sql`
      select id, user_id, title, content, created_at from saved_snippet where user_id = ${mine} order by id`,
  ),
  personal(
    'saved_searches',
    'saved searches',
    (mine) => sql`
      select id, user_id, name, query, created_at from saved_search where user_id = ${mine} order by id`,
  ),
  personal(
    'scheduled_messages',
    'messages that wait to be sent',
    (mine) => sql`
      select id, sender_id, channel_id, user_ids, topic, content, deliver_at, failed
      from scheduled_message where sender_id = ${mine} order by id`,
  ),
  personal(
    'later',
    'messages and notes that somebody saved for later, with their reminders',
    (mine) => sql`
      select id, user_id, message_id, note, remind_at, reminded, done_at, created_at
      from later_item where user_id = ${mine} order by id`,
  ),
  personal(
    'channel_folders',
    'folders of channels that somebody collapsed or ordered',
    (mine) => sql`
      select user_id, folder_id, position, collapsed
      from channel_folder_preference where user_id = ${mine} order by user_id, folder_id`,
  ),
  personal(
    'alert_words',
    'alert words',
    (mine) => sql`select user_id, word from alert_word where user_id = ${mine} order by user_id, id`,
  ),
  personal(
    'muted_users',
    'whom somebody muted',
    (mine) => sql`
      select user_id, muted_user_id, muted_at from muted_user where user_id = ${mine}
      order by user_id, muted_user_id`,
  ),
  personal(
    'presence',
    'when somebody was last here',
    (mine) => sql`
      select user_id, last_active, last_connected from presence where user_id = ${mine} order by user_id`,
  ),
]
