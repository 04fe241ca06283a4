import { navigateTo } from '../navigation/router.ts'

/** What the worker goes by too: where a click leads, and what it is about, the newest last (`public/sw.js`). */
interface NotificationData {
  address: string
  messages: readonly number[]
}

interface NotificationInput extends NotificationData {
  title: string
  body: string
  /** One is shown of each: a newer one takes its place. Those that were pushed have the same. */
  tag: string
  icon?: string
  actions?: readonly { action: 'open' | 'read'; title: string }[]
}

/** Of notifications; the types of browsers lack it where not all of them have it. */
interface Options extends NotificationOptions {
  renotify: boolean
  actions?: NotificationInput['actions']
}

/** Those that this window had to make itself. The worker's outlive it, and are known to all windows. */
const windowNotifications = new Set<Notification>()

const worker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  return registration?.active == null ? undefined : registration
}

export const mayShow = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** Showing and taking back happen one after the other, in whichever tab: else what is being shown could not be taken back. */
export const withNotificationLock = <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('loquat:notifications', act) : act()

/** What stands on the screen, whoever showed it: all of it, or that of one conversation. */
export async function shownNotifications(tag?: string): Promise<Notification[]> {
  const shown = (await (await worker())?.getNotifications()) ?? []
  return [...windowNotifications, ...shown].filter((one) => tag === undefined || one.tag === tag)
}

export const messagesOf = ({ data }: Notification): readonly number[] =>
  (data as Partial<NotificationData> | null)?.messages ?? []

export function closeOwn(tag: string): void {
  for (const one of [...windowNotifications].filter((each) => each.tag === tag)) {
    one.close()
    windowNotifications.delete(one)
  }
}

/** By the worker, which all browsers let; without one by the window, which those of phones refuse. */
export async function show({
  title,
  body,
  tag,
  icon,
  address,
  messages,
  actions,
}: NotificationInput): Promise<void> {
  const data: NotificationData = { address, messages }
  const options: Options = { body, tag, data, renotify: true, ...(icon === undefined ? {} : { icon }) }
  closeOwn(tag)
  const by = await worker()
  if (by !== undefined) return await by.showNotification(title, { ...options, actions } as Options)
  const notification = new Notification(title, options)
  windowNotifications.add(notification)
  notification.onclose = () => windowNotifications.delete(notification)
  notification.onclick = () => {
    window.focus()
    navigateTo(address)
    notification.close()
  }
}

/** For whoever logs out. */
export const closeAll = (): Promise<void> =>
  withNotificationLock(async () => {
    for (const one of await shownNotifications()) one.close()
  })
