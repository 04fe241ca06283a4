import { deletedBy } from '@loquat/client'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { isTopicMuted, mutedPeople, topicPolicy, useUnread } from '../lib/derived.ts'
import { type Conversation, conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { type Problem, problemOf } from '../session/attempt.ts'
import { detectSessionEnd, messages, myId, onEvents, onFreshState, useOrg } from '../session/session.ts'
import { type RecentRow, recentRows } from '../unread/recent.ts'

interface RecentFeed {
  ids: readonly number[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  problem: Problem | undefined
  hasOldest: boolean
}

/** The newest messages of all conversations, from which the list of recent conversations is made. */
export const useRecentFeed = create<RecentFeed>(() => ({
  ids: [],
  status: 'idle',
  problem: undefined,
  hasOldest: false,
}))

const firstPageSize = 400
/** Loaded in the background up to this number of messages. */
const autoLoadLimit = 1_000
const pageSize = 1_000

export async function loadRecent(most = firstPageSize): Promise<void> {
  const { status, ids, hasOldest } = useRecentFeed.getState()
  if (status === 'loading' || hasOldest) return
  useRecentFeed.setState({ status: 'loading', problem: undefined })
  const since = messages.position
  try {
    const reply = await api.getMessages({
      anchor: String(ids[0] ?? 'newest'),
      include_anchor: ids.length === 0,
      num_before: most,
      num_after: 0,
      client_external_avatar: true,
      allow_empty_topic_name: true,
    })
    const found = messages.put(reply.messages, since).map(({ id }) => id)
    useRecentFeed.setState((state) => ({
      ids: merged(state.ids, found),
      status: 'ready',
      hasOldest: reply.found_oldest,
    }))
  } catch (error) {
    detectSessionEnd(error)
    useRecentFeed.setState({ status: 'failed', problem: problemOf(error) })
  }
}

export const loadMoreRecent = () => loadRecent(pageSize)

const merged = (a: readonly number[], b: readonly number[]) =>
  [...new Set([...a, ...b])].sort((x, y) => x - y)

let isSyncing = false

function startRecentSync(): void {
  if (isSyncing) return
  isSyncing = true
  onEvents((events) => {
    const arrived: number[] = []
    const gone = new Set<number>()
    let isMoved = false
    for (const event of events) {
      if (event.type === 'message') arrived.push(event.message.id)
      else if (event.type === 'delete_message') for (const id of deletedBy(event)) gone.add(id)
      else if (event.type === 'update_message') isMoved = true
    }
    if (arrived.length === 0 && gone.size === 0 && !isMoved) return
    // A new array even for the same IDs: moved messages change the rows.
    useRecentFeed.setState(({ ids }) => ({ ids: merged(ids, arrived).filter((id) => !gone.has(id)) }))
  })
  onFreshState(() => {
    useRecentFeed.setState({ ids: [], status: 'idle', hasOldest: false })
    void loadRecent()
  })
}

const whenIdle = (work: () => void): (() => void) => {
  const timer = setTimeout(work, 1_500)
  return () => clearTimeout(timer)
}

/** One row for each recent conversation. */
export function useRecentRows(): RecentRow[] {
  const ids = useRecentFeed((state) => state.ids)
  const status = useRecentFeed((state) => state.status)
  const counts = useUnread((all) => all)
  const policies = useOrg((org) => org.user_topics)
  const subscriptions = useOrg((org) => org.subscriptions)
  useEffect(() => {
    startRecentSync()
    if (useRecentFeed.getState().status !== 'ready') void loadRecent()
  }, [])
  useEffect(() => {
    if (status !== 'ready' || ids.length >= autoLoadLimit) return
    return whenIdle(() => void loadRecent(autoLoadLimit - ids.length))
  }, [status, ids.length])
  return useMemo(() => {
    const known = ids.flatMap((id) => {
      const message = messages.get(id)
      if (message === undefined) return []
      const { sender_id: senderId, timestamp } = message
      return { id, senderId, timestamp, conversation: conversationOf(message, myId()) }
    })
    return recentRows(known, {
      me: myId(),
      unreadOf: (key) => counts.conversations.get(key),
      isFollowed: (place) => place.kind === 'topic' && topicPolicy(place.channelId, place.topic) === 3,
      isMuted,
    })
  }, [ids, counts, policies, subscriptions])
}

const isMuted = (place: Conversation): boolean =>
  place.kind === 'topic'
    ? isTopicMuted(place.channelId, place.topic)
    : place.userIds.length > 0 && place.userIds.every((id) => mutedPeople().has(id))
