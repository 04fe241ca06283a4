import { maxDraftsFetched } from '@loquat/contract'
import type { RawBuilder } from 'kysely'
import { combineQueries, optionalQuery } from '../../../db/combine-queries.ts'
import type { Db } from '../../../db/database.ts'
import { positionQuery } from '../../../events/store.ts'
import { stepsQuery } from '../../administration/onboarding/store.ts'
import { draftsQuery } from '../../conversation/drafts/store.ts'
import { mutedUsersQuery } from '../../conversation/muted-users/store.ts'
import { recentConversations, starredQuery, unreadGroups } from '../../conversation/read-state/flags-store.ts'
import { scheduledQuery } from '../../conversation/scheduled-messages/store.ts'
import { snippetsQuery } from '../../conversation/snippets/store.ts'
import { wordsQuery } from '../../identity/alert-words/store.ts'
import { historyStart } from '../../identity/presence/fetch.ts'
import { presencesQuery } from '../../identity/presence/store.ts'
import { maxReceivedQuery } from '../../identity/users/store.ts'
import { subscriptionsQuery } from '../../places/channels/store.ts'
import { policiesQuery } from '../../places/user-topics/store.ts'
import { maxRecentDirectMessages, maxStarred, maxUnread } from './message-state.ts'
import { type StateRequest, wants, wantsMutedTopics } from './request.ts'

type PersonalStatement = ReturnType<typeof personalStatement>

/** Per-user data from the database; everything else comes from the directory. */
export type PersonalRow = PersonalStatement extends RawBuilder<infer Row> ? Row : never

/** Reads all per-user data and the log position in one snapshot. */
export function personalStatement(db: Db, realmId: number, request: StateRequest) {
  const { id } = request.viewer
  const { presenceDays, now } = request
  const isRequested = (type: string) => wants(request, type)
  return combineQueries({
    position: optionalQuery(true, positionQuery(db, realmId)),
    received: optionalQuery(isRequested('message'), maxReceivedQuery(id)),
    unread: optionalQuery(
      isRequested('message') && isRequested('update_message_flags'),
      unreadGroups(id, maxUnread),
    ),
    starred: optionalQuery(isRequested('starred_messages'), starredQuery(db, id, maxStarred)),
    drafts: optionalQuery(isRequested('drafts'), draftsQuery(db, id).limit(maxDraftsFetched)),
    scheduled: optionalQuery(isRequested('scheduled_messages'), scheduledQuery(db, id)),
    snippets: optionalQuery(isRequested('saved_snippets'), snippetsQuery(db, id)),
    words: optionalQuery(isRequested('alert_words'), wordsQuery(db, id)),
    steps: optionalQuery(isRequested('onboarding_steps'), stepsQuery(db, id)),
    topics: optionalQuery(isRequested('user_topic') || wantsMutedTopics(request), policiesQuery(db, id)),
    mutedUsers: optionalQuery(isRequested('muted_users'), mutedUsersQuery(db, id)),
    subscriptions: optionalQuery(isRequested('subscription'), subscriptionsQuery(id)),
    conversations: optionalQuery(
      isRequested('recent_private_conversations'),
      recentConversations(id, maxRecentDirectMessages),
    ),
    presences: optionalQuery(
      isRequested('presence') && (presenceDays ?? 1) > 0,
      presencesQuery(db, realmId, { since: historyStart(now, presenceDays) }),
    ),
  })
}
