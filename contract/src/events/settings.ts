import { z } from 'zod'
import { event } from '../event.ts'

const value = z.union([z.boolean(), z.int(), z.string()])

export const settingChanged = event('user_settings', 'update', 'The recipient changed a personal setting.', {
  property: z.string(),
  value,
  /** For `default_language`: the language's name for itself. */
  language_name: z.string().optional(),
})

export const displaySettingChanged = event(
  'update_display_settings',
  null,
  'The recipient changed a display setting. Sent to clients without `user_settings_object`.',
  { user: z.string(), setting_name: z.string(), setting: value, language_name: z.string().optional() },
)

export const notificationSettingChanged = event(
  'update_global_notifications',
  null,
  'The recipient changed a notification setting. Sent to clients without `user_settings_object`.',
  { user: z.string(), notification_name: z.string(), setting: value },
)
