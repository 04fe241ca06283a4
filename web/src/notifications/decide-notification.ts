import type { MessageFlag, SubscriptionObject } from '@loquat/contract'
import { visibility } from '@loquat/contract/light'

/** Everything that decides whether a message is announced, known at the moment when it is. */
export interface Occasion {
  flags: readonly MessageFlag[]
  isDirect: boolean
  isOwn: boolean
  isMutedSender: boolean
  /** It was announced before: this is an edit. */
  isAnnounced: boolean
  /** The window has the focus, and the message is in the visible part of the view. */
  isSeen: boolean
  isDoNotDisturb: boolean
  /** What the reader made of the topic. */
  policy: number
  /** The reader's own settings of the channel; none where not subscribed. */
  channel?: Pick<
    SubscriptionObject,
    'is_muted' | 'desktop_notifications' | 'audible_notifications' | 'wildcard_mentions_notify'
  >
}

/** The reader's settings that are about this. */
export interface NotificationSettings {
  enable_stream_desktop_notifications: boolean
  enable_stream_audible_notifications: boolean
  enable_followed_topic_desktop_notifications: boolean
  enable_followed_topic_audible_notifications: boolean
  enable_desktop_notifications: boolean
  enable_sounds: boolean
  wildcard_mentions_notify: boolean
  enable_followed_topic_wildcard_mentions_notify: boolean
  notification_sound: string
  pm_content_in_desktop_notifications: boolean
}

export type NotifyReason = 'direct' | 'mention' | 'alert-word' | 'wildcard' | 'followed' | 'channel'
export type SilenceReason =
  | 'own'
  | 'muted-sender'
  | 'announced'
  | 'read'
  | 'seen'
  | 'do-not-disturb'
  | 'muted'
  | 'not-asked-for'
export type Decision = { notify: true; because: NotifyReason } | { notify: false; because: SilenceReason }

/** Which settings one way of announcing goes by. */
interface Way {
  channel: boolean
  followed: boolean
  personal: boolean
}

export const decideDesktop = (occasion: Occasion, settings: NotificationSettings): Decision =>
  decide(occasion, settings, {
    channel: occasion.channel?.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    followed: settings.enable_followed_topic_desktop_notifications,
    personal: settings.enable_desktop_notifications,
  })

export function decideSound(occasion: Occasion, settings: NotificationSettings): Decision {
  if (settings.notification_sound === 'none') return { notify: false, because: 'not-asked-for' }
  return decide(occasion, settings, {
    channel: occasion.channel?.audible_notifications ?? settings.enable_stream_audible_notifications,
    followed: settings.enable_followed_topic_audible_notifications,
    personal: settings.enable_sounds,
  })
}

function decide(occasion: Occasion, settings: NotificationSettings, way: Way): Decision {
  const silence = silenced(occasion)
  if (silence !== undefined) return { notify: false, because: silence }
  const because = reasonToTell(occasion, settings, way)
  return because === undefined ? { notify: false, because: 'not-asked-for' } : { notify: true, because }
}

function silenced(occasion: Occasion): SilenceReason | undefined {
  if (occasion.isOwn) return 'own'
  if (occasion.isMutedSender) return 'muted-sender'
  if (occasion.isAnnounced) return 'announced'
  if (occasion.flags.includes('read')) return 'read'
  if (occasion.isSeen) return 'seen'
  if (occasion.isDoNotDisturb) return 'do-not-disturb'
  return isMuted(occasion) && !occasion.flags.includes('mentioned') ? 'muted' : undefined
}

const isMuted = ({ isDirect, policy, channel }: Occasion) =>
  !isDirect && (policy === visibility.muted || (policy === visibility.inherit && channel?.is_muted === true))

/** The most personal reason of those that hold. */
function reasonToTell(
  occasion: Occasion,
  settings: NotificationSettings,
  way: Way,
): NotifyReason | undefined {
  const { flags, isDirect, policy, channel } = occasion
  const isFollowed = !isDirect && policy === visibility.followed
  if (way.personal) {
    if (isDirect) return 'direct'
    if (flags.includes('mentioned')) return 'mention'
    if (isWildcard(flags)) {
      const own = channel?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify
      if (own || (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify)) return 'wildcard'
    }
    if (flags.includes('has_alert_word')) return 'alert-word'
  }
  if (isFollowed && way.followed) return 'followed'
  return !isDirect && channel !== undefined && way.channel ? 'channel' : undefined
}

const isWildcard = (flags: readonly MessageFlag[]) =>
  flags.includes('stream_wildcard_mentioned') ||
  flags.includes('topic_wildcard_mentioned') ||
  flags.includes('wildcard_mentioned')

/** Sounds of messages that come together are one. */
const quietFor = 3_000
export const maySound = (lastAt: number | undefined, now: number): boolean =>
  lastAt === undefined || now - lastAt >= quietFor

/** Whether what was said may stand on the screen for everybody to see. */
export const mayShowContent = ({ isDirect }: Occasion, settings: NotificationSettings): boolean =>
  !isDirect || settings.pm_content_in_desktop_notifications

const longest = 140
/** As much of a text as a notification shows, in whole characters. */
export function shortened(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()]
  return characters.length <= longest
    ? characters.join('')
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
