import { navigateTo } from '../navigation/router.ts'

/** Data shared with the service worker (`public/sw.js`): the address and the messages, newest last. */
interface NotificationData {
  address: string
  messages: readonly number[]
}

interface NotificationInput extends NotificationData {
  title: string
  body: string
  /** A newer notification replaces one with the same tag. Push notifications use the same tags. */
  tag: string
  icon?: string
  actions?: readonly { action: 'open' | 'read'; title: string }[]
}

/** Options that the type definitions lack, because not all browsers have them. */
interface Options extends NotificationOptions {
  renotify: boolean
  actions?: NotificationInput['actions']
}

/** Notifications of this window, made without a service worker. */
const windowNotifications = new Set<Notification>()

const worker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  return registration?.active == null ? undefined : registration
}

export const mayShow = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** Serializes showing and closing across tabs, so that a notification being shown can be closed. */
export const withNotificationLock = <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('loquat:notifications', act) : act()

/** All notifications on screen, or those of one conversation. */
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

/** Closes the notification with this tag, whether a window or the service worker shows it. */
export const closeShown = (tag: string): Promise<void> =>
  withNotificationLock(async () => {
    for (const one of await shownNotifications(tag)) one.close()
  })

/** Shows a notification through the service worker, or through the window, which phones do not support. */
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

/** Closes all notifications, when logging out. */
export const closeAll = (): Promise<void> =>
  withNotificationLock(async () => {
    for (const one of await shownNotifications()) one.close()
  })
