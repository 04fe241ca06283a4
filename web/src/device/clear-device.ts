import { closeAll } from '../notifications/system-notifications.ts'
import { deleteSnapshot } from '../session/snapshot.ts'
import { deleteDeviceDb, deleteStoredFeeds } from './device-db.ts'
import { isSharedComputer } from './shared-computer.ts'

/** What is about the device and not about who uses it. */
const isDeviceSetting = (name: string) => name.startsWith('layout.') || name === 'organizations'

/** Leaves nothing behind of whoever was logged in: no state, no texts, no pictures, no way to notify them. */
export async function clearDevice(): Promise<void> {
  await Promise.all([
    deleteSnapshot(),
    deleteDeviceDb(),
    deleteCaches('pictures', 'device', 'shared'),
    unsubscribePush(),
    clearNotifications(),
  ])
  for (const name of Object.keys(localStorage)) if (!isDeviceSetting(name)) localStorage.removeItem(name)
  sessionStorage.clear()
}

/**
 * The session has ended while nobody was here. What was seen goes; what was written and not sent waits for its author, unless
 * others use this computer too.
 */
export async function clearEndedSession(): Promise<void> {
  if (isSharedComputer()) return await clearDevice()
  await Promise.all([deleteSnapshot(), deleteStoredFeeds(), deleteCaches('pictures'), clearNotifications()])
}

async function deleteCaches(...kinds: string[]): Promise<void> {
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys())
    if (kinds.some((kind) => name.startsWith(`loquat-${kind}`))) await caches.delete(name)
}

async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => {})
}

/** What the system shows of the app outside of it. */
async function clearNotifications(): Promise<void> {
  await closeAll().catch(() => {})
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => {})
}
