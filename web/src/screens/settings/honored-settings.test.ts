import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { realmPermissions, realmSettings, userSettings } from '@loquat/contract'
import { describe, expect, test } from 'vitest'
import { organizationTable } from '../organization/organization-table.ts'
import { settingsTable } from './settings-table.ts'

/** Honored by the web app: a file below web/src, and the symbol in it that reads the setting. */
interface Web {
  web: string
  symbol: string
}
/** Honored by the server: a file below server/src that reads the setting. */
interface Server {
  server: string
}
/** Honored by a permission rule: a file below contract/src/permissions. */
interface Rule {
  rule: string
}
/** Stored for other clients: the app shows no control for it. */
interface NotShown {
  notShown: string
}
type Honored = Web | Server | Rule | NotShown

const web = (file: string, symbol: string): Web => ({ web: file, symbol })
const server = (file: string): Server => ({ server: file })
const rule = (file: string): Rule => ({ rule: file })
const notShown = (reason: string): NotShown => ({ notShown: reason })

const appearance = web('settings/appearance.ts', 'apply')
const desktop = web('notifications/decide-notification.ts', 'decideDesktop')
const sound = web('notifications/decide-notification.ts', 'decideSound')
const missedMessages = server('features/reach/missed-messages/rules.ts')
const missedEmails = server('features/reach/missed-messages/send.ts')
const followTopics = server('features/conversation/messages/follow-topics.ts')
const domains = server('features/administration/domains/rules.ts')

const ofUsers: Record<keyof typeof userSettings, Honored> = {
  twenty_four_hour_time: web('lib/clock.ts', 'useTimeStyle'),
  web_mark_read_on_scroll_policy: web('feed/use-mark-read.ts', 'useMarkRead'),
  web_channel_default_view: web('navigation/channel-links.ts', 'startChannelLinks'),
  starred_message_counts: web('shell/ViewRow.tsx', 'ViewRow'),
  receives_typing_notifications: server('features/conversation/typing/rules.ts'),
  web_suggest_update_timezone: web('lib/timezone.ts', 'useOtherZone'),
  fluid_layout_width: appearance,
  high_contrast_mode: appearance,
  web_font_size_px: appearance,
  web_line_height_percent: appearance,
  color_scheme: appearance,
  enable_drafts_synchronization: web('drafts/draft-list.ts', 'isDraftSyncEnabled'),
  translate_emoticons: server('markdown/directory-context.ts'),
  display_emoji_reaction_users: web('feed/Reactions.tsx', 'Reactions'),
  default_language: web('shell/App.tsx', 'App'),
  web_home_view: web('navigation/router.ts', 'resolveHome'),
  web_escape_navigates_to_home_view: web('keyboard/escape.ts', 'closeTopmost'),
  left_side_userlist: web('shell/Shell.tsx', 'Shell'),
  emojiset: appearance,
  demote_inactive_streams: web('shell/sidebar.ts', 'sectionsOf'),
  user_list_style: web('shell/PeopleSidebar.tsx', 'useListStyle'),
  web_animate_image_previews: web('messages/animated-images.ts', 'startAnimatedImages'),
  web_stream_unreads_count_display_policy: web('shell/ChannelRow.tsx', 'ChannelRow'),
  hide_ai_features: notShown('There are no AI features to hide.'),
  enter_sends: web('compose/ComposeBox.tsx', 'ComposeBox'),
  enable_stream_desktop_notifications: desktop,
  enable_stream_email_notifications: missedMessages,
  enable_stream_push_notifications: missedMessages,
  enable_stream_audible_notifications: sound,
  notification_sound: sound,
  enable_desktop_notifications: desktop,
  enable_sounds: sound,
  enable_followed_topic_desktop_notifications: desktop,
  enable_followed_topic_email_notifications: missedMessages,
  enable_followed_topic_push_notifications: missedMessages,
  enable_followed_topic_audible_notifications: sound,
  email_notifications_batching_period_seconds: server('features/reach/missed-messages/scan.ts'),
  enable_offline_email_notifications: missedMessages,
  enable_offline_push_notifications: missedMessages,
  enable_online_push_notifications: server('features/reach/web-push/enqueue.ts'),
  enable_digest_emails: server('features/reach/digests/due.ts'),
  enable_marketing_emails: notShown('The server sends no marketing emails.'),
  enable_login_emails: server('features/administration/sign-in/sessions.ts'),
  message_content_in_email_notifications: missedEmails,
  pm_content_in_desktop_notifications: web('notifications/decide-notification.ts', 'mayShowContent'),
  wildcard_mentions_notify: missedMessages,
  enable_followed_topic_wildcard_mentions_notify: missedMessages,
  desktop_icon_count_display: web('shell/use-title.ts', 'useTitle'),
  realm_name_in_email_notifications_policy: missedEmails,
  automatically_follow_topics_policy: followTopics,
  automatically_unmute_topics_in_muted_streams_policy: followTopics,
  automatically_follow_topics_where_mentioned: followTopics,
  presence_enabled: server('features/identity/presence/actions.ts'),
  send_private_typing_notifications: web('compose/typing-status.ts', 'isReportEnabled'),
  send_stream_typing_notifications: web('compose/typing-status.ts', 'isReportEnabled'),
  send_read_receipts: server('features/conversation/read-receipts/actions.ts'),
  allow_private_data_export: server('features/reach/exports/rules.ts'),
  email_address_visibility: server('features/identity/users/present.ts'),
  accent_color: web('settings/accent.ts', 'accentOf'),
  web_spacing: appearance,
  emoji_skin_tone: web('emoji/skin-tones.ts', 'useSkinTone'),
  web_navigate_to_sent_message: web('compose/send.ts', 'showSentMessage'),
}

