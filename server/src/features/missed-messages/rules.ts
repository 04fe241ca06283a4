import { type VisibilityPolicy, visibility } from '@loquat/contract'
import { isBot, type User, userSetting } from '../../directory/directory.ts'
import { bits } from '../../events/flag-bits.ts'

/** Why somebody gets a mail about a message. */
export type Trigger =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_in_followed_topic'
  | 'channel_wildcard_in_followed_topic'
  | 'topic_wildcard'
  | 'channel_wildcard'
  | 'followed_topic'
  | 'channel'

/** What a message and one of its receivers have to do with each other. */
export interface Concern {
  /** Mentions, as bits. */
  flags: number
  /** Undefined where it is a direct message. */
  channel:
    | {
        /** What the receiver made of the topic. */
        policy: VisibilityPolicy
        isMuted: boolean
        /** What they decided for the channel; null where that is what they decided for all. */
        mail: boolean | null
        wildcards: boolean | null
      }
    | undefined
}

/** Somebody without presence in this time is elsewhere. */
export const awayAfter = 200_000

/** Nobody else gets mails, whatever they are about. */
export const mayGetMail = (user: User | undefined): user is User => user?.isActive === true && !isBot(user)

/** The first reason that applies. */
export function triggerOf(user: User, { flags, channel }: Concern): Trigger | undefined {
  const wantsMail = userSetting(user, 'enable_offline_email_notifications')
  if (channel === undefined) return wantsMail ? 'direct_message' : undefined
  if (wantsMail && (flags & bits.mentioned) !== 0) return 'mentioned'

  const { policy } = channel
  const isFollowed = policy === visibility.followed
  const ofTopic = (flags & bits.topic_wildcard_mentioned) !== 0
  const ofChannel = (flags & bits.stream_wildcard_mentioned) !== 0
  if (isFollowed && userSetting(user, 'enable_followed_topic_wildcard_mentions_notify')) {
    if (ofTopic) return 'topic_wildcard_in_followed_topic'
    if (ofChannel) return 'channel_wildcard_in_followed_topic'
  }
  const isMuted = policy === visibility.muted || (channel.isMuted && policy !== visibility.unmuted)
  if (!isMuted && (channel.wildcards ?? userSetting(user, 'wildcard_mentions_notify'))) {
    if (ofTopic) return 'topic_wildcard'
    if (ofChannel) return 'channel_wildcard'
  }
  if (isFollowed && userSetting(user, 'enable_followed_topic_email_notifications')) return 'followed_topic'
  const wantsChannel = channel.mail ?? userSetting(user, 'enable_stream_email_notifications')
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
