import { type RawBuilder, sql } from 'kysely'
import type { Section } from './section.ts'
import type { ExportScope } from './snapshot-store.ts'

const allIds = sql`'{(,)}'::int8multirange`

/**
 * Channels of an export with the exported messages of each. Public channels: all messages. Private channels:
 * messages that consenting subscribers may read: all messages with shared history, and otherwise, as for former
 * subscribers, received messages.
 */
export const openChannels = ({ realmId, consenting }: ExportScope): RawBuilder<unknown> => sql`(
  select id, ${allIds} as message_ids from channel where realm_id = ${realmId} and not invite_only
  union all
  select c.id, range_agg(case when s.active and c.history_public_to_subscribers then ${allIds} else s.received end)
  from channel c join subscription s on s.channel_id = c.id
  where c.realm_id = ${realmId} and c.invite_only and s.user_id = any(${consenting}::bigint[])
  group by c.id)`

/** Direct conversations are exported if one participant consents. */
const messages: Section = {
  file: 'messages',
  about:
    'messages, one conversation after the other, with reactions, widgets, pins and earlier versions; those in channels have `channel_id` and `topic`, direct ones the `user_ids` of all who take part',
  rows: (scope) => sql`
    with open_channel as materialized (select * from ${openChannels(scope)} o)
    select m.id, m.sender_id, r.channel_id, case when m.is_channel then m.topic end as topic, r.user_ids,
      m.content, m.rendered_content, m.client, m.sent_at, m.last_edit_at, m.last_moved_at, m.edit_history,
      (select json_agg(json_build_object('user_id', x.user_id, 'emoji_name', x.emoji_name,
          'emoji_code', x.emoji_code, 'reaction_type', x.reaction_type, 'skin_tone', x.skin_tone) order by x.id)
        from reaction x where x.message_id = m.id) as reactions,
      (select json_agg(json_build_object('sender_id', s.sender_id, 'msg_type', s.msg_type, 'content', s.content)
          order by s.id)
        from submessage s where s.message_id = m.id) as submessages,
      (select json_build_object('user_id', p.pinned_by, 'in_channel', p.in_channel, 'pinned_at', p.pinned_at)
        from pinned_message p where p.message_id = m.id) as pin
    from recipient r
    join message m on m.recipient_id = r.id
    left join open_channel o on o.id = r.channel_id
    where r.realm_id = ${scope.realmId} and case when r.channel_id is null
      then r.user_ids && ${scope.consenting}::bigint[] else m.id <@ o.message_ids end
    order by m.recipient_id, m.id`,
}

/** Uploads that exported messages or bookmarks link to, and all uploads of consenting users. */
export const openFiles = (scope: ExportScope): RawBuilder<unknown> => sql`
  with open_channel as materialized (select * from ${openChannels(scope)} o)
  select a.*, linked.ids as message_ids
  from attachment a
  cross join lateral (
    select array_agg(m.id order by m.id) as ids
    from attachment_message c
    join message m on m.id = c.message_id
    join recipient r on r.id = m.recipient_id
    left join open_channel o on o.id = r.channel_id
    where c.attachment_id = a.id and case when r.channel_id is null
      then r.user_ids && ${scope.consenting}::bigint[] else m.id <@ o.message_ids end
  ) as linked
  where a.realm_id = ${scope.realmId} and (linked.ids is not null or a.owner_id = any(${scope.consenting}::bigint[])
    or exists (select from channel_bookmark b join open_channel o on o.id = b.channel_id where b.attachment_id = a.id))`

const attachments: Section = {
  file: 'attachments',
  about:
    'uploaded files that these messages and bookmarks link to; the files themselves are in files.jsonl by this ID',
  rows: (scope) => sql`
    select id, owner_id, name, path_id, content_type, size, created_at, coalesce(message_ids, '{}') as message_ids
    from (${openFiles(scope)}) f order by id`,
}

export const messageSections: Section[] = [messages, attachments]
