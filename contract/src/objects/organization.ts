import { z } from 'zod'
import { userSettings, userSettingsObject } from './user-settings.ts'

/** An email domain that users of the organization may have. */
export const realmDomain = z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() })
export type RealmDomain = z.output<typeof realmDomain>

/** By method name: whether the organization enables it and the server supports it. */
export const authenticationMethodStates = z.record(
  z.string(),
  z.strictObject({ enabled: z.boolean(), available: z.boolean() }),
)
export type AuthenticationMethodStates = z.output<typeof authenticationMethodStates>

type SettingName = keyof typeof userSettings
const personalOnly = [
  'default_language',
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
] as const satisfies SettingName[]
export type DefaultableSetting = Exclude<SettingName, (typeof personalOnly)[number]>

/** The personal settings whose default an organization can set for new users. */
export const defaultableSettings = (Object.keys(userSettings) as SettingName[]).filter(
  (name) => !(personalOnly as readonly SettingName[]).includes(name),
) as DefaultableSetting[]

export const userSettingsDefaults = userSettingsObject.omit({ timezone: true })

const notices = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
] as const

/** Where the messages of another product are now. Only for users who were imported from it. */
export const importNotices = [
  'imported_from_slack',
  'imported_from_mattermost',
  'imported_from_rocketchat',
  'imported_from_discord',
] as const

/** Marked by the web app: the news of a version when it is opened, first steps when they are done or dismissed. */
export const appNotices = ['whats_new_0_3', 'first_steps', 'owner_setup'] as const

/** Hints that clients show once per user, and steps that they perform once. */
export const onboardingSteps = [
  ...[...notices, ...importNotices, ...appNotices].map((name) => ({ type: 'one_time_notice', name })),
  { type: 'one_time_action', name: 'narrow_to_dm_with_welcome_bot_new_user' },
] as const
export const onboardingStepNames = [
  ...notices,
  ...importNotices,
  ...appNotices,
  'narrow_to_dm_with_welcome_bot_new_user',
] as const
export type OnboardingStepName = (typeof onboardingStepNames)[number]
export const onboardingStep = z.strictObject({ type: z.string(), name: z.string() })
