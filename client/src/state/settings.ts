import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withSetting(
  state: InitialState,
  { property, value }: BodyOf<'user_settings:update'>,
): InitialState {
  const changed = state.user_settings && { ...state.user_settings, [property]: value }
  const drafts = property === 'enable_drafts_synchronization' && value === false ? { drafts: [] } : {}
  // Disabling synchronization deletes drafts on the server without a separate event.
  return patch(state, { user_settings: changed as InitialState['user_settings'], ...drafts })
}

export function withDisplaySetting(
  state: InitialState,
  { setting_name, setting }: BodyOf<'update_display_settings'>,
): InitialState {
  return patch(state, { [setting_name]: setting })
}

export function withNotificationSetting(
  state: InitialState,
  { notification_name, setting }: BodyOf<'update_global_notifications'>,
): InitialState {
  return patch(state, { [notification_name]: setting })
}
