import type { FetchedMessage, QueueEvent } from '@loquat/contract'
import { ringTag, useRings } from '../calls/rings.ts'
import { subscriptionTo } from '../channels/channels.ts'
import { lookup, mutedPeople, topicPolicy, unread } from '../lib/derived.ts'
import { firstLine } from '../messages/previews.ts'
import { type Conversation, conversationOf, keyOf } from '../navigation/conversation.ts'
import { addressOf, navigateTo, useRouter } from '../navigation/router.ts'
import { isOwnPicture } from '../people/own-picture.ts'
import { personById } from '../people/people.ts'
import { messages, myId, org } from '../session/session.ts'
import { browserLanguage, loadTexts } from '../texts/texts.tsx'
import { isObsolete, markNotified, markObsolete, wasNotified } from './already-notified.ts'
import { chime, maySoundHere } from './chime.ts'
import {
  decideDesktop,
  decideSound,
  mayShowContent,
  maySound,
  type NotificationContext,
  shortened,
} from './decide-notification.ts'
import { isQuiet } from './dnd.ts'
import {
  closeOwn,
  closeShown,
  mayShow,
  messagesOf,
  show,
  shownNotifications,
  withNotificationLock,
} from './system-notifications.ts'

let lastSound: number | undefined
let newest = 0

/** Notifies about relevant messages that the reader does not see, and closes outdated notifications. */
export function notifyAbout(events: readonly QueueEvent[]): void {
  for (const event of events) {
    if (event.type === 'message') void notify({ ...event.message, flags: event.flags })
    else if (event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'add') {
      void withdraw(event.all ? undefined : event.messages)
    } else if (event.type === 'delete_message') {
      void withdraw(event.message_ids ?? [])
    } else if (event.type === 'update_message' && wasNotified(event.message_id, 'shown')) {
      reconsider(event.message_id)
    }
  }
}

/** Closes the notifications of these messages, or all. */
async function withdraw(ids: readonly number[] | undefined): Promise<void> {
  markObsolete(ids, newest)
  await closeMatching((id) => ids === undefined || ids.includes(id))
}

/** Closes notifications of messages that were read while the app was closed. Newer messages than known are left alone. */
export async function withdrawRead(): Promise<void> {
  newest = Math.max(newest, org().max_message_id ?? 0)
  const waiting = new Set([...unread().conversations.values()].flatMap(({ ids }) => ids))
  const known = newest
  await closeMatching((id) => id <= known && !waiting.has(id))
}

/** Closes notifications by the newest message of each. */
async function closeMatching(isGone: (newestOf: number) => boolean): Promise<void> {
  await withNotificationLock(async () => {
    for (const one of await shownNotifications()) {
      const id = messagesOf(one).at(-1)
      if (id !== undefined && isGone(id)) one.close()
    }
  }).catch(() => {})
}

/** An edit may remove the reason for a notification. */
function reconsider(id: number): void {
  const message = messages.get(id)
  const { user_settings: settings } = org()
  if (message === undefined || settings === undefined) return
  const decision = decideDesktop({ ...contextOf(message), isAnnounced: false, isSeen: false }, settings)
  if (decision.because === 'not-asked-for') void withdraw([id])
}

export interface WorkerMessage {
  kind: 'pushed' | 'open' | 'counting'
  tag: string
  address: string
  /** The newest message of the notification. */
  messageId: number
}

/** The service worker asks before it shows a push notification, to avoid duplicates, and opens clicked notifications in this window. */
export function handleWorkerMessage({ data, ports }: MessageEvent<WorkerMessage>): void {
  const [answer] = ports
  if (data.kind === 'open') answer?.postMessage({ isOpened: navigateTo(data.address) })
  if (data.kind === 'counting') answer?.postMessage({ isCounting: true })
  if (data.kind !== 'pushed') return
  closeOwn(data.tag)
  const { call } = useRings.getState()
  const rings = call?.message_id === data.messageId
  // A visible window rings by itself; otherwise the notification of the worker replaces that of the ring.
  const isVisibleRing = rings && document.visibilityState === 'visible'
  if (rings && !isVisibleRing) void closeShown(ringTag(call))
  const { view } = useRouter.getState()
  const place: Conversation | undefined = view.kind === 'topic' || view.kind === 'dm' ? view : undefined
  const isOpen = document.hasFocus() && place !== undefined && keyOf(place) === data.tag
  answer?.postMessage({ isSeen: isOpen || isVisibleRing, isTold: rings || isTold(data.messageId) })
}

