import { maxDraftsFetched } from '@loquat/contract'
import type { RawBuilder } from 'kysely'
import { combineQueries, optionalQuery } from '../../db/combine-queries.ts'
import type { Db } from '../../db/database.ts'
import { positionQuery } from '../../events/store.ts'
import { wordsQuery } from '../alert-words/store.ts'
import { subscriptionsQuery } from '../channels/store.ts'
import { draftsQuery } from '../drafts/store.ts'
import { mutedUsersQuery } from '../muted-users/store.ts'
import { stepsQuery } from '../onboarding/store.ts'
import { daysBefore } from '../presence/fetch.ts'
import { presencesQuery } from '../presence/store.ts'
import { recentConversations, starredQuery, unreadWithPeople } from '../reading/flags-store.ts'
import { scheduledQuery } from '../scheduled-messages/store.ts'
import { snippetsQuery } from '../snippets/store.ts'
import { policiesQuery } from '../user-topics/store.ts'
import { maxReceivedQuery } from '../users/store.ts'
import { directMessagesForRecent, mostStarred, mostUnread } from './message-state.ts'
import { type StateRequest, wants, wantsMutedTopics } from './request.ts'

type Statement = ReturnType<typeof personalStatement>

/** What is kept per person and read from the database; the rest comes from the directory. */
export type Personal = Statement extends RawBuilder<infer Row> ? Row : never

/** Reads all of it, and the position of the log, as of one moment. */
export function personalStatement(db: Db, realmId: number, request: StateRequest) {
  const { id } = request.viewer
  const { presenceDays, now } = request
  const wanted = (type: string) => wants(request, type)
  return combineQueries({
    position: optionalQuery(true, positionQuery(db, realmId)),
    received: optionalQuery(wanted('message'), maxReceivedQuery(id)),
    unread: optionalQuery(
      wanted('message') && wanted('update_message_flags'),
      unreadWithPeople(id, mostUnread),
    ),
    starred: optionalQuery(wanted('starred_messages'), starredQuery(db, id, mostStarred)),
    drafts: optionalQuery(wanted('drafts'), draftsQuery(db, id).limit(maxDraftsFetched)),
    scheduled: optionalQuery(wanted('scheduled_messages'), scheduledQuery(db, id)),
    snippets: optionalQuery(wanted('saved_snippets'), snippetsQuery(db, id)),
    words: optionalQuery(wanted('alert_words'), wordsQuery(db, id)),
    steps: optionalQuery(wanted('onboarding_steps'), stepsQuery(db, id)),
    topics: optionalQuery(wanted('user_topic') || wantsMutedTopics(request), policiesQuery(db, id)),
    mutedUsers: optionalQuery(wanted('muted_users'), mutedUsersQuery(db, id)),
    subscriptions: optionalQuery(wanted('subscription'), subscriptionsQuery(id)),
    conversations: optionalQuery(
      wanted('recent_private_conversations'),
      recentConversations(id, directMessagesForRecent),
    ),
    presences: optionalQuery(
      wanted('presence') && (presenceDays ?? 1) > 0,
      presencesQuery(db, realmId, { since: daysBefore(now, presenceDays) }),
    ),
  })
}
