import { maxDraftsFetched } from '@loquat/contract'
import { combineQueries, optionalQuery } from '../../../db/combine-queries.ts'
import type { Db } from '../../../db/database.ts'
import { StatementTemplate } from '../../../db/statement-template.ts'
import { positionQuery } from '../../../events/store.ts'
import { stepsQuery } from '../../administration/onboarding/store.ts'
import { draftsQuery } from '../../conversation/drafts/store.ts'
import { mutedUsersQuery } from '../../conversation/muted-users/store.ts'
import { recentConversations, starredQuery, unreadGroups } from '../../conversation/read-state/flags-store.ts'
import { readerQuery } from '../../conversation/read-state/message-index-store.ts'
import { savedSearchesQuery } from '../../conversation/saved-searches/store.ts'
import { scheduledQuery } from '../../conversation/scheduled-messages/store.ts'
import { snippetsQuery } from '../../conversation/snippets/store.ts'
import { wordsQuery } from '../../identity/alert-words/store.ts'
import { historyStart } from '../../identity/presence/fetch.ts'
import { listedPresencesQuery } from '../../identity/presence/store.ts'
import { maxReceivedQuery } from '../../identity/users/store.ts'
import { subscriptionsQuery } from '../../places/channels/store.ts'
import { folderPreferencesQuery } from '../../places/folders/store.ts'
import { policiesQuery } from '../../places/user-topics/store.ts'
import { zoomTokenQuery } from '../../reach/video-providers/store.ts'
import { maxRecentDirectMessages, maxStarred, maxUnread } from './message-state.ts'
import {
  type IndexUse,
  type StateRequest,
  wants,
  wantsFolders,
  wantsMutedTopics,
  wantsUnread,
} from './request.ts'

/** The values of the statement: a user, which lists are requested, and what the message index needs. */
const valueTypes = {
  realmId: 'bigint',
  userId: 'bigint',
  presentSince: 'timestamptz',
  presenceUpdateId: 'bigint',
  floor: 'bigint',
  readBelow: 'bigint',
  recipientIds: 'bigint[]',
  received: 'boolean',
  unread: 'boolean',
  starred: 'boolean',
  drafts: 'boolean',
  scheduled: 'boolean',
  snippets: 'boolean',
  searches: 'boolean',
  words: 'boolean',
  steps: 'boolean',
  topics: 'boolean',
  mutedUsers: 'boolean',
  subscriptions: 'boolean',
  folders: 'boolean',
  conversations: 'boolean',
  presences: 'boolean',
  zoom: 'boolean',
} as const

type JsTypes = { bigint: number; 'bigint[]': string; timestamptz: Date; boolean: boolean }
type PersonalValues = { [K in keyof typeof valueTypes]: JsTypes[(typeof valueTypes)[K]] }

const common = (db: Db, values: PersonalValues) => {
  const { realmId, userId: id, presentSince: since, presenceUpdateId: after } = values
  return {
    position: optionalQuery(true, positionQuery(db, realmId)),
    starred: optionalQuery(values.starred, starredQuery(db, id, maxStarred)),
    drafts: optionalQuery(values.drafts, draftsQuery(db, id).limit(maxDraftsFetched)),
    scheduled: optionalQuery(values.scheduled, scheduledQuery(db, id)),
    snippets: optionalQuery(values.snippets, snippetsQuery(db, id)),
    searches: optionalQuery(values.searches, savedSearchesQuery(db, id)),
    words: optionalQuery(values.words, wordsQuery(db, id)),
    steps: optionalQuery(values.steps, stepsQuery(db, id)),
    topics: optionalQuery(values.topics, policiesQuery(db, id)),
    mutedUsers: optionalQuery(values.mutedUsers, mutedUsersQuery(db, id)),
    subscriptions: optionalQuery(values.subscriptions, subscriptionsQuery(id)),
    folders: optionalQuery(values.folders, folderPreferencesQuery(db, id)),
    conversations: optionalQuery(values.conversations, recentConversations(id, maxRecentDirectMessages)),
    zoom: optionalQuery(values.zoom, zoomTokenQuery(db, id)),
    presences: optionalQuery(values.presences, listedPresencesQuery(db, realmId, { since, after })),
  }
}

