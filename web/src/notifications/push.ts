import { create } from 'zustand'
import { api } from '../session/api.ts'
import { myId, org, useSession } from '../session/session.ts'
import { browserLanguage, loadTexts } from '../texts/texts.tsx'
import { useDnd } from './dnd.ts'
import { quietSpans } from './dnd-times.ts'
import { isPushPossible } from './push-possible.ts'

/** Whether push is on in this browser; undefined while unknown. */
export const usePush = create<{ isOn: boolean | undefined }>(() => ({ isOn: undefined }))

/** Stores the user of the subscription, because several people can use a browser. */
const storageKey = 'push'
const quietDays = 14

async function manager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

const currentSubscription = async (): Promise<PushSubscription | undefined> =>
  (await (await manager())?.getSubscription()) ?? undefined

/** Renews an existing subscription with the current session and key. */
export async function startPush(): Promise<void> {
  const key = org().server_web_push_public_key
  if (key === undefined || !isPushPossible()) return
  const known = await currentSubscription()
  const isOurs = known !== undefined && localStorage.getItem(storageKey) === String(myId())
  usePush.setState({ isOn: isOurs })
  if (known === undefined) return
  if (!isOurs) await known.unsubscribe()
  else if (keyOf(known) === key) await store(known)
  else {
    await known.unsubscribe()
    await subscribe(key)
  }
  if (isOurs) startWorkerSync()
}

/** Throws if the browser denies it or the server cannot be reached. */
export async function subscribe(key: string): Promise<void> {
  const made = await (await manager())?.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  if (made === undefined) throw new Error('There is no worker.')
  await store(made)
  localStorage.setItem(storageKey, String(myId()))
  usePush.setState({ isOn: true })
  startWorkerSync()
}

export async function unsubscribe(): Promise<void> {
  const known = await currentSubscription()
  localStorage.removeItem(storageKey)
  usePush.setState({ isOn: false })
  if (known === undefined) return
  await known.unsubscribe()
  // If this fails, the push service reports that the subscription is gone.
  await api.unsubscribeFromPush({ endpoint: known.endpoint }).catch(() => {})
}

async function store(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await api.subscribeToPush({
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

let isInforming = false

/** The service worker shows notifications without a window, so it needs a copy of texts and settings. */
function startWorkerSync(): void {
  if (isInforming) return
  isInforming = true
  const inform = () => void updateWorkerFacts().catch(() => {})
  inform()
  useDnd.subscribe(inform)
  useSession.subscribe(({ org: { user_settings: now } }, { org: { user_settings: before } }) => {
    if (now?.desktop_icon_count_display !== before?.desktop_icon_count_display) inform()
  })
}

async function updateWorkerFacts(): Promise<void> {
  const { text } = await loadTexts(org().user_settings?.default_language ?? browserLanguage())
  const facts = {
    texts: {
      open: text('notify.open'),
      read: text('notify.read'),
      hidden: text('notify.hidden'),
      many: text('notify.many', { count: '{count}' }),
    },
    hasBadge: org().user_settings?.desktop_icon_count_display !== 4,
    quiet: quietSpans(useDnd.getState(), Date.now(), quietDays),
  }
  const cache = await caches.open('loquat-device-1')
  await cache.put('/device', new Response(JSON.stringify(facts)))
}