const newAccounts = server('features/identity/users/new-accounts.ts')
const moving = server('features/conversation/message-changes/plan.ts')
const editRules = rule('editing.ts')
const moveRules = rule('moving.ts')
const channelRules = rule('channels.ts')
const groupRules = rule('groups.ts')
const peopleRules = rule('people.ts')
const postingRules = rule('posting.ts')

const ofOrganizations: Record<keyof typeof realmSettings | keyof typeof realmPermissions, Honored> = {
  description: server('features/administration/sign-in/login-page.ts'),
  default_language: server('texts/reader.ts'),
  default_code_block_language: server('markdown/directory-context.ts'),
  org_type: notShown('Nothing depends on the type of an organization once it exists.'),
  invite_required: server('features/administration/invitations/join.ts'),
  emails_restricted_to_domains: domains,
  disallow_disposable_email_addresses: domains,
  api_keys_enabled: server('http/request/authenticate.ts'),
  token_max_lifetime_days: server('events/credential.ts'),
  app_self_registration_enabled: server('features/administration/oauth/register-client.ts'),
  second_factor_grace_days: server('features/administration/second-factors/requirement.ts'),
  waiting_period_threshold: server('directory/groups.ts'),
  require_unique_names: server('features/identity/users/rules.ts'),
  name_changes_disabled: server('features/administration/accounts/change-settings.ts'),
  email_changes_disabled: server('features/administration/sign-in/email-change.ts'),
  avatar_changes_disabled: server('features/identity/avatars/actions.ts'),
  inline_image_preview: server('markdown/directory-context.ts'),
  inline_url_embed_preview: server('markdown/directory-context.ts'),
  mandatory_topics: server('features/conversation/messages/resolve-destination.ts'),
  allow_message_editing: editRules,
  message_content_edit_limit_seconds: editRules,
  message_content_delete_limit_seconds: editRules,
  move_messages_within_stream_limit_seconds: moving,
  move_messages_between_streams_limit_seconds: moving,
  message_edit_history_visibility_policy: server('features/conversation/message-changes/history.ts'),
  message_retention_days: server('features/conversation/retention/store.ts'),
  send_welcome_emails: server('features/administration/accounts/create.ts'),
  message_content_allowed_in_email_notifications: missedEmails,
  digest_emails_enabled: server('features/reach/digests/due.ts'),
  digest_weekday: server('features/reach/digests/due.ts'),
  enable_spectator_access: server('directory/spectator.ts'),
  want_advertise_in_communities_directory: notShown('There is no directory of organizations.'),
  enable_read_receipts: server('features/conversation/read-receipts/actions.ts'),
  enable_guest_user_indicator: web('people/GuestMark.tsx', 'GuestMark'),
  enable_guest_user_dm_warning: web('compose/use-recipient-warnings.ts', 'useRecipientWarnings'),
  video_chat_provider: web('calls/call-providers.ts', 'hasCallLinks'),
  jitsi_server_url: web('calls/call-providers.ts', 'jitsiServer'),
  calls_relay_only: server('features/conversation/calls/participants.ts'),
  giphy_rating: server('features/reach/gifs/gifs.ts'),
  accent_color: web('settings/accent.ts', 'accentOf'),
  presence_disabled: web('people/presence.ts', 'usePresence'),
  new_stream_announcements_stream_id: server(
    'features/administration/channel-changes/subscription-notices.ts',
  ),
  signup_announcements_stream_id: server('features/administration/accounts/welcome.ts'),
  chat_update_announcements_stream_id: notShown('The server posts no product news.'),
  moderation_request_channel_id: server('features/conversation/moderation/reports.ts'),
  new_account_days: newAccounts,
  new_account_messages: newAccounts,
  new_account_messages_per_minute: newAccounts,
  new_account_channels_per_day: newAccounts,
  new_account_max_links: newAccounts,
  new_account_max_mentions: newAccounts,
  new_account_strangers_per_day: newAccounts,
  can_access_all_users_group: server('directory/contact-store.ts'),
  can_add_custom_emoji_group: peopleRules,
  can_add_subscribers_group: channelRules,
  can_create_bots_group: peopleRules,
  can_create_groups: groupRules,
  can_create_private_channel_group: channelRules,
  can_create_public_channel_group: channelRules,
  can_create_web_public_channel_group: channelRules,
  can_create_write_only_bots_group: peopleRules,
  can_delete_any_message_group: editRules,
  can_delete_own_message_group: editRules,
  can_invite_users_group: peopleRules,
  can_manage_all_groups: groupRules,
  can_manage_billing_group: notShown('There is no billing.'),
  can_manage_channel_folders_group: rule('folders.ts'),
  can_mention_many_users_group: rule('mentioning.ts'),
  can_move_messages_between_channels_group: moveRules,
  can_move_messages_between_topics_group: moveRules,
  can_pin_messages_group: rule('pinning.ts'),
  can_resolve_topics_group: moveRules,
  can_start_calls_group: rule('calling.ts'),
  can_summarize_topics_group: peopleRules,
  topic_summaries_enabled: server('features/reach/summaries/summarize.ts'),
  mcp_enabled: server('features/reach/mcp/protocol.ts'),
  create_multiuse_invite_group: peopleRules,
  direct_message_initiator_group: postingRules,
  direct_message_permission_group: postingRules,
  second_factor_required_group: peopleRules,
  can_create_personal_tokens_group: peopleRules,
}

