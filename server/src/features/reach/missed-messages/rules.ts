import { type UserSettings, type VisibilityPolicy, visibility } from '@loquat/contract'
import { isBot, type User, userSetting } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'

/** Why a user is notified about a missed message. */
export type Trigger =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_in_followed_topic'
  | 'channel_wildcard_in_followed_topic'
  | 'topic_wildcard'
  | 'channel_wildcard'
  | 'followed_topic'
  | 'channel'

/** A receiver's relation to a message. */
export interface NotificationReason {
  /** Mention flags. */
  flags: number
  /** Undefined for a direct message. */
  channel:
    | {
        /** The receiver's policy for the topic. */
        policy: VisibilityPolicy
        isMuted: boolean
        /** The setting for the channel; null if it uses the default. */
        own: boolean | null
        wildcards: boolean | null
      }
    | undefined
}

/** After this long without activity, a user counts as offline. */
export const offlineAfterMs = 200_000

/** Notification channels, and the settings that control each. */
export type NotificationChannel = 'email' | 'push'
export const settingsOf = {
  email: {
    personal: 'enable_offline_email_notifications',
    followed: 'enable_followed_topic_email_notifications',
    channels: 'enable_stream_email_notifications',
  },
  push: {
    personal: 'enable_offline_push_notifications',
    followed: 'enable_followed_topic_push_notifications',
    channels: 'enable_stream_push_notifications',
  },
} as const satisfies Record<NotificationChannel, Record<string, keyof UserSettings>>

/** Only active people get notifications. */
export const mayGetNotifications = (user: User | undefined): user is User =>
  user?.isActive === true && !isBot(user)

/** The first trigger that applies. */
export function triggerOf(
  user: User,
  { flags, channel }: NotificationReason,
  way: NotificationChannel,
): Trigger | undefined {
  const settings = settingsOf[way]
  const isWanted = userSetting(user, settings.personal)
  if (channel === undefined) return isWanted ? 'direct_message' : undefined
  if (isWanted && (flags & flagBits.mentioned) !== 0) return 'mentioned'

  const { policy } = channel
  const isFollowed = policy === visibility.followed
  const ofTopic = (flags & flagBits.topic_wildcard_mentioned) !== 0
  const ofChannel = (flags & flagBits.stream_wildcard_mentioned) !== 0
  if (isFollowed && userSetting(user, 'enable_followed_topic_wildcard_mentions_notify')) {
    if (ofTopic) return 'topic_wildcard_in_followed_topic'
    if (ofChannel) return 'channel_wildcard_in_followed_topic'
  }
  const isMuted = policy === visibility.muted || (channel.isMuted && policy !== visibility.unmuted)
  if (!isMuted && (channel.wildcards ?? userSetting(user, 'wildcard_mentions_notify'))) {
    if (ofTopic) return 'topic_wildcard'
    if (ofChannel) return 'channel_wildcard'
  }
  if (isFollowed && userSetting(user, settings.followed)) return 'followed_topic'
  const wantsChannel = channel.own ?? userSetting(user, settings.channels)
  return !isMuted && wantsChannel ? 'channel' : undefined
}

const aboutMentions = new Set<Trigger>([
  'mentioned',
  'topic_wildcard_in_followed_topic',
  'channel_wildcard_in_followed_topic',
  'topic_wildcard',
  'channel_wildcard',
])

export const isAboutMention = (trigger: Trigger) => aboutMentions.has(trigger)