const isTold = (id: number) => wasNotified(id, 'shown') || wasNotified(id, 'heard')

async function notify(message: FetchedMessage): Promise<void> {
  const { user_settings: settings } = org()
  newest = Math.max(newest, message.id)
  if (settings === undefined) return
  const context = { ...contextOf(message), isSeen: false }
  const sound = { ...context, isAnnounced: wasNotified(message.id, 'heard') }
  const isHeard = decideSound(sound, settings).notify
  const isShown = decideDesktop(context, settings).notify
  if (!(isHeard || isShown) || (await isSeen(message.id))) return
  // If this tab cannot play sound, another tab does.
  if (isHeard && maySoundHere() && maySound(lastSound, Date.now())) {
    lastSound = Date.now()
    // Not awaited: the lock is held for a while to keep other tabs away.
    void inOneTab(`sound:${message.id}`, () => {
      if (isObsolete(message.id)) return
      markNotified(message.id, 'heard')
      chime(settings.notification_sound)
    })
  }
  if (!isShown || !mayShow()) return
  const body = mayShowContent(context, settings) ? shortened(firstLine(message.content)) : ''
  await inOneTab(`desktop:${message.id}`, () => withNotificationLock(() => showMessage(message, body)))
}

async function showMessage(message: FetchedMessage, body: string): Promise<void> {
  if (isObsolete(message.id)) return
  markNotified(message.id, 'shown')
  const about = describe(message)
  const before = (await shownNotifications(about.tag)).flatMap(messagesOf)
  // A push notification was shown while this window slept.
  if (before.includes(message.id)) return
  const messageIds = [...before.filter((id) => !isObsolete(id)), message.id]
  const { text } = await loadTexts(org().user_settings?.default_language ?? browserLanguage())
  await show({
    ...about,
    body: messageIds.length < 3 ? body : text('notify.many', { count: String(messageIds.length) }),
    ...(isOwnPicture(personById(message.sender_id)?.avatar_url)
      ? { icon: `/avatar/${message.sender_id}` }
      : {}),
    messages: messageIds,
    actions: [
      { action: 'open', title: text('notify.open') },
      { action: 'read', title: text('notify.read') },
    ],
  })
}

function contextOf(message: FetchedMessage): Omit<NotificationContext, 'isSeen'> {
  const { stream_id: channelId, subject, sender_id: senderId, flags, id } = message
  const channel = channelId === undefined ? undefined : subscriptionTo(channelId)
  return {
    flags,
    isDirect: channelId === undefined,
    isOwn: senderId === myId(),
    isMutedSender: mutedPeople().has(senderId),
    isAnnounced: wasNotified(id, 'shown'),
    isDoNotDisturb: isQuiet(),
    policy: channelId === undefined ? 0 : topicPolicy(channelId, subject),
    ...(channel === undefined ? {} : { channel }),
  }
}

/** Waits briefly for a new message to be drawn. */
async function isSeen(id: number): Promise<boolean> {
  for (let waited = 0; waited < 400 && document.hasFocus(); waited += 50) {
    if (isOnScreen(id)) return true
    if (document.querySelector('[role=feed]') === null) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** Rows outside the visible part are mostly not drawn. */
function isOnScreen(id: number): boolean {
  const box = document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight && box.bottom > 0
}

function describe(message: FetchedMessage): { title: string; address: string; tag: string } {
  const place = conversationOf(message, myId())
  const { userName, channelName } = lookup()
  const sender = userName(message.sender_id) ?? message.sender_full_name
  const where = place.kind === 'topic' ? ` (#${channelName(place.channelId) ?? ''} › ${place.topic})` : ''
  return { title: sender + where, address: addressOf({ ...place, at: message.id }), tag: keyOf(place) }
}

/** Runs in the first of several tabs only. */
async function inOneTab(name: string, act: () => void | Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await act()
  await navigator.locks.request(`loquat:${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await act()
    // Long enough for slow tabs to find the lock taken.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  })
}
