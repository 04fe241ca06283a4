import type { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { type UserSettings, userSettings } from '../objects/user-settings.ts'
import { json, type Param, text } from '../param.ts'
import { userNameReasons } from '../reasons/identity.ts'
import { emailDenialReasons } from '../reasons/sign-in.ts'

type SettingParams = { [K in keyof UserSettings]: Param<z.ZodOptional<z.ZodType<UserSettings[K]>>> }

/** Strings are sent as plain text, everything else as JSON. */
export const settingParams = Object.fromEntries(
  Object.entries(userSettings).map(([name, { schema, initial }]) => [
    name,
    typeof initial === 'string' ? text(schema.optional()) : json(schema.optional()),
  ]),
) as unknown as SettingParams

const spec = {
  auth: 'user',
  gate: 'human',
  params: {
    full_name: text(shortText.optional()),
    email: text(shortText.optional()),
    old_password: text(shortText.optional()),
    new_password: text(shortText.optional()),
    ...settingParams,
    timezone: text(shortText.optional()),
  },
  reply: {},
  reasons: [
    'old-password-wrong',
    'old-password-attempts-exceeded',
    'old-password-missing',
    'new-password-in-directory',
    'login-directory-unavailable',
    'email-change-disabled',
    'proof-required',
    ...emailDenialReasons,
    ...userNameReasons,
    'user-not-found',
    'email-address-invalid',
    'email-address-taken',
    'new-password-too-weak',
    'new-password-too-short',
    'new-password-breached',
    'timezone-not-found',
  ],
} as const

export const updateSettings = endpoint({
  route: 'PATCH /settings',
  summary: 'Update your settings',
  notes:
    'Use this to change your name, email address, password or personal settings. Settings that are not sent are ' +
    'unchanged. A new email address must be confirmed with a link that is sent to it. A new password ends all other ' +
    'sessions.',
  ...spec,
  example: { full_name: 'Alice Berger', timezone: 'Europe/Vienna', color_scheme: 2 },
})

export const updateDisplaySettings = endpoint({
  route: 'PATCH /settings/display',
  summary: 'Update display settings',
  notes: 'Use this only in older clients. Accepts the same parameters as updating your settings.',
  deprecated: 'Use `PATCH /settings`.',
  ...spec,
  example: { twenty_four_hour_time: true },
})

export const updateNotificationSettings = endpoint({
  route: 'PATCH /settings/notifications',
  summary: 'Update notification settings',
  notes: 'Use this only in older clients. Accepts the same parameters as updating your settings.',
  deprecated: 'Use `PATCH /settings`.',
  ...spec,
  example: { enable_desktop_notifications: false },
})
