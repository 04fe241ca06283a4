import { channelById } from '../channels/channels.ts'
import { addSubscribers } from '../channels/manage-channels.ts'
import { lookup } from '../lib/derived.ts'
import { namedGroups } from '../people/user-groups.ts'
import { denialTextId, isAllowed } from '../permissions/is-allowed.ts'
import { myId, org } from '../session/session.ts'
import { type Mentions, withSilentMention } from '../suggestions/mentions-in.ts'
import { mayMention, wildcardOptions } from '../suggestions/suggest-options.ts'
import type { Text } from '../texts/texts.tsx'
import { setText } from './compose.ts'
import type { Recipient } from './recipient.ts'
import type { Warning } from './warning.ts'

/** Mentions that notify more people need a confirmation. */
const maxUnconfirmedReach = 15

/** Mentioned people who would not be notified because they are not subscribed. */
export function absentWarnings(
  channelId: number | undefined,
  text: string,
  { people }: Mentions,
  subscribers: ReadonlySet<number> | undefined,
  say: Text,
): Warning[] {
  const channel = channelId === undefined ? undefined : channelById(channelId)
  if (channel === undefined || subscribers === undefined) return []
  const seen = new Set<number>()
  return people.flatMap(({ name, id, from }): Warning[] => {
    const userId = id ?? lookup().userIdsOf(name)[0]
    if (userId === undefined || userId === myId() || subscribers.has(userId) || seen.has(userId)) return []
    seen.add(userId)
    const add = {
      label: say('compose.subscribe'),
      run: () => void addSubscribers(channel.stream_id, [userId]),
    }
    return [
      {
        key: `absent:${userId}`,
        kind: 'info',
        text: say('compose.warn.absent', { name, channel: channel.name }),
        actions: [
          ...(isAllowed({ kind: 'add-subscribers', channelId: channel.stream_id }) ? [add] : []),
          { label: say('compose.silently'), run: () => setText(withSilentMention(text, from)) },
        ],
      },
    ]
  })
}

/** The number of people that wildcard mentions notify, if it needs a confirmation, or why they are not allowed. */
export function checkWildcards(
  to: Recipient,
  { wildcards }: Mentions,
  subscribers: ReadonlySet<number> | undefined,
  say: Text,
): { reach: number | undefined; blocked: string | undefined } {
  if (wildcards.length === 0 || to.kind === 'dm') return { reach: undefined, blocked: undefined }
  const options = wildcardOptions(to, subscribers)
  const reach = Math.max(
    ...wildcards.map(
      ({ name }) => options.find((one) => one.name === (name === 'stream' ? 'all' : name))?.reach ?? 0,
    ),
  )
  if (reach <= maxUnconfirmedReach) return { reach: undefined, blocked: undefined }
  const denial = denialTextId({ kind: 'mention-everyone', reach })
  return denial === undefined ? { reach, blocked: undefined } : { reach: undefined, blocked: say(denial) }
}

/** Mentioned groups that the reader may not mention. */
export function groupWarnings(text: string, { groups }: Mentions, say: Text): Warning[] {
  return groups.flatMap(({ name, from }): Warning[] => {
    const group = namedGroups(org()).find((one) => one.name === name)
    if (group === undefined || group.deactivated || mayMention(group.id)) return []
    return [
      {
        key: `group:${group.id}`,
        kind: 'danger',
        text: say('compose.warn.group', { name }),
        actions: [{ label: say('compose.silently'), run: () => setText(withSilentMention(text, from)) }],
      },
    ]
  })
}
