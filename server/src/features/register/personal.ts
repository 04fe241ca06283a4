import { maxDraftsFetched } from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import { together } from '../../db/together.ts'
import { positionQuery } from '../../events/store.ts'
import { wordsQuery } from '../alert-words/store.ts'
import { subscriptionsQuery } from '../channels/store.ts'
import { draftsOf } from '../drafts/store.ts'
import { mutedUsersQuery } from '../muted-users/store.ts'
import { stepsQuery } from '../onboarding/store.ts'
import { fetchPresences } from '../presence/fetch.ts'
import { listUnread, recentConversations, starredQuery, userSetsOf } from '../reading/flags-store.ts'
import { scheduledOf } from '../scheduled-messages/store.ts'
import { snippetsQuery } from '../snippets/store.ts'
import { policiesQuery } from '../user-topics/store.ts'
import { maxReceivedQuery } from '../users/store.ts'
import { directMessagesForRecent, mostStarred, mostUnread } from './message-state.ts'
import { type StateRequest, wants, wantsMutedTopics } from './request.ts'

/** What is kept per person and read from the database; the rest comes from the directory. */
export type Personal = Awaited<ReturnType<typeof loadPersonal>>

export async function loadPersonal(db: Db, realmId: number, request: StateRequest) {
  const { id } = request.viewer
  const wanted = (type: string) => wants(request, type)
  const wantsUnread = wanted('message') && wanted('update_message_flags')
  const lists = await together(db, {
    position: positionQuery(db, realmId),
    received: wanted('message') ? maxReceivedQuery(id) : undefined,
    starred: wanted('starred_messages') ? starredQuery(db, id, mostStarred) : undefined,
    snippets: wanted('saved_snippets') ? snippetsQuery(db, id) : undefined,
    words: wanted('alert_words') ? wordsQuery(db, id) : undefined,
    steps: wanted('onboarding_steps') ? stepsQuery(db, id) : undefined,
    topics: wanted('user_topic') || wantsMutedTopics(request) ? policiesQuery(db, id) : undefined,
    mutedUsers: wanted('muted_users') ? mutedUsersQuery(db, id) : undefined,
    subscriptions: wanted('subscription') ? subscriptionsQuery(id) : undefined,
    conversations: wanted('recent_private_conversations')
      ? recentConversations(id, directMessagesForRecent)
      : undefined,
  })
  const unread = wantsUnread ? await listUnread(db, id, mostUnread) : undefined
  return {
    ...lists,
    unread,
    userSets: unread && (await userSetsOf(db, [...new Set(unread.map((row) => row.recipientId))])),
    drafts: wanted('drafts') ? await draftsOf(db, id, maxDraftsFetched) : undefined,
    scheduled: wanted('scheduled_messages') ? await scheduledOf(db, id) : undefined,
    presences: wanted('presence') ? await presencesFor(db, realmId, request) : undefined,
  }
}

const presencesFor = async (db: Db, realmId: number, { presenceDays, now }: StateRequest) =>
  await fetchPresences(db, realmId, { lastUpdateId: undefined, historyLimitDays: presenceDays }, now)
