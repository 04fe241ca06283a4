import { useMemo } from 'react'
import { channelByName } from '../channels/channels.ts'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { type Mentions, mentionsIn } from '../suggestions/mentions-in.ts'
import { useText } from '../texts/texts.tsx'
import { absentWarnings, checkWildcards, groupWarnings } from './mention-warnings.ts'
import type { Recipient } from './recipient.ts'
import { useNightWarning } from './use-night-warning.ts'
import { useRecipientWarnings } from './use-recipient-warnings.ts'
import type { Warning } from './warning.ts'

interface Warnings {
  warnings: Warning[]
  /** Why the message cannot be sent as it is. */
  blocked: string | undefined
  /** Number of people to be notified, if that needs a confirmation. */
  reach: number | undefined
}

/** Warnings about the text. They do not prevent sending, except where the server would reject it. */
export function useWarnings(
  to: Recipient,
  text: string,
  subscribers: ReadonlySet<number> | undefined,
): Warnings {
  const say = useText()
  const mentioned = useMemo(() => mentionsIn(text), [text])
  const place = useRecipientWarnings(to, text)
  const night = useNightWarning(to, text)
  const outside = useOutsideWarning(to, mentioned, subscribers)
  const absent = to.kind === 'topic' ? absentWarnings(to.channelId, text, mentioned, subscribers, say) : []
  const { reach, blocked } = checkWildcards(to, mentioned, subscribers, say)
  const groups = groupWarnings(text, mentioned, say)
  return {
    warnings: [...groups, ...absent, ...outside, ...place, ...night],
    blocked: blocked ?? groups[0]?.text,
    reach,
  }
}

/** Links to private channels that some recipients cannot open. */
function useOutsideWarning(
  to: Recipient,
  { channels }: Mentions,
  subscribers: ReadonlySet<number> | undefined,
): Warning[] {
  const say = useText()
  const linked = channels.map((name) => channelByName(name)).find((channel) => channel?.invite_only)
  const isOther = linked !== undefined && !(to.kind === 'topic' && to.channelId === linked.stream_id)
  const inside = useSubscriberSet(isOther ? linked.stream_id : undefined)
  const readers = to.kind === 'dm' ? to.userIds : [...(subscribers ?? [])]
  if (!isOther || inside === undefined) return []
  const outside = readers.filter((id) => !inside.has(id)).length
  if (outside === 0) return []
  const text = say('compose.warn.outside', { count: outside, channel: linked.name })
  return [{ key: `outside:${linked.stream_id}`, kind: 'info', text, actions: [] }]
}
