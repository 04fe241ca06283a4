import type { ClientCapabilities, InitialState } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import type { Directory, User } from '../../directory/directory.ts'
import { loadDirectory } from '../../directory/store.ts'
import { snapshot } from '../../events/follower.ts'
import { lastPosition } from '../../events/store.ts'
import type { Realm } from '../../realms/realm.ts'
import { subscriptionsOf } from '../channels/store.ts'
import { fetchPresences } from '../presence/fetch.ts'
import { loadFields, loadProfiles } from '../profile-fields/store.ts'
import { listUnread, recentConversations, starredIds, userSetsOf } from '../reading/flags-store.ts'
import { loadStatuses } from '../user-status/store.ts'
import { maxReceivedMessageId } from '../users/store.ts'
import { alertWordState } from './alert-word-state.ts'
import { channelState, defaultChannelState, defaultGroupState, subscriptionState } from './channel-state.ts'
import { draftState } from './draft-state.ts'
import {
  conversationState,
  directMessagesForRecent,
  mostStarred,
  mostUnread,
  unreadState,
} from './message-state.ts'
import { loadTopics, mutedUserState, topicState } from './muting-state.ts'
import {
  groupState,
  legacySettingsState,
  peopleState,
  profileFieldState,
  settingsState,
} from './people-state.ts'
import { presenceState } from './presence-state.ts'
import { realmState } from './realm-state.ts'
import { statusState } from './status-state.ts'

export interface StateRequest {
  viewer: User
  /** Null: everything. */
  fetchTypes: string[] | null
  externalAvatar: boolean
  includeSubscribers: boolean
  slimPresence: boolean
  presenceDays: number | undefined
  now: number
  capabilities: ClientCapabilities
}

export interface StateAt {
  position: number
  state: Partial<InitialState>
}

/** What is kept per person and read from the database; the rest comes from the directory. */
type Personal = Awaited<ReturnType<typeof loadPersonal>>

/**
 * The state at one position of the log. Personal rows and the position are read in one snapshot; the directory
 * fits them if it has reached that position and has not changed since.
 */
export async function stateOf(app: App, realm: Realm, request: StateRequest): Promise<StateAt> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { position, personal } = await snapshot(app.database.db, (db) => loadAt(db, realm.id, request))
    if (realm.follower.position < position) await realm.follower.advance()
    // From here on nothing waits, so the directory stays as it is.
    if (realm.directory.changedAt <= position) {
      return { position, state: assemble(app, realm.directory, request, personal) }
    }
  }
  // The organization changes faster than we look; take a directory from the snapshot itself.
  return await snapshot(app.database.db, async (db) => {
    const { position, personal } = await loadAt(db, realm.id, request)
    const directory = await loadDirectory(db, realm.id)
    directory.url = realm.directory.url
    return { position, state: assemble(app, directory, request, personal) }
  })
}

const loadAt = async (db: Db, realmId: number, request: StateRequest) => ({
  position: await lastPosition(db, realmId),
  personal: await loadPersonal(db, realmId, request),
})

const wants = ({ fetchTypes }: StateRequest, type: string) => fetchTypes === null || fetchTypes.includes(type)

const topicRequest = ({ fetchTypes, capabilities }: StateRequest) => ({
  fetchTypes,
  knowsEmptyTopic: capabilities.empty_topic_name,
})

async function loadPersonal(db: Db, realmId: number, request: StateRequest) {
  const { id } = request.viewer
  const wantsUnread = wants(request, 'message') && wants(request, 'update_message_flags')
  const unread = wantsUnread ? await listUnread(db, id, mostUnread) : undefined
  return {
    subscriptions: wants(request, 'subscription') ? await subscriptionsOf(db, id) : undefined,
    maxMessageId: wants(request, 'message') ? await maxReceivedMessageId(db, id) : undefined,
    unread,
    userSets: unread && (await userSetsOf(db, [...new Set(unread.map((row) => row.recipientId))])),
    starred: wants(request, 'starred_messages') ? await starredIds(db, id, mostStarred) : undefined,
    conversations: wants(request, 'recent_private_conversations')
      ? await recentConversations(db, id, directMessagesForRecent)
      : undefined,
    written: await draftState(db, id, (type) => wants(request, type)),
    alertWords: await alertWordState(db, id, (type) => wants(request, type)),
    topics: await loadTopics(db, id, topicRequest(request)),
    mutedUsers: await mutedUserState(db, id, (type) => wants(request, type)),
    presences: wants(request, 'presence')
      ? await fetchPresences(
          db,
          realmId,
          { lastUpdateId: undefined, historyLimitDays: request.presenceDays },
          request.now,
        )
      : undefined,
    profiles: wants(request, 'realm_user') ? await loadProfiles(db, realmId) : undefined,
    profileFields: wants(request, 'custom_profile_fields') ? await loadFields(db, realmId) : undefined,
    statuses: wants(request, 'user_status') ? await loadStatuses(db, realmId) : undefined,
  }
}

function assemble(
  app: App,
  directory: Directory,
  request: StateRequest,
  personal: Personal,
): Partial<InitialState> {
  const { capabilities, externalAvatar } = request
  const viewer = directory.users.get(request.viewer.id) ?? request.viewer
  const view = { ...request, viewer }
  return {
    ...(wants(request, 'realm') ? realmState(app, directory) : {}),
    ...(personal.profiles
      ? peopleState(directory, viewer, externalAvatar, app.config.webPublicChannels, personal.profiles)
      : {}),
    ...(wants(request, 'realm_user_groups')
      ? groupState(directory, capabilities.include_deactivated_groups)
      : {}),
    ...(wants(request, 'realm_linkifiers')
      ? { realm_linkifiers: capabilities.linkifier_url_template ? [...directory.linkifiers] : [] }
      : {}),
    ...(wants(request, 'realm_filters') ? { realm_filters: [] } : {}),
    ...(wants(request, 'realm_playgrounds') ? { realm_playgrounds: [...directory.playgrounds] } : {}),
    ...(wants(request, 'user_settings') ? settingsState(viewer) : {}),
    ...(capabilities.user_settings_object ? {} : legacySettingsState(viewer, (type) => wants(request, type))),
    ...(wants(request, 'stream') ? channelState(directory, view) : {}),
    ...(wants(request, 'default_streams') ? defaultChannelState(directory, view) : {}),
    ...(wants(request, 'default_stream_groups') ? defaultGroupState(directory, view) : {}),
    ...(wants(request, 'subscription')
      ? subscriptionState(directory, personal.subscriptions ?? [], view)
      : {}),
    ...(personal.maxMessageId === undefined ? {} : { max_message_id: personal.maxMessageId }),
    ...(personal.unread && personal.userSets
      ? {
          unread_msgs: unreadState(
            directory,
            viewer,
            personal.unread,
            personal.userSets,
            capabilities.empty_topic_name,
          ),
        }
      : {}),
    ...(personal.starred ? { starred_messages: personal.starred } : {}),
    ...(personal.conversations ? conversationState(viewer, personal.conversations) : {}),
    ...personal.written,
    ...personal.alertWords,
    ...topicState(directory, personal.topics, topicRequest(request)),
    ...personal.mutedUsers,
    ...(personal.presences
      ? presenceState(directory, personal.presences, request.slimPresence, request.now)
      : {}),
    ...(personal.profileFields ? profileFieldState(personal.profileFields) : {}),
    ...(personal.statuses === undefined ? {} : statusState(directory, personal.statuses)),
  }
}
