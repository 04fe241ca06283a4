import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Notifications of a page outside of its window. */
interface NotificationRecord {
  /** Number of shown notifications. */
  shows: number
  /** Counts of the app badge, newest last. */
  badges: number[]
  /** Number of played sounds. */
  notes: number
}

/** Grants the permission to notify. From the next page load, sounds and badges are recorded. */
export async function recordNotifications(where: BrowserContext): Promise<void> {
  await where.grantPermissions(['notifications'])
  await where.addInitScript(() => {
    const told: NotificationRecord = { shows: 0, badges: [], notes: 0 }
    Object.assign(globalThis, { told })
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => void told.badges.push(count),
    })
    Object.assign(OscillatorNode.prototype, { start: () => void told.notes++, stop: () => {} })
    const { showNotification } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.showNotification = function (...said) {
      told.shows++
      return showNotification.apply(this, said)
    }
  })
}

export const notificationRecord = (page: Page): Promise<NotificationRecord> =>
  page.evaluate(() => (globalThis as unknown as { told: NotificationRecord }).told)

/** The notifications of the app that the system shows now. */
export const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications()
    return all.map((one) => ({
      title: one.title,
      body: one.body,
      tag: one.tag,
      actions: (one as unknown as { actions: { title: string }[] }).actions.map(({ title }) => title),
    }))
  })

/** Waits until no tab is about to notify: each holds a lock until all others have found it taken. */
export const expectNotifyingDone = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query()
        return [...held, ...pending]
          .map(({ name = '' }) => name)
          .filter((name) => /^loquat:(desktop|sound|notifications)/.test(name))
      }),
    )
    .toEqual([])

/** Taps the first notification by sending the event to the service worker. */
export async function tapNotification(page: Page, action = ''): Promise<void> {
  const worker = page.context().serviceWorkers()[0]
  if (worker === undefined) throw new Error('There is no worker.')
  await worker.evaluate(async (action) => {
    const { registration, NotificationEvent } = globalThis as unknown as WorkerScope
    const [notification] = await registration.getNotifications()
    const tap = new NotificationEvent('notificationclick', { notification, action })
    const { promise, resolve } = Promise.withResolvers()
    dispatchEvent(Object.assign(tap, { waitUntil: resolve }))
    await promise
  }, action)
}

interface WorkerScope {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: { notification: unknown; action: string }) => Event
}
