import { z } from 'zod'
import { userSettings, userSettingsObject } from './user-settings.ts'

/** Where people of the organization may have their address. */
export const realmDomain = z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() })
export type RealmDomain = z.output<typeof realmDomain>

/** By the name of the way: whether the organization wants it, and whether the server has it. */
export const authenticationMethodStates = z.record(
  z.string(),
  z.strictObject({ enabled: z.boolean(), available: z.boolean() }),
)
export type AuthenticationMethodStates = z.output<typeof authenticationMethodStates>

type Name = keyof typeof userSettings
const personalOnly = [
  'default_language',
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
] as const satisfies Name[]
export type DefaultableSetting = Exclude<Name, (typeof personalOnly)[number]>

/** The personal settings for which an organization can say how new people begin. */
export const defaultableSettings = (Object.keys(userSettings) as Name[]).filter(
  (name) => !(personalOnly as readonly Name[]).includes(name),
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

/** What clients show to somebody once, or do once. */
export const onboardingSteps = [
  ...notices.map((name) => ({ type: 'one_time_notice', name })),
  { type: 'one_time_action', name: 'narrow_to_dm_with_welcome_bot_new_user' },
] as const
export const onboardingStepNames = [...notices, 'narrow_to_dm_with_welcome_bot_new_user'] as const
export type OnboardingStepName = (typeof onboardingStepNames)[number]
export const onboardingStep = z.strictObject({ type: z.string(), name: z.string() })
