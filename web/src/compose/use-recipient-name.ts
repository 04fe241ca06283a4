import { useChannel } from '../channels/channels.ts'
import { shownTopic } from '../channels/topic-names.ts'
import { useNames } from '../lib/names.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import type { Recipient } from './recipient.ts'

const none: readonly number[] = []

/** Name of the recipient; undefined while incomplete. */
export function useRecipientName(to: Recipient): string | undefined {
  const text = useText()
  const me = useOrg((org) => org.user_id ?? 0)
  const channel = useChannel(to.kind === 'topic' ? (to.channelId ?? 0) : 0)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const others = to.kind === 'dm' ? to.userIds : none
  const names = useNames(others)
  if (to.kind === 'dm') {
    if (others.length === 0) return undefined
    return others.length === 1 && others[0] === me ? text('compose.yourself') : names
  }
  if (channel === undefined) return undefined
  if (to.topic === '') return `#${channel.name}`
  return `#${channel.name} › ${shownTopic(to.topic, emptyName).text}`
}
