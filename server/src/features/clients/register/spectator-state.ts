import { initialUserSettings } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { spectator } from '../../../directory/spectator.ts'
import { presentEmojis } from '../../conversation/custom-emoji/present.ts'
import { presentRegisteredUser } from '../../identity/users/present.ts'
import { pickColor } from '../../places/channels/rules.ts'
import { ChannelList, channelsByName } from './channel-texts.ts'
import { organizationState } from './organization-state.ts'
import { groupState, legacySettingsState, peopleState, settingsState } from './people-state.ts'
import { realmState } from './realm-state.ts'
import { type SerializedState, type StateRequest, wants } from './request.ts'

/** Empty personal data. */
const emptyState = {
  alert_words: { alert_words: [] },
  custom_profile_fields: { custom_profile_fields: [], custom_profile_field_types: {} },
  default_stream_groups: { realm_default_stream_groups: [] },
  default_streams: { realm_default_streams: [] },
  drafts: { drafts: [] },
  message: { max_message_id: -1 },
  muted_topics: { muted_topics: [] },
  muted_users: { muted_users: [] },
  onboarding_steps: { onboarding_steps: [], navigation_tour_video_url: null },
  presence: { presences: {} },
  realm_bot: { realm_bots: [] },
  realm_embedded_bots: { realm_embedded_bots: [] },
  realm_filters: { realm_filters: [] },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: [] },
  recent_private_conversations: { recent_private_conversations: [] },
  saved_snippets: { saved_snippets: [] },
  scheduled_messages: { scheduled_messages: [] },
  starred_messages: { starred_messages: [] },
  user_status: { user_status: {} },
  user_topic: { user_topics: [] },
  video_calls: { has_zoom_token: false },
} satisfies Record<string, SerializedState>

const noUnread = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
}

/** The initial state for spectators. Comes from the directory alone, and no events follow. */
export function spectatorState(
  app: App,
  { directory }: { directory: Directory },
  request: StateRequest,
): SerializedState {
  const isRequested = (type: string) => wants(request, type)
  const { capabilities } = request
  const viewer = visitor(directory)
  return {
    ...Object.assign(
      {},
      ...Object.entries(emptyState).flatMap(([type, state]) => (isRequested(type) ? [state] : [])),
    ),
    ...(isRequested('presence') ? { server_timestamp: request.now / 1_000 } : {}),
    ...(isRequested('message') && isRequested('update_message_flags') ? { unread_msgs: noUnread } : {}),
    ...(isRequested('realm')
      ? { ...realmState(app, directory), realm_allow_message_editing: false, realm_presence_disabled: true }
      : {}),
    ...(isRequested('realm_user') ? people(app, directory, viewer, request) : {}),
    ...(isRequested('realm_user_groups')
      ? groupState(directory, capabilities.include_deactivated_groups, false)
      : {}),
    ...(isRequested('realm_linkifiers')
      ? { realm_linkifiers: capabilities.linkifier_url_template ? [...directory.linkifiers] : [] }
      : {}),
    ...(isRequested('realm_emoji')
      ? { realm_emoji: presentEmojis(directory.realm.id, directory.customEmoji.values()) }
      : {}),
    ...(isRequested('realm_playgrounds') ? { realm_playgrounds: [...directory.playgrounds] } : {}),
    ...organizationState(directory, isRequested),
    ...(isRequested('user_settings') ? settingsState(viewer) : {}),
    ...(capabilities.user_settings_object ? {} : legacySettingsState(viewer, isRequested)),
    ...(isRequested('subscription') ? channels(directory, request) : {}),
  }
}

const visitor = (directory: Directory): User => ({
  ...spectator,
  settings: {
    ...initialUserSettings,
    web_home_view: 'recent_topics',
    default_language: directory.setting('default_language'),
  },
})

/** Users without fields that are only for members. */
function people(
  app: App,
  directory: Directory,
  viewer: User,
  { externalAvatar }: StateRequest,
): SerializedState {
  const view = { viewer: { ...viewer, role: 600 as const }, externalAvatar }
  const shown = (isActive: boolean) =>
    [...directory.users.values()]
      .filter((user) => !user.isSystemBot && user.isActive === isActive)
      .sort((a, b) => a.id - b.id)
      .map((user) => {
        const { timezone: _, ...rest } = presentRegisteredUser(directory, user, view)
        return { ...rest, delivery_email: null, date_joined: rest.date_joined.slice(0, 10) }
      })
  return {
    ...peopleState(directory, viewer, externalAvatar, app.config.webPublicChannels, new Map(), false),
    realm_users: shown(true),
    realm_non_active_users: shown(false),
  }
}

/** All web-public channels, as if subscribed. */
function channels(directory: Directory, { includeSubscribers }: StateRequest): SerializedState {
  const used = new Set<string>()
  const list = new ChannelList(directory)
  for (const [place, channel] of channelsByName(directory).entries()) {
    if (!channel.isWebPublic || channel.isArchived) continue
    list.addWith(place, includeSubscribers ? 'shown' : 'unasked', JSON.stringify(personal(channel, used)))
  }
  return {
    subscriptions: list.list(),
    unsubscribed: [],
    never_subscribed: [],
  }
}

function personal({ id }: Channel, used: Set<string>) {
  const color = pickColor(used, id)
  used.add(color)
  return {
    color,
    is_muted: false,
    in_home_view: true,
    pin_to_top: false,
    desktop_notifications: true,
    email_notifications: true,
    push_notifications: true,
    audible_notifications: true,
    wildcard_mentions_notify: true,
  }
}
