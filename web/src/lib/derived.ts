import { mutedTopicLookup, topicPolicyLookup } from '@loquat/client'
import { channelsById } from '../channels/channels.ts'
import type { MatchContext } from '../feed/match-narrow.ts'
import { org, useOrg } from '../session/session.ts'
import { type UnreadCounts, unreadIn } from '../unread/unread.ts'
import { type Lookup, lookupIn } from './lookup.ts'
import { memoized } from './memoized.ts'

/** Values derived from the state, recomputed only when their inputs change. */

const lookupOf = memoized(
  (org) => [
    org.realm_users,
    org.realm_non_active_users,
    org.subscriptions,
    org.unsubscribed,
    org.never_subscribed,
    org.realm_old_message_ids_below,
  ],
  lookupIn,
)
export const lookup = (): Lookup => lookupOf(org())

const unreadOf = memoized(
  (org) => [org.unread_msgs, org.subscriptions, org.user_topics, org.muted_users],
  unreadIn,
)
export const unread = (): UnreadCounts => unreadOf(org())
export const useUnread = <T>(select: (counts: UnreadCounts) => T): T => useOrg((org) => select(unreadOf(org)))

const mutedOf = memoized((org) => [org.subscriptions, org.user_topics], mutedTopicLookup)
const policyOf = memoized((org) => [org.user_topics], topicPolicyLookup)
export const isTopicMuted = (channelId: number, topic: string): boolean => mutedOf(org())(channelId, topic)
export const topicPolicy = (channelId: number, topic: string): number => policyOf(org())(channelId, topic)
export const useTopicPolicy = (channelId: number, topic: string): number =>
  useOrg((org) => policyOf(org)(channelId, topic))
export const useTopicMuted = (channelId: number, topic: string): boolean =>
  useOrg((org) => mutedOf(org)(channelId, topic))

const mutedPeopleOf = memoized(
  (org) => [org.muted_users],
  ({ muted_users: muted = [] }) => new Set(muted.map(({ id }) => id)),
)
export const mutedPeople = (): ReadonlySet<number> => mutedPeopleOf(org())
export const useMutedPeople = (): ReadonlySet<number> => useOrg(mutedPeopleOf)

/** Input of the decision whether a message belongs to a view. */
export const matchContext = (): MatchContext => {
  const state = org()
  const channels = channelsById(state)
  return {
    me: state.user_id ?? 0,
    isMuted: isTopicMuted,
    policyOf: topicPolicy,
    channelIdOf: lookup().channelIdOf,
    isPublic: (id) => channels.get(id)?.invite_only === false,
    isWebPublic: (id) => channels.get(id)?.is_web_public === true,
  }
}