const reader = ({ userId, recipientIds, floor, readBelow }: PersonalValues) =>
  optionalQuery(true, readerQuery(userId, recipientIds, floor, readBelow))
const received = (values: PersonalValues) => optionalQuery(values.received, maxReceivedQuery(values.userId))

/**
 * Each reads all per-user data and the log position in one snapshot. Parts of a statement that are not requested do not run, but setting them up
 * takes time, so what the message index replaces is left out.
 */
const templates = {
  /** Without the message index. */
  whole: new StatementTemplate(valueTypes, (db, values: PersonalValues) =>
    combineQueries({
      ...common(db, values),
      received: received(values),
      unread: optionalQuery(values.unread, unreadGroups(values.userId, maxUnread)),
    }),
  ),
  indexed: new StatementTemplate(valueTypes, (db, values: PersonalValues) =>
    combineQueries({ ...common(db, values), reader: reader(values) }),
  ),
  /** For users with unread messages below the index, or none in it. */
  indexedWithOlder: new StatementTemplate(valueTypes, (db, values: PersonalValues) =>
    combineQueries({
      ...common(db, values),
      reader: reader(values),
      received: received(values),
      older: optionalQuery(true, unreadGroups(values.userId, maxUnread, values.floor)),
    }),
  ),
}

type RowOf<K extends keyof typeof templates> = Awaited<ReturnType<(typeof templates)[K]['run']>>[number]

/** Per-user data from the database; everything else comes from the directory. */
export type PersonalRow = RowOf<'indexed'> & Partial<RowOf<'whole'> & RowOf<'indexedWithOlder'>>

export async function loadPersonal(
  db: Db,
  realmId: number,
  request: StateRequest,
  index: IndexUse | undefined,
): Promise<PersonalRow> {
  const template = index === undefined ? 'whole' : index.withOlder ? 'indexedWithOlder' : 'indexed'
  const [row] = (await templates[template].run(db, valuesOf(realmId, request, index))) as PersonalRow[]
  if (row === undefined) throw new Error('A statement that always answers has not.')
  return row
}

function valuesOf(realmId: number, request: StateRequest, index: IndexUse | undefined): PersonalValues {
  const { presenceDays, now } = request
  const presenceUpdateId = Math.max(0, request.presenceUpdateId ?? 0)
  const isRequested = (type: string) => wants(request, type)
  return {
    realmId,
    userId: request.viewer.id,
    presentSince: presenceUpdateId > 0 ? new Date(0) : historyStart(now, presenceDays),
    presenceUpdateId,
    floor: index?.floor ?? 0,
    readBelow: index?.readBelow ?? 0,
    recipientIds: `{${index === undefined ? '' : [...index.recipientIds].join()}}`,
    received: isRequested('message'),
    unread: wantsUnread(request),
    starred: isRequested('starred_messages'),
    drafts: isRequested('drafts'),
    scheduled: isRequested('scheduled_messages'),
    snippets: isRequested('saved_snippets'),
    searches: isRequested('saved_searches') && request.capabilities.saved_searches,
    words: isRequested('alert_words'),
    steps: isRequested('onboarding_steps'),
    topics: isRequested('user_topic') || wantsMutedTopics(request) || index !== undefined,
    mutedUsers: isRequested('muted_users'),
    subscriptions: isRequested('subscription'),
    folders: wantsFolders(request),
    conversations: isRequested('recent_private_conversations') && index?.hasConversations !== true,
    zoom: isRequested('video_calls'),
    presences: isRequested('presence') && (presenceDays ?? 1) > 0,
  }
}
