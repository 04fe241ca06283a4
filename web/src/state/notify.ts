import type { FetchedMessage } from '@loquat/contract'
import { subscriptionTo } from './channels.ts'
import { chime } from './chime.ts'
import { conversationOf, keyOf } from './conversation.ts'
import {
  decideDesktop,
  decideSound,
  mayShowContent,
  maySound,
  type Occasion,
  shortened,
} from './decide-notification.ts'
import { lookup, mutedPeople, topicPolicy } from './derived.ts'
import { isQuiet } from './dnd.ts'
import { firstLine } from './previews.ts'
import { addressOf, navigateTo } from './router.ts'
import { myId, onEvents, org } from './session.ts'

/** Notifications that stand on the screen, by message: they go when the message is read anywhere. */
const shown = new Map<number, Notification>()
let lastSound: number | undefined

/** Tells of messages that concern the reader and that they do not see. */
export function keepNotifying(): void {
  onEvents((events) => {
    for (const event of events) {
      if (event.type === 'message') void tell({ ...event.message, flags: event.flags })
      else if (event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'add') {
        for (const id of event.all ? [...shown.keys()] : event.messages) withdraw(id)
      } else if (event.type === 'delete_message') {
        for (const id of event.message_ids ?? []) withdraw(id)
      }
    }
  })
}

function withdraw(id: number): void {
  shown.get(id)?.close()
  shown.delete(id)
}

async function tell(message: FetchedMessage): Promise<void> {
  const { user_settings: settings } = org()
  if (settings === undefined) return
  const occasion = occasionOf(message)
  if (decideSound(occasion, settings).notify && maySound(lastSound, Date.now())) {
    lastSound = Date.now()
    await inOneTab(`sound:${message.id}`, () => chime(settings.notification_sound))
  }
  if (!decideDesktop(occasion, settings).notify) return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  await inOneTab(`desktop:${message.id}`, () => {
    const { title, address, tag } = aboutIt(message)
    const body = mayShowContent(occasion, settings) ? shortened(firstLine(message.content)) : ''
    const notification = new Notification(title, { body, tag, icon: `/avatar/${message.sender_id}` })
    shown.set(message.id, notification)
    notification.onclick = () => {
      window.focus()
      navigateTo(address)
      notification.close()
    }
  })
}

function occasionOf(message: FetchedMessage): Occasion {
  const { stream_id: channelId, subject, sender_id: senderId, flags, id } = message
  const channel = channelId === undefined ? undefined : subscriptionTo(channelId)
  return {
    flags,
    isDirect: channelId === undefined,
    isOwn: senderId === myId(),
    isMutedSender: mutedPeople().has(senderId),
    isAnnounced: shown.has(id),
    isSeen: document.hasFocus() && isOnScreen(id),
    isDoNotDisturb: isQuiet(),
    policy: channelId === undefined ? 0 : topicPolicy(channelId, subject),
    ...(channel === undefined ? {} : { channel }),
  }
}

/** Rows outside the visible part are mostly not drawn at all; those that are drawn are near it. */
function isOnScreen(id: number): boolean {
  const box = document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight && box.bottom > 0
}

function aboutIt(message: FetchedMessage): { title: string; address: string; tag: string } {
  const place = conversationOf(message, myId())
  const { userName, channelName } = lookup()
  const sender = userName(message.sender_id) ?? message.sender_full_name
  const where = place.kind === 'topic' ? ` (#${channelName(place.channelId) ?? ''} › ${place.topic})` : ''
  return { title: sender + where, address: addressOf({ ...place, at: message.id }), tag: keyOf(place) }
}

/** Of several tabs, the first does it. */
async function inOneTab(name: string, act: () => void): Promise<void> {
  if (!('locks' in navigator)) {
    act()
    return
  }
  await navigator.locks.request(`loquat:${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    act()
    // Long enough for the slowest of the other tabs to find it taken.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  })
}

/** For whoever asks by a button; browsers refuse questions that nobody asked for. */
export const askToNotify = async (): Promise<NotificationPermission> =>
  typeof Notification === 'undefined' ? 'denied' : await Notification.requestPermission()
