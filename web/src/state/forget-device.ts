import { forgetDeviceDb } from './device-db.ts'
import { forgetSnapshot } from './snapshot.ts'

/** What is about the device and not about who uses it. */
const isHarmless = (name: string) => name.startsWith('layout.') || name === 'organizations'

/** Leaves nothing behind of whoever was logged in: no state, no texts, no pictures, no way to notify them. */
export async function forgetDevice(): Promise<void> {
  await Promise.all([forgetSnapshot(), forgetDeviceDb(), forgetPictures(), forgetPush()])
  for (const name of Object.keys(localStorage)) if (!isHarmless(name)) localStorage.removeItem(name)
  sessionStorage.clear()
}

async function forgetPictures(): Promise<void> {
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys()) if (name.startsWith('loquat-pictures')) await caches.delete(name)
}

async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe().catch(() => {})
}
