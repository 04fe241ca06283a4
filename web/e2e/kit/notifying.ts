import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a page did that its reader hears or sees outside of it. */
interface NotificationRecord {
  /** How often it had something shown. */
  shows: number
  /** Numbers that it put on its icon, the last one last. */
  badges: number[]
  /** Notes that it played. */
  notes: number
}

/** Lets pages notify. From the next one on, notes are counted rather than played, and what the icon gets is noted. */
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

/** The notifications that the system shows of the app now, whoever made them. */
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

/** Taps the one notification that stands. No system is there to do that: the worker hears of it from us. */
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
