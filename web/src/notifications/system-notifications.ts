import { navigateTo } from '../navigation/router.ts'

/** What the worker goes by too: where a click leads, and what it is about, the newest last (`public/sw.js`). */
interface About {
  address: string
  messages: readonly number[]
}

interface Said extends About {
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
  actions?: Said['actions']
}

/** Those that this window had to make itself. The worker's outlive it, and are known to all windows. */
const own = new Set<Notification>()

const worker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  return registration?.active == null ? undefined : registration
}

export const mayShow = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** Showing and taking back happen one after the other, in whichever tab: else what is being shown could not be taken back. */
export const inTurn = <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('loquat:notifications', act) : act()

/** What stands on the screen, whoever showed it: all of it, or that of one conversation. */
export async function standing(tag?: string): Promise<Notification[]> {
  const shown = (await (await worker())?.getNotifications()) ?? []
  return [...own, ...shown].filter((one) => tag === undefined || one.tag === tag)
}

export const messagesOf = ({ data }: Notification): readonly number[] =>
  (data as Partial<About> | null)?.messages ?? []

export function closeOwn(tag: string): void {
  for (const one of [...own].filter((each) => each.tag === tag)) {
    one.close()
    own.delete(one)
  }
}

/** By the worker, which all browsers let; without one by the window, which those of phones refuse. */
export async function show({ title, body, tag, icon, address, messages, actions }: Said): Promise<void> {
  const data: About = { address, messages }
  const options: Options = { body, tag, data, renotify: true, ...(icon === undefined ? {} : { icon }) }
  closeOwn(tag)
  const by = await worker()
  if (by !== undefined) return await by.showNotification(title, { ...options, actions } as Options)
  const notification = new Notification(title, options)
  own.add(notification)
  notification.onclose = () => own.delete(notification)
  notification.onclick = () => {
    window.focus()
    navigateTo(address)
    notification.close()
  }
}

/** For whoever logs out. */
export const closeAll = (): Promise<void> =>
  inTurn(async () => {
    for (const one of await standing()) one.close()
  })
