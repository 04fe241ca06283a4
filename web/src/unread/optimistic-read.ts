import { withoutUnread, withUnread } from '@loquat/client'
import type { FetchedMessage } from '@loquat/contract'
import { changeOrg, messages, myId } from '../session/session.ts'

/** Shows messages as read before the server confirms it. */
export function showRead(ids: readonly number[]): void {
  for (const id of ids) {
    messages.change(id, (message) =>
      message.flags.includes('read') ? message : { ...message, flags: [...message.flags, 'read'] },
    )
  }
  changeOrg((org) =>
    org.unread_msgs === undefined ? org : { ...org, unread_msgs: withoutUnread(org.unread_msgs, ids) },
  )
}

/** Shows known messages as unread again. */
export function showUnread(ids: readonly number[]): void {
  const known = ids.flatMap((id) => messages.get(id) ?? [])
  for (const { id } of known) {
    messages.change(id, (message) => ({ ...message, flags: message.flags.filter((flag) => flag !== 'read') }))
  }
  changeOrg((org) =>
    org.unread_msgs === undefined
      ? org
      : {
          ...org,
          unread_msgs: known.reduce(
            (unread, message) => withUnread(unread, myId(), message.id, placeOf(message), isMention(message)),
            withoutUnread(org.unread_msgs, ids),
          ),
        },
  )
}

const isMention = ({ flags }: FetchedMessage) =>
  flags.includes('mentioned') || flags.includes('wildcard_mentioned')

function placeOf({ stream_id: channelId, subject: topic, display_recipient: people }: FetchedMessage) {
  return channelId === undefined
    ? ({ kind: 'direct', userIds: typeof people === 'string' ? [] : people.map(({ id }) => id) } as const)
    : ({ kind: 'channel', channelId, topic } as const)
}
