import {
  channelPermissions,
  externalAccounts,
  groupPermissions,
  type InitialState,
  legacyPolicies,
  maxChannelDescriptionLength,
  maxChannelNameLength,
  maxMessageLength,
  maxPictureMib,
  maxTopicLength,
  type PermissionRow,
  passwordRights,
  type RealmPermission,
  realmPermissions,
  realmSettings,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, RealmInfo } from '../../../directory/directory.ts'
import { presentValue } from '../../../directory/group-values.ts'
import { emptyTopicDisplayName } from '../../../directory/topics.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { minGuessesOf, passwordRules } from '../../../platform/passwords.ts'
import { realmPictureFields } from '../../../realms/pictures.ts'
import { minDeletionDays } from '../../administration/realm-lifecycle/deactivate.ts'
import { availableProviders } from '../../administration/realm-settings/video-providers.ts'
import { methodStates, usableMethods } from '../../administration/server-settings/authentication.ts'
import { hasRelay } from '../../conversation/calls/ice.ts'
import { emojiNamesPath } from '../../identity/pictures/downloads.ts'
import { offlineThresholdMs, pingIntervalMs } from '../../identity/presence/rules.ts'

/** In the words of the protocol. Other clients offer them to administrators. */
const gifRatingOptions = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 5 },
}

/** Fetch type `realm`. */
export function realmState(app: App, directory: Directory): Partial<InitialState> {
  return { ...organization(app, directory), ...serverLimits(app, directory.realm), ...permissionTables() }
}

function organization(app: App, directory: Directory): Partial<InitialState> {
  const { realm, url } = directory
  const methods = methodStates(app.config, realm)
  const settings = Object.keys(realmSettings).map((name) => [
    `realm_${name}`,
    directory.setting(name as keyof typeof realmSettings),
  ])
  const permissions = Object.keys(realmPermissions).map((name) => [
    `realm_${name}`,
    presentValue(directory, directory.permission(name as RealmPermission)),
  ])
  return {
    ...Object.fromEntries([...settings, ...permissions]),
    realm_name: realm.name,
    realm_url: url,
    realm_uri: url,
    realm_bot_domain: directory.emailDomain,
    realm_date_created: toSeconds(realm.createdAt),
    realm_preview_of: realm.previewOf,
    realm_old_message_ids_below: realm.oldMessageIdsBelow,
    ...pictures(realm),
    realm_allow_edit_history: directory.setting('message_edit_history_visibility_policy') !== 'none',
    realm_authentication_methods: methods,
    ...passwordRights(usableMethods(app.config, realm)),
    ...legacyPolicies((permission) => {
      const value = directory.permission(permission)
      return typeof value === 'number' ? directory.groups.get(value)?.name : undefined
    }),
    realm_plan_type: 1,
    realm_upload_quota_mib: app.config.uploadQuota,
    realm_is_zephyr_mirror_realm: false,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_available_video_chat_providers: availableProviders(app.config),
    realm_default_external_accounts: externalAccounts,
    realm_empty_topic_display_name: emptyTopicDisplayName,
    chat_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    settings_send_digest_emails: true,
    jitsi_server_url: app.config.jitsiUrl ?? '',
    giphy_rating_options:
      app.config.gifs === undefined ? { disabled: gifRatingOptions.disabled } : gifRatingOptions,
  }
}

function pictures(realm: RealmInfo): Partial<InitialState> {
  const fields = (['icon', 'logo', 'night_logo'] as const).map((name) => realmPictureFields(realm, name))
  return Object.fromEntries(
    fields.flatMap((field) => Object.entries(field)).map(([name, value]) => [`realm_${name}`, value]),
  )
}

function serverLimits(app: App, { signInPolicy }: RealmInfo): Partial<InitialState> {
  return {
    development_environment: false,
    password_min_length: signInPolicy.password_min_length,
    password_max_length: passwordRules.maxLength,
    password_min_guesses: minGuessesOf(signInPolicy.password_min_level),
    max_message_length: maxMessageLength,
    max_topic_length: maxTopicLength,
    max_stream_name_length: maxChannelNameLength,
    max_stream_description_length: maxChannelDescriptionLength,
    max_file_upload_size_mib: app.config.uploadLimit,
    max_avatar_file_size_mib: maxPictureMib,
    max_icon_file_size_mib: maxPictureMib,
    max_logo_file_size_mib: maxPictureMib,
    event_queue_longpoll_timeout_seconds: 90,
    server_generation: app.generation,
    server_presence_ping_interval_seconds: pingIntervalMs / 1_000,
    server_presence_offline_threshold_seconds: offlineThresholdMs / 1_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_min_deactivated_realm_deletion_days: minDeletionDays,
    server_max_deactivated_realm_deletion_days: null,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: app.config.linkPreviews,
    server_thumbnail_formats: [
      { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
      { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
    ],
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: app.config.webPublicChannels,
    server_jitsi_server_url: app.config.jitsiUrl ?? null,
    server_calls_enabled: app.config.calls,
    server_calls_relay_available: hasRelay(app.config),
    server_can_summarize_topics: false,
    server_emoji_data_url: `${app.config.url}${emojiNamesPath}`,
    server_web_push_public_key: app.vapid.publicKey,
    server_proxies_images: app.config.imageProxy,
    server_gif_provider: app.config.gifs?.provider ?? null,
    server_sends_email: app.config.smtpUrl !== undefined,
    server_receives_email: app.config.inboundEmail !== undefined,
  }
}

function permissionTables(): Partial<InitialState> {
  const table = (rows: Record<string, PermissionRow>, creator: string, system: string | null) =>
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        {
          require_system_group: row.only !== undefined,
          allow_internet_group: false,
          allow_nobody_group: row.somebody !== true,
          allow_everyone_group: row.everyone === true,
          default_group_name: row.default === 'creator' ? creator : row.default,
          default_for_system_groups: system,
          allowed_system_groups: [...(row.only ?? [])],
        },
      ]),
    )
  return {
    server_supported_permission_settings: {
      realm: table(realmPermissions, '', null),
      stream: table(channelPermissions, 'stream_creator_or_nobody', null),
      group: table(groupPermissions, 'group_creator', 'role:nobody'),
    },
  }
}
