/** What a subscriber set for a channel; kept when they leave. */
export interface PersonalPart {
  color: string
  is_muted: boolean
  pin_to_top: boolean
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

export const presentPersonal = (personal: PersonalPart) => ({
  ...personal,
  in_home_view: !personal.is_muted,
})
