import type { BodyOf, EventKey, InitialState, QueueEvent } from '@loquat/contract'
import { eventKey } from '@loquat/contract/light'
import { withAlertWords } from './alert-words.ts'
import { withAccountOfBot, withBot, withBotChange, withoutBot } from './bots.ts'
import {
  withChannelProperty,
  withChannels,
  withDefaultChannelGroups,
  withDefaultChannels,
  withoutChannels,
  withoutPeers,
  withoutSubscriptions,
  withPeers,
  withSubscriptionProperty,
  withSubscriptions,
} from './channels.ts'
import { withCustomEmoji } from './custom-emoji.ts'
import { withDraftChange, withDrafts, withoutDraft, withoutSnippet, withSnippet } from './drafts.ts'
import { withFolder, withFolderChange, withFolderOrder, withFolderPreferences } from './folders.ts'
import { withLinkifiers, withPlaygrounds } from './linkifiers.ts'
import { withMessageChange, withoutMessages } from './message-changes.ts'
import { withFlag, withMessage, withoutFlag } from './messages.ts'
import { withMutedUsers } from './muted-users.ts'
import {
  withDomain,
  withDomainChange,
  withOnboardingSteps,
  withoutDomain,
  withUserDefault,
} from './organization.ts'
import { withoutUser, withUser, withUserChange } from './people.ts'
import { withPresence } from './presence.ts'
import { withProfileFields } from './profile-fields.ts'
import { withRealmChange, withRealmProperty } from './realm.ts'
import { withoutSavedSearch, withSavedSearch } from './saved-searches.ts'
import { withoutScheduled, withScheduled, withScheduledChange } from './scheduled-messages.ts'
import { withDisplaySetting, withNotificationSetting, withSetting } from './settings.ts'
import { countUnread } from './unread.ts'
import {
  withGroup,
  withGroupChange,
  withMembers,
  withoutGroup,
  withoutMembers,
  withoutSubgroups,
  withSubgroups,
} from './user-groups.ts'
import { withStatus } from './user-status.ts'
import { mutedTopicLookup, withChannelOfTopics, withMutedTopics, withUserTopic } from './user-topics.ts'

type Reducer<K extends EventKey> = (state: InitialState, event: BodyOf<K>) => InitialState

