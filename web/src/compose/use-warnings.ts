import { useMemo } from 'react'
import { setChannelProperty, subscribe } from '../channels/channel-actions.ts'
import { channelById, channelByName, useChannel, useSubscription } from '../channels/channels.ts'
import { addSubscribers } from '../channels/manage-channels.ts'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { setTopicPolicy, toggleResolved } from '../channels/topic-actions.ts'
import { isResolved } from '../channels/topic-names.ts'
import { lookup, useTopicPolicy } from '../lib/derived.ts'
import { usePerson } from '../people/people.ts'
import { namedGroups } from '../people/user-groups.ts'
import { denialTextId, isAllowed } from '../permissions/is-allowed.ts'
import { myId, org, useOrg } from '../session/session.ts'
import { type Mentions, mentionsIn, withSilentMention } from '../suggestions/mentions-in.ts'
import { mayMention, wildcardOptions } from '../suggestions/suggest-options.ts'
import { type Text, useText } from '../texts/texts.tsx'
import { setText } from './compose.ts'
import type { Recipient } from './recipient.ts'
import { useNightWarning } from './use-night-warning.ts'
import type { Warning } from './warning.ts'

interface Warnings {
  warnings: Warning[]
  /** Why the message cannot be sent as it is. */
  blocked: string | undefined
  /** Number of people to be notified, if that needs a confirmation. */
  reach: number | undefined
}

/** Mentions that notify more people need a confirmation. */
const maxUnconfirmedReach = 15

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

/** Mentioned people who would not be notified because they are not subscribed. */
function absentWarnings(
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

function checkWildcards(
  to: Recipient,
  { wildcards }: Mentions,
  subscribers: ReadonlySet<number> | undefined,
  say: Text,
): Pick<Warnings, 'reach' | 'blocked'> {
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

function groupWarnings(text: string, { groups }: Mentions, say: Text): Warning[] {
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

/** Warnings about the recipient: guests, resolved or muted topics, missing subscriptions. */
function useRecipientWarnings(to: Recipient, text: string): Warning[] {
  const say = useText()
  const channelId = to.kind === 'topic' ? (to.channelId ?? 0) : 0
  const topic = to.kind === 'topic' ? to.topic : ''
  const channel = useChannel(channelId)
  const subscription = useSubscription(channelId)
  const policy = useTopicPolicy(channelId, topic)
  const only = to.kind === 'dm' && to.userIds.length === 1 ? (to.userIds[0] ?? 0) : 0
  const person = usePerson(only)
  const warnsOfGuests = useOrg((state) => state.realm_enable_guest_user_dm_warning !== false)
  const warnings: Warning[] = []
  const add = (key: string, name: string, actions: Warning['actions'], values = {}) =>
    warnings.push({ key, kind: 'info', text: say(name, values), actions })

  if (to.kind === 'dm') {
    if (person?.is_guest && warnsOfGuests) add('guest', 'compose.warn.guest', [], { name: person.full_name })
    return warnings
  }
  if (channel === undefined || text.trim() === '') return warnings
  if (isResolved(topic)) {
    const reopen = { label: say('compose.reopen'), run: () => void toggleResolved(channelId, topic) }
    add('resolved', 'compose.warn.resolved', [reopen])
  }
  if (subscription === undefined) {
    const join = { label: say('compose.subscribe'), run: () => void subscribe(channelId) }
    add(
      'unsubscribed',
      'compose.warn.unsubscribed',
      isAllowed({ kind: 'subscribe', channelId }) ? [join] : [],
      {
        channel: channel.name,
      },
    )
  } else if (policy === 1 && topic !== '') {
    add('muted', 'compose.warn.mutedTopic', [
      { label: say('compose.unmute'), run: () => void setTopicPolicy(channelId, topic, 2) },
    ])
  } else if (subscription.is_muted && policy < 2) {
    const unmute = {
      label: say('compose.unmute'),
      run: () => void setChannelProperty(channelId, 'is_muted', false),
    }
    add('muted', 'compose.warn.mutedChannel', [unmute], { channel: channel.name })
  }
  return warnings
}