const webFolder = fileURLToPath(new URL('../..', import.meta.url))
const serverFolder = fileURLToPath(new URL('../../../../server/src', import.meta.url))
const rulesFolder = fileURLToPath(new URL('../../../../contract/src/permissions', import.meta.url))
const sorted = (names: Iterable<string>) => [...names].sort()
const all = [
  ...Object.entries(ofUsers).map(([id, honored]) => ({ of: 'users', id, honored })),
  ...Object.entries(ofOrganizations).map(([id, honored]) => ({ of: 'organizations', id, honored })),
]

/** The problem of a row: a missing file or symbol, or a file that does not mention the setting. */
function problemOf(id: string, honored: Honored): string | undefined {
  if ('notShown' in honored) return undefined
  const path =
    'web' in honored
      ? `${webFolder}/${honored.web}`
      : 'rule' in honored
        ? `${rulesFolder}/${honored.rule}`
        : `${serverFolder}/${honored.server}`
  if (!existsSync(path)) return `${path} does not exist`
  const source = readFileSync(path, 'utf8')
  if (!new RegExp(`\\b(realm_)?${id}\\b`).test(source)) return `${path} does not mention ${id}`
  if ('web' in honored && !new RegExp(`\\b(function|const) ${honored.symbol}\\b`).test(source))
    return `${path} does not define ${honored.symbol}`
  return undefined
}

describe('Every setting of the contract', () => {
  test('has a row', () => {
    expect(sorted(Object.keys(ofUsers))).toEqual(sorted(Object.keys(userSettings)))
    expect(sorted(Object.keys(ofOrganizations))).toEqual(
      sorted([...Object.keys(realmSettings), ...Object.keys(realmPermissions)]),
    )
  })

  test('is honored by the code that its row names', () => {
    const problems = all.flatMap(({ id, honored }) => problemOf(id, honored) ?? [])
    expect(problems).toEqual([])
  })

  test('of users has a row on the page about them', () => {
    const page = readFileSync(
      new URL('../../../../docs/subsystems/personal-settings.md', import.meta.url),
      'utf8',
    )
    const listed = [...page.matchAll(/^\| `(\w+)` \| (web|server|not shown)/gm)].map(
      ([, id, place]) => `${id} ${place}`,
    )
    const placeOf = (honored: Honored) =>
      'web' in honored ? 'web' : 'server' in honored ? 'server' : 'not shown'
    expect(listed.sort()).toEqual(
      Object.entries(ofUsers)
        .map(([id, one]) => `${id} ${placeOf(one)}`)
        .sort(),
    )
  })

  test('has a control in the app if it is honored, and none if it is not', () => {
    const shown = (rows: Record<string, Honored>) =>
      sorted(Object.keys(rows).filter((id) => !('notShown' in (rows[id] ?? {}))))
    expect(sorted(settingsTable.map(({ id }) => id))).toEqual(shown(ofUsers))
    expect(sorted(organizationTable.map(({ id }) => id))).toEqual(shown(ofOrganizations))
  })

  test('is not mentioned on settings pages if it is not shown', () => {
    const folders = ['settings', 'organization', 'forms', 'channels']
    const pages = folders.flatMap((folder) =>
      readdirSync(`${webFolder}/screens/${folder}`)
        .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
        .map((file) => `${folder}/${file}`),
    )
    const found = pages.flatMap((page) => {
      const source = readFileSync(`${webFolder}/screens/${page}`, 'utf8')
      return all
        .filter(({ id, honored }) => 'notShown' in honored && new RegExp(`\\b(realm_)?${id}\\b`).test(source))
        .map(({ id }) => `${page}: ${id}`)
    })
    expect(found).toEqual([])
  })
})
