import { useMemo, useSyncExternalStore } from 'react'
import { useChannel } from '../channels/channels.ts'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { feedFor } from '../feed/feeds.ts'
import { compareNames } from '../lib/collation.ts'
import { matchesWords } from '../lib/match-words.ts'
import type { View } from '../navigation/narrow.ts'
import { messages, useOrg } from '../session/session.ts'
import { peopleById } from './people.ts'
import { presenceOf } from './presence.ts'

export type PeopleRow =
  | {
      kind: 'heading'
      key: string
      section: 'topic' | 'channel' | 'others' | 'everyone'
      count: number
      channel?: string
    }
  | { kind: 'person'; key: string; userId: number }

/** Above this number, offline people are listed only if a filter finds them. */
const maxListedOthers = 600
const presenceRank = { active: 0, idle: 1, offline: 2 }

/** The people list beside a view, in sections: participants, subscribers, everyone else. */
export function usePeopleRows(view: View, filter: string): readonly PeopleRow[] {
  const people = useOrg(peopleById)
  const presences = useOrg((org) => org.presences)
  const active = useOrg((org) => org.realm_users)
  const channelId = 'channelId' in view ? view.channelId : undefined
  const channel = useChannel(channelId ?? 0)
  const subscribers = useSubscriberSet(channelId)
  const written = useLoadedMessageIds(channelId !== undefined && channel === undefined ? undefined : view)
  const name = channel?.name
  return useMemo(() => {
    void presences
    const isShown = (id: number) => {
      const name = people.get(id)?.full_name
      return name !== undefined && (filter === '' || matchesWords(name, filter))
    }
    const sorted = (ids: Iterable<number>) =>
      [...ids]
        .filter(isShown)
        .map((id) => ({ id, rank: presenceRank[presenceOf(id)], name: people.get(id)?.full_name ?? '' }))
        .sort((a, b) => a.rank - b.rank || compareNames(a.name, b.name))
        .map(({ id }) => id)
    const here = new Set<number>()
    for (const id of written.toReversed()) {
      const sender = messages.get(id)?.sender_id
      if (sender !== undefined && people.get(sender)?.is_system_bot !== true) here.add(sender)
    }
    if (view.kind === 'dm') for (const id of view.userIds) here.add(id)
    const inChannel = new Set([...(subscribers ?? [])].filter((id) => !here.has(id)))
    const everyone = (active ?? []).filter((one) => !one.is_bot).map((one) => one.user_id)
    const others = everyone.filter((id) => !here.has(id) && !inChannel.has(id))
    const listed =
      others.length > maxListedOthers && filter === ''
        ? others.filter((id) => presenceOf(id) !== 'offline')
        : others
    return [
      ...section('topic', [...here].filter(isShown)),
      ...section('channel', sorted(inChannel), name),
      ...section(here.size + inChannel.size === 0 ? 'everyone' : 'others', sorted(listed)),
    ]
  }, [view, filter, people, presences, active, subscribers, name, written])
}

const none: readonly number[] = []

/** The loaded messages of a topic, whose senders are listed first. */
function useLoadedMessageIds(view: View | undefined): readonly number[] {
  const feed = view?.kind === 'topic' ? feedFor(view) : undefined
  return useSyncExternalStore(feed?.subscribe ?? ignore, () => feed?.snapshot().ids ?? none)
}
const ignore = () => () => {}

function section(
  name: (PeopleRow & { kind: 'heading' })['section'],
  ids: number[],
  channel?: string,
): PeopleRow[] {
  if (ids.length === 0) return []
  return [
    {
      kind: 'heading',
      key: `heading:${name}`,
      section: name,
      count: ids.length,
      ...(channel === undefined ? {} : { channel }),
    },
    ...ids.map((userId): PeopleRow => ({ kind: 'person', key: `${name}:${userId}`, userId })),
  ]
}
