import type { FetchedMessage } from '@loquat/contract'
import { loadTexts } from '../texts/texts.tsx'
import { subscriptionTo } from './channels.ts'
import { chime } from './chime.ts'
import { type Conversation, conversationOf, keyOf } from './conversation.ts'
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
import { addressOf, navigateTo, useRouter } from './router.ts'
import { messages, myId, onEvents, org } from './session.ts'
import { isOver, noteOver, noteTold, wasTold } from './told.ts'

/** Notifications that stand on the screen, by message: they go when the message is read anywhere. */
const shown = new Map<number, Notification>()
let lastSound: number | undefined
let newest = 0

/** Tells of messages that concern the reader and that they do not see. */
export function keepNotifying(): void {
  navigator.serviceWorker?.addEventListener('message', heedWorker)
  onEvents((events) => {
    for (const event of events) {
      if (event.type === 'message') void tell({ ...event.message, flags: event.flags })
      else if (event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'add') {
        withdraw(event.all ? undefined : event.messages)
      } else if (event.type === 'delete_message') {
        withdraw(event.message_ids ?? [])
      } else if (event.type === 'update_message' && shown.has(event.message_id)) {
        reconsider(event.message_id)
      }
    }
  })
}

/** Closes what is shown about these messages, or about all. */
function withdraw(ids: readonly number[] | undefined): void {
  noteOver(ids, newest)
  for (const id of ids ?? [...shown.keys()]) {
    shown.get(id)?.close()
    shown.delete(id)
  }
  void withdrawPushed(ids).catch(() => {})
}

/** The same for what the worker shows. Of a conversation it shows the newest. */
async function withdrawPushed(ids: readonly number[] | undefined): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) {
    const told = (notification.data as { messages?: number[] } | null)?.messages ?? []
    if (ids === undefined || ids.includes(told.at(-1) ?? 0)) notification.close()
  }
}

/** An edit may have taken away what it was told for. */
function reconsider(id: number): void {
  const message = messages.get(id)
  const { user_settings: settings } = org()
  if (message === undefined || settings === undefined) return
  const decision = decideDesktop({ ...occasionOf(message), isAnnounced: false, isSeen: false }, settings)
  if (decision.because === 'not-asked-for') withdraw([id])
}

interface FromWorker {
  kind: 'pushed' | 'open'
  tag: string
  address: string
}

/** The worker asks before it shows something, so that nothing is shown twice; and leads here when something is clicked. */
function heedWorker({ data, ports }: MessageEvent<FromWorker>): void {
  const [answer] = ports
  if (data.kind === 'open') answer?.postMessage({ isOpened: navigateTo(data.address) })
  if (data.kind !== 'pushed') return
  const own = [...shown].filter(([, { tag }]) => tag === data.tag)
  for (const [id, notification] of own) {
    notification.close()
    shown.delete(id)
  }
  const { view } = useRouter.getState()
  const place: Conversation | undefined = view.kind === 'topic' || view.kind === 'dm' ? view : undefined
  const isSeen = document.hasFocus() && place !== undefined && keyOf(place) === data.tag
  answer?.postMessage({ isSeen, isTakenOver: own.length > 0 })
}

async function tell(message: FetchedMessage): Promise<void> {
  const { user_settings: settings } = org()
  newest = Math.max(newest, message.id)
  if (settings === undefined || wasTold(message.id)) return
  const occasion = occasionOf(message)
  if (decideSound(occasion, settings).notify && maySound(lastSound, Date.now())) {
    lastSound = Date.now()
    // Not waited for: it keeps other tabs away for a while.
    void inOneTab(`sound:${message.id}`, () => {
      if (isOver(message.id)) return
      noteTold(message.id)
      chime(settings.notification_sound)
    })
  }
  if (!decideDesktop(occasion, settings).notify) return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  await inOneTab(`desktop:${message.id}`, async () => {
    if (isOver(message.id)) return
    noteTold(message.id)
    const { title, address, tag } = aboutIt(message)
    const count = 1 + [...shown.values()].filter((one) => one.tag === tag).length
    const said = mayShowContent(occasion, settings) ? shortened(firstLine(message.content)) : ''
    const body = count < 3 ? said : await manyMessages(count)
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

async function manyMessages(count: number): Promise<string> {
  const { text } = await loadTexts(org().user_settings?.default_language ?? navigator.language)
  return text('notify.many', { count: String(count) })
}

/** Of several tabs, the first does it. */
async function inOneTab(name: string, act: () => void | Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await act()
  await navigator.locks.request(`loquat:${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await act()
    // Long enough for the slowest of the other tabs to find it taken.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  })
}

/** For whoever asks by a button; browsers refuse questions that nobody asked for. */
export const askToNotify = async (): Promise<NotificationPermission> =>
  typeof Notification === 'undefined' ? 'denied' : await Notification.requestPermission()
