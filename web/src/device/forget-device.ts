import { closeAll } from '../notifications/system-notifications.ts'
import { forgetSnapshot } from '../session/snapshot.ts'
import { forgetDeviceDb, forgetSeen } from './device-db.ts'
import { isSharedComputer } from './shared-computer.ts'

/** What is about the device and not about who uses it. */
const isHarmless = (name: string) => name.startsWith('layout.') || name === 'organizations'

/** Leaves nothing behind of whoever was logged in: no state, no texts, no pictures, no way to notify them. */
export async function forgetDevice(): Promise<void> {
  await Promise.all([
    forgetSnapshot(),
    forgetDeviceDb(),
    forgetCaches('pictures', 'device', 'shared'),
    forgetPush(),
    forgetShown(),
  ])
  for (const name of Object.keys(localStorage)) if (!isHarmless(name)) localStorage.removeItem(name)
  sessionStorage.clear()
}

/**
 * The session has ended while nobody was here. What was seen goes; what was written and not sent waits for its author, unless
 * others use this computer too.
 */
export async function forgetEnded(): Promise<void> {
  if (isSharedComputer()) return await forgetDevice()
  await Promise.all([forgetSnapshot(), forgetSeen(), forgetCaches('pictures'), forgetShown()])
}

async function forgetCaches(...kinds: string[]): Promise<void> {
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys())
    if (kinds.some((kind) => name.startsWith(`loquat-${kind}`))) await caches.delete(name)
}

async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => {})
}

/** What the system shows of the app outside of it. */
async function forgetShown(): Promise<void> {
  await closeAll().catch(() => {})
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => {})
}
