/** A subscriber's own settings of a channel; kept after unsubscribing. */
export interface PersonalChannelSettings {
  color: string
  is_muted: boolean
  pin_to_top: boolean
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

export const serializePersonalSettings = (personal: PersonalChannelSettings) => ({
  ...personal,
  in_home_view: !personal.is_muted,
})
