import type { MessageFlag, SubscriptionObject } from '@loquat/contract'
import { visibility } from '@loquat/contract/light'

/** The facts that decide whether to notify about a message. */
export interface NotificationContext {
  flags: readonly MessageFlag[]
  isDirect: boolean
  isOwn: boolean
  isMutedSender: boolean
  /** It was notified before; this is an edit. */
  isAnnounced: boolean
  /** The window has the focus, and the message is in the visible part of the view. */
  isSeen: boolean
  isDoNotDisturb: boolean
  /** Visibility policy of the topic. */
  policy: number
  /** The reader's subscription; undefined if not subscribed. */
  channel?: Pick<
    SubscriptionObject,
    'is_muted' | 'desktop_notifications' | 'audible_notifications' | 'wildcard_mentions_notify'
  >
}

/** The reader's notification settings. */
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

/** The settings that one kind of delivery depends on. */
interface DeliverySettings {
  channel: boolean
  followed: boolean
  personal: boolean
}

export const decideDesktop = (context: NotificationContext, settings: NotificationSettings): Decision =>
  decide(context, settings, {
    channel: context.channel?.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    followed: settings.enable_followed_topic_desktop_notifications,
    personal: settings.enable_desktop_notifications,
  })

export function decideSound(context: NotificationContext, settings: NotificationSettings): Decision {
  if (settings.notification_sound === 'none') return { notify: false, because: 'not-asked-for' }
  return decide(context, settings, {
    channel: context.channel?.audible_notifications ?? settings.enable_stream_audible_notifications,
    followed: settings.enable_followed_topic_audible_notifications,
    personal: settings.enable_sounds,
  })
}

function decide(
  context: NotificationContext,
  settings: NotificationSettings,
  delivery: DeliverySettings,
): Decision {
  const silence = silenceReason(context)
  if (silence !== undefined) return { notify: false, because: silence }
  const because = notifyReason(context, settings, delivery)
  return because === undefined ? { notify: false, because: 'not-asked-for' } : { notify: true, because }
}

function silenceReason(context: NotificationContext): SilenceReason | undefined {
  if (context.isOwn) return 'own'
  if (context.isMutedSender) return 'muted-sender'
  if (context.isAnnounced) return 'announced'
  if (context.flags.includes('read')) return 'read'
  if (context.isSeen) return 'seen'
  if (context.isDoNotDisturb) return 'do-not-disturb'
  return isMuted(context) && !context.flags.includes('mentioned') ? 'muted' : undefined
}

const isMuted = ({ isDirect, policy, channel }: NotificationContext) =>
  !isDirect && (policy === visibility.muted || (policy === visibility.inherit && channel?.is_muted === true))

/** The most personal reason that applies. */
function notifyReason(
  context: NotificationContext,
  settings: NotificationSettings,
  delivery: DeliverySettings,
): NotifyReason | undefined {
  const { flags, isDirect, policy, channel } = context
  const isFollowed = !isDirect && policy === visibility.followed
  if (delivery.personal) {
    if (isDirect) return 'direct'
    if (flags.includes('mentioned')) return 'mention'
    if (isWildcard(flags)) {
      const own = channel?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify
      if (own || (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify)) return 'wildcard'
    }
    if (flags.includes('has_alert_word')) return 'alert-word'
  }
  if (isFollowed && delivery.followed) return 'followed'
  return !isDirect && channel !== undefined && delivery.channel ? 'channel' : undefined
}

const isWildcard = (flags: readonly MessageFlag[]) =>
  flags.includes('stream_wildcard_mentioned') ||
  flags.includes('topic_wildcard_mentioned') ||
  flags.includes('wildcard_mentioned')

/** Minimum time between sounds. */
const soundIntervalMs = 3_000
export const maySound = (lastAt: number | undefined, now: number): boolean =>
  lastAt === undefined || now - lastAt >= soundIntervalMs

/** Whether the notification may show the text of the message. */
export const mayShowContent = ({ isDirect }: NotificationContext, settings: NotificationSettings): boolean =>
  !isDirect || settings.pm_content_in_desktop_notifications

const maxCharacters = 140
/** Shortens a text for a notification, by whole characters. */
export function shortened(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()]
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`
}
