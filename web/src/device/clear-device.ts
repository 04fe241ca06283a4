import { closeAll } from '../notifications/system-notifications.ts'
import { deleteSnapshot } from '../session/snapshot.ts'
import { deleteDeviceDb, deleteStoredFeeds } from './device-db.ts'
import { isSharedComputer } from './shared-computer.ts'

/** Values that belong to the device, not to a user. */
const isDeviceSetting = (name: string) => name.startsWith('layout.') || name === 'organizations'

/** Deletes all data of the user from this browser, and its push subscription. */
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
 * Deletes cached data after a session has ended. Keeps drafts and unsent messages, except on shared computers.
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

/** Closes system notifications and clears the app badge. */
async function clearNotifications(): Promise<void> {
  await closeAll().catch(() => {})
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => {})
}
