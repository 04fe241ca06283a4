import { z } from 'zod'
import { list, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { botObject, integrationObject } from '../objects/bots.ts'
import {
  channelObject,
  defaultChannelGroupObject,
  neverSubscribedObject,
  subscriptionObject,
} from '../objects/channels.ts'
import { draftObject, savedSnippetObject } from '../objects/drafts.ts'
import { channelFolderObject, folderPreferencesObject } from '../objects/folders.ts'
import { gifProviders } from '../objects/gif-constants.ts'
import { userGroupObject } from '../objects/groups.ts'
import { linkifierObject, playgroundObject } from '../objects/linkifiers.ts'
import { unreadMessages } from '../objects/messages.ts'
import {
  authenticationMethodStates,
  onboardingStep,
  realmDomain,
  userSettingsDefaults,
} from '../objects/organization.ts'
import { customEmojiMap } from '../objects/pictures.ts'
import { presences } from '../objects/presence.ts'
import { profileFieldObject } from '../objects/profile-fields.ts'
import { realmSettingFields } from '../objects/realm.ts'
import { savedSearchObject } from '../objects/saved-searches.ts'
import { scheduledMessageObject } from '../objects/scheduled-messages.ts'
import { pieceHash, statePieces } from '../objects/state-pieces.ts'
import { mutedTopic, userTopicObject } from '../objects/topics.ts'
import { legacySettingFields, userSettingsObject } from '../objects/user-settings.ts'
import { userStatusObject } from '../objects/user-status.ts'
import { mutedUserObject, registeredUserObject } from '../objects/users.ts'
import { flag, json, text } from '../param.ts'
import { maxNarrowTerms } from './messages.ts'
import { version } from './server.ts'

/** Features that a client declares support for. Unknown keys are ignored, missing ones are false. */
export const clientCapabilities = z.object({
  notification_settings_null: z.boolean().default(false),
  bulk_message_deletion: z.boolean().default(false),
  user_avatar_url_field_optional: z.boolean().default(false),
  stream_typing_notifications: z.boolean().default(false),
  user_settings_object: z.boolean().default(false),
  linkifier_url_template: z.boolean().default(false),
  user_list_incomplete: z.boolean().default(false),
  include_deactivated_groups: z.boolean().default(false),
  archived_channels: z.boolean().default(false),
  empty_topic_name: z.boolean().default(false),
  pinned_messages: z.boolean().default(false),
  later_items: z.boolean().default(false),
  saved_searches: z.boolean().default(false),
  channel_folders: z.boolean().default(false),
  interactive_messages: z.boolean().default(false),
  calls: z.boolean().default(false),
  restored_messages: z.boolean().default(false),
  message_reports: z.boolean().default(false),
})
export type ClientCapabilities = z.output<typeof clientCapabilities>
export const noCapabilities: ClientCapabilities = clientCapabilities.parse({})

const permissionTable = z.record(
  z.string(),
  z.strictObject({
    require_system_group: z.boolean(),
    allow_internet_group: z.boolean(),
    allow_nobody_group: z.boolean(),
    allow_everyone_group: z.boolean(),
    default_group_name: z.string(),
    default_for_system_groups: z.string().nullable(),
    allowed_system_groups: z.array(z.string()),
  }),
)

/** Fetch type `realm`: the organization and the server. */
const realmBundle = z
  .object({
    ...realmSettingFields,
    realm_name: z.string(),
    realm_url: z.string(),
    realm_uri: z.string(),
    realm_bot_domain: z.string(),
    realm_date_created: z.int(),
    realm_preview_of: z.string().nullable(),
    realm_old_message_ids_below: z.int().nullable(),
    realm_icon_url: z.string(),
    realm_icon_source: z.string(),
    realm_logo_url: z.string(),
    realm_logo_source: z.string(),
    realm_night_logo_url: z.string(),
    realm_night_logo_source: z.string(),
    realm_allow_edit_history: z.boolean(),
    realm_authentication_methods: authenticationMethodStates,
    realm_email_auth_enabled: z.boolean(),
    realm_password_auth_enabled: z.boolean(),
    realm_create_public_stream_policy: z.int(),
    realm_create_private_stream_policy: z.int(),
    realm_create_web_public_stream_policy: z.int(),
    realm_wildcard_mention_policy: z.int(),
    realm_plan_type: z.int(),
    realm_upload_quota_mib: z.int().nullable(),
    realm_is_zephyr_mirror_realm: z.boolean(),
    realm_push_notifications_enabled: z.boolean(),
    realm_push_notifications_enabled_end_timestamp: z.int().nullable(),
    realm_available_video_chat_providers: z.record(
      z.string(),
      z.strictObject({ name: z.string(), id: z.int() }),
    ),
    realm_default_external_accounts: z.record(
      z.string(),
      z.strictObject({ name: z.string(), text: z.string(), hint: z.string(), url_pattern: z.string() }),
    ),
    realm_empty_topic_display_name: z.string(),
    chat_plan_is_not_limited: z.boolean(),
    upgrade_text_for_wide_organization_logo: z.string(),
    settings_send_digest_emails: z.boolean(),
    development_environment: z.boolean(),
    jitsi_server_url: z.string(),
    giphy_rating_options: z.record(z.string(), z.strictObject({ name: z.string(), id: z.int() })),
    password_min_length: z.int(),
    password_max_length: z.int(),
    password_min_guesses: z.int(),
    max_message_length: z.int(),
    max_topic_length: z.int(),
    max_stream_name_length: z.int(),
    max_stream_description_length: z.int(),
    max_file_upload_size_mib: z.int(),
    max_avatar_file_size_mib: z.int(),
    max_icon_file_size_mib: z.int(),
    max_logo_file_size_mib: z.int(),
    event_queue_longpoll_timeout_seconds: z.int(),
    server_generation: z.int(),
    server_presence_ping_interval_seconds: z.int(),
    server_presence_offline_threshold_seconds: z.int(),
    server_typing_started_wait_period_milliseconds: z.int(),
    server_typing_stopped_wait_period_milliseconds: z.int(),
    server_typing_started_expiry_period_milliseconds: z.int(),
    server_min_deactivated_realm_deletion_days: z.int().nullable(),
    server_max_deactivated_realm_deletion_days: z.int().nullable(),
    server_inline_image_preview: z.boolean(),
    server_inline_url_embed_preview: z.boolean(),
    server_thumbnail_formats: z.array(
      z.strictObject({
        name: z.string(),
        max_width: z.int(),
        max_height: z.int(),
        format: z.string(),
        animated: z.boolean(),
      }),
    ),
    server_avatar_changes_disabled: z.boolean(),
    server_name_changes_disabled: z.boolean(),
    server_needs_upgrade: z.boolean(),
    server_web_public_streams_enabled: z.boolean(),
    server_jitsi_server_url: z.string().nullable(),
    server_calls_enabled: z.boolean(),
    server_calls_relay_available: z.boolean(),
    server_can_summarize_topics: z.boolean(),
    /** URL of a JSON document with all names of Unicode emoji by code. */
    server_emoji_data_url: z.string(),
    /** VAPID public key with which browsers subscribe to push notifications. */
    server_web_push_public_key: z.string(),
    /** Whether `/external_content/HEX` shows images of other sites. */
    server_proxies_images: z.boolean(),
    /** The service that `GET /gifs` searches; null if there is none. */
    server_gif_provider: z.enum(gifProviders).nullable(),
    /** False if the server has no SMTP server and writes emails to a folder. */
    server_sends_email: z.boolean(),
    server_receives_email: z.boolean(),
    server_supported_permission_settings: z.strictObject({
      realm: permissionTable,
      stream: permissionTable,
      group: permissionTable,
    }),
  })
  .partial()

/** Fetch type `realm_user`: all users, and the caller's rights. */
const people = z
  .object({
    realm_users: z.array(registeredUserObject),
    realm_non_active_users: z.array(registeredUserObject),
    cross_realm_bots: z.array(registeredUserObject),
    user_id: z.int(),
    email: z.string(),
    delivery_email: z.string(),
    full_name: z.string(),
    avatar_source: z.string(),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    is_owner: z.boolean(),
    is_admin: z.boolean(),
    is_moderator: z.boolean(),
    is_guest: z.boolean(),
    can_create_streams: z.boolean(),
    can_create_public_streams: z.boolean(),
    can_create_private_streams: z.boolean(),
    can_create_web_public_streams: z.boolean(),
    can_invite_others_to_realm: z.boolean(),
  })
  .partial()

/** The other fetch types, one line each. */
const rest = z
  .object({
    max_message_id: z.int(),
    unread_msgs: unreadMessages,
    starred_messages: z.array(z.int()),
    recent_private_conversations: z.array(
      z.strictObject({ user_ids: z.array(z.int()), max_message_id: z.int() }),
    ),
    streams: z.array(channelObject),
    subscriptions: z.array(subscriptionObject),
    unsubscribed: z.array(subscriptionObject),
    never_subscribed: z.array(neverSubscribedObject),
    channel_folders: z.array(channelFolderObject),
    channel_folder_preferences: folderPreferencesObject,
    saved_searches: z.array(savedSearchObject),
    realm_default_streams: z.array(z.int()),
    realm_default_stream_groups: z.array(defaultChannelGroupObject),
    realm_user_groups: z.array(userGroupObject),
    realm_bots: z.array(botObject),
    realm_incoming_webhook_bots: z.array(integrationObject),
    realm_embedded_bots: z.array(z.never()),
    realm_linkifiers: z.array(linkifierObject),
    realm_filters: z.array(z.never()),
    realm_playgrounds: z.array(playgroundObject),
    realm_domains: z.array(realmDomain),
    realm_user_settings_defaults: userSettingsDefaults,
    onboarding_steps: z.array(onboardingStep),
    navigation_tour_video_url: z.string().nullable(),
    realm_billing: z.strictObject({ has_pending_sponsorship_request: z.boolean() }),
    giphy_api_key: z.string(),
    has_zoom_token: z.boolean(),
    stop_words: z.array(z.string()),
    realm_emoji: customEmojiMap,
    user_settings: userSettingsObject,
    ...legacySettingFields,
    timezone: z.string(),
    emojiset_choices: userSettingsObject.shape.emojiset_choices,
    available_notification_sounds: z.array(z.string()),
    drafts: z.array(draftObject),
    scheduled_messages: z.array(scheduledMessageObject),
    saved_snippets: z.array(savedSnippetObject),
    alert_words: z.array(z.string()),
    user_topics: z.array(userTopicObject),
    muted_topics: z.array(mutedTopic),
    muted_users: z.array(mutedUserObject),
    presences,
    presence_last_update_id: z.int(),
    server_timestamp: z.number(),
    custom_profile_fields: z.array(profileFieldObject),
    custom_profile_field_types: z.record(z.string(), z.strictObject({ id: z.int(), name: z.string() })),
    /** By user ID. Users without a status are omitted. */
    user_status: z.record(z.string(), userStatusObject),
  })
  .partial()

export const initialState = { ...realmBundle.shape, ...people.shape, ...rest.shape }
const initialStateObject = z.object(initialState)
/** The state fetched by a register call, kept current by events. */
export type InitialState = z.output<typeof initialStateObject>

/** Event types. Unknown ones are ignored, so the maximum exceeds the number of types. */
const eventTypes = list(string(100), 500)

/** Enough for 200,000 users and 10,000 channels. */
const maxKnownPieces = 5_000

export const register = endpoint({
  route: 'POST /register',
  summary: 'Register an event queue',
  notes:
    'Call this first in every live client: it returns the initial state and opens a queue. State and queue are ' +
    'consistent: every later change arrives as an event, and no change is missing or duplicated. Spectators get the ' +
    'state that they can see, and no queue.',
  auth: 'spectator',
  params: {
    apply_markdown: flag(),
    client_external_avatar: json(z.boolean().nullable().optional()),
    include_subscribers: flag(),
    slim_presence: flag(),
    presence_history_limit_days: json(z.int().optional()),
    event_types: json(eventTypes.optional()),
    fetch_event_types: json(eventTypes.optional()),
    all_public_streams: json(z.boolean().optional()),
    client_capabilities: json(clientCapabilities.default(noCapabilities)),
    narrow: json(list(z.tuple([shortText, shortText]), maxNarrowTerms).default([])),
    idle_queue_timeout: json(z.int().min(1).max(604_800).default(600)),
    known_pieces: json(list(pieceHash, maxKnownPieces).optional()),
    member_ranges: flag(),
    presence_last_update_id: json(z.int().optional()),
  },
  example: { event_types: ['message', 'reaction'], fetch_event_types: ['message'], apply_markdown: true },
  reply: {
    ...version,
    queue_id: z.string().nullable(),
    last_event_id: z.int().optional(),
    ...initialState,
    pieces: statePieces.optional(),
  },
  reasons: [
    'event-queue-narrow-unsupported',
    'event-queue-all-channels-denied',
    'event-queue-option-needs-login',
  ],
})

export const getEvents = endpoint({
  route: 'GET /events',
  summary: 'Get events from an event queue',
  notes:
    'Call this in a loop after registering, to receive changes by long polling. Returns as soon as there is an event ' +
    'after `last_event_id`, or with a heartbeat within a minute. Event IDs increase but are not contiguous. With ' +
    '`Accept: text/event-stream`, the queue is streamed: each event is one message with its position as `id`, and a ' +
    'client reconnects with `Last-Event-ID`.',
  auth: 'user',
  params: {
    queue_id: text(shortText.optional()),
    last_event_id: json(z.int().optional()),
    dont_block: flag(),
  },
  example: { queue_id: given('queue_id'), last_event_id: given('last_event_id') },
  reply: {
    queue_id: z.string(),
    events: z.array(z.looseObject({ id: z.int(), type: z.string() })),
  },
  reasons: ['event-queue-id-missing', 'last-event-id-missing', 'event-queue-not-found'],
})

export const deleteQueue = endpoint({
  route: 'DELETE /events',
  summary: 'Delete an event queue',
  notes: 'Use this when a client stops. Queues that are not deleted expire.',
  auth: 'user',
  params: { queue_id: text() },
  example: { queue_id: given('queue_id') },
  reply: {},
  reasons: ['event-queue-not-found'],
})