/** Applies each event to the state. An event of the contract without an entry does not compile. */
const reducers: { [K in EventKey]: Reducer<K> } = {
  'realm:update': withRealmProperty,
  realm_linkifiers: withLinkifiers,
  realm_playgrounds: withPlaygrounds,
  'realm_emoji:update': withCustomEmoji,
  'realm:update_dict': withRealmChange,
  'realm_domains:add': withDomain,
  'realm_domains:change': withDomainChange,
  'realm_domains:remove': withoutDomain,
  'realm_user_settings_defaults:update': withUserDefault,
  onboarding_steps: withOnboardingSteps,
  'realm_user:add': withUser,
  'realm_user:remove': withoutUser,
  'realm_user:update': (state, event) => withAccountOfBot(withUserChange(state, event), event.person),
  'realm_bot:add': withBot,
  'realm_bot:update': withBotChange,
  'realm_bot:delete': withoutBot,
  'user_group:add': withGroup,
  'user_group:update': withGroupChange,
  'user_group:remove': withoutGroup,
  'user_group:add_members': withMembers,
  'user_group:remove_members': withoutMembers,
  'user_group:add_subgroups': withSubgroups,
  'user_group:remove_subgroups': withoutSubgroups,
  'stream:create': withChannels,
  'stream:update': (state, event) => withChannelOfTopics(withChannelProperty(state, event), event),
  'stream:delete': withoutChannels,
  'subscription:add': withSubscriptions,
  'subscription:remove': withoutSubscriptions,
  'subscription:update': withSubscriptionProperty,
  'subscription:peer_add': withPeers,
  'subscription:peer_remove': withoutPeers,
  'channel_folder:add': withFolder,
  'channel_folder:update': withFolderChange,
  'channel_folder:reorder': withFolderOrder,
  channel_folder_preferences: withFolderPreferences,
  default_streams: withDefaultChannels,
  default_stream_groups: withDefaultChannelGroups,
  message: withMessage,
  update_message: withMessageChange,
  delete_message: withoutMessages,
  'update_message_flags:add': withFlag,
  'update_message_flags:remove': withoutFlag,
  'drafts:add': withDrafts,
  'drafts:update': withDraftChange,
  'drafts:remove': withoutDraft,
  'user_settings:update': withSetting,
  update_display_settings: withDisplaySetting,
  update_global_notifications: withNotificationSetting,
  'scheduled_messages:add': withScheduled,
  'scheduled_messages:update': withScheduledChange,
  'scheduled_messages:remove': withoutScheduled,
  'saved_snippets:add': withSnippet,
  'saved_snippets:update': withSnippet,
  'saved_snippets:remove': withoutSnippet,
  alert_words: withAlertWords,
  user_topic: withUserTopic,
  muted_topics: withMutedTopics,
  muted_users: withMutedUsers,
  presence: withPresence,
  user_status: withStatus,
  custom_profile_fields: withProfileFields,
  // Messages and typing notifications are not part of the state.
  'reaction:add': (state) => state,
  'reaction:remove': (state) => state,
  submessage: (state) => state,
  'typing_edit_message:start': (state) => state,
  'typing_edit_message:stop': (state) => state,
  invites_changed: (state) => state,
  // Nor are pinned messages and bookmarks, which are fetched for the conversation on screen.
  'pinned_message:add': (state) => state,
  'pinned_message:remove': (state) => state,
  channel_bookmarks: (state) => state,
  // The live session registers again, because the messages may be unread.
  restored_messages: (state) => state,
  // Nor are reports, which are fetched for the list on screen.
  message_reports: (state) => state,
  // Nor are items saved for later, which are fetched when they are needed.
  'later_items:add': (state) => state,
  'later_items:update': (state) => state,
  'later_items:remove': (state) => state,
  'saved_searches:add': withSavedSearch,
  'saved_searches:update': withSavedSearch,
  'saved_searches:remove': withoutSavedSearch,
  has_zoom_token: (state, { value }) =>
    state.has_zoom_token === undefined ? state : { ...state, has_zoom_token: value },
  // Nor are calls, which are fetched when the client starts.
  call: (state) => state,
  call_signal: (state) => state,
  // Nor are interactions of bots, ephemeral messages and commands.
  interaction: (state) => state,
  ephemeral_message: (state) => state,
  bot_commands: (state) => state,
  // Nor are files, because there may be many.
  'attachment:add': (state) => state,
  'attachment:update': (state) => state,
  'attachment:remove': (state) => state,
  // Nor data that only administrators request.
  realm_export: (state) => state,
  realm_export_consent: (state) => state,
  'typing:start': (state) => state,
  'typing:stop': (state) => state,
  // A deactivated organization has no further state.
  'realm:deactivated': (state) => state,
  heartbeat: (state) => state,
  restart: (state, { type: _, ...server }) => ({ ...state, ...onlyFetched(state, server) }),
  web_reload_client: (state) => state,
}

/** The new values whose fields were fetched initially. */
const onlyFetched = (state: InitialState, values: Partial<InitialState>): Partial<InitialState> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in state))

/** The state after an event. Unknown event types change nothing. */
export function reduce(state: InitialState, event: QueueEvent): InitialState {
  const reducer = reducers[eventKey(event)] as
    | ((state: InitialState, event: QueueEvent) => InitialState)
    | undefined
  return reducer === undefined ? state : recounted(state, reducer(state, event))
}

/** Recomputes the unread count, which depends on the messages and on muted channels, topics and users. */
function recounted(before: InitialState, after: InitialState): InitialState {
  const { unread_msgs: unread, subscriptions, user_topics: topics } = after
  if (unread === undefined || subscriptions === undefined) return after
  const changed =
    unread !== before.unread_msgs || subscriptions !== before.subscriptions || topics !== before.user_topics
  return changed
    ? { ...after, unread_msgs: { ...unread, count: countUnread(unread, mutedTopicLookup(after)) } }
    : after
}
