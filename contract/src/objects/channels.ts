import { z } from 'zod'
import { groupSettingValue } from './groups.ts'

export const channel = {
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  stream_post_policy: z.int(),
  is_announcement_only: z.boolean(),
  message_retention_days: z.int().nullable(),
  history_public_to_subscribers: z.boolean(),
  first_message_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  stream_weekly_traffic: z.int().nullable(),
  folder_id: z.int().nullable(),
  can_add_subscribers_group: groupSettingValue,
  can_remove_subscribers_group: groupSettingValue,
  can_administer_channel_group: groupSettingValue,
  can_send_message_group: groupSettingValue,
  can_subscribe_group: groupSettingValue,
}
export const channelObject = z.strictObject(channel)
export type ChannelObject = z.output<typeof channelObject>

const subscribers = z.array(z.int()).optional()
const inheritable = z.boolean().nullable()

export const subscription = {
  ...channel,
  subscribers,
  desktop_notifications: inheritable,
  email_notifications: inheritable,
  wildcard_mentions_notify: inheritable,
  push_notifications: inheritable,
  audible_notifications: inheritable,
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  in_home_view: z.boolean(),
  color: z.string(),
}
export const subscriptionObject = z.strictObject(subscription)
export type SubscriptionObject = z.output<typeof subscriptionObject>

/** A named set of channels that new users can choose to subscribe to. */
export const defaultChannelGroupObject = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  streams: z.array(z.int()),
})
export type DefaultChannelGroupObject = z.output<typeof defaultChannelGroupObject>

/** A channel that the user never subscribed to. */
export const neverSubscribedObject = z.strictObject({ ...channel, subscribers })
export type NeverSubscribedObject = z.output<typeof neverSubscribedObject>
