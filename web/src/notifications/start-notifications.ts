import { onEvents, onFreshState, whenLive } from '../session/session.ts'

/** Loaded after the first view, or when the first events arrive. */
const load = () => import('./notify.ts')

/** Starts notifications. Listens from the start, so that nothing is missed while the code is loading. */
export function startNotifications(): void {
  const withdrawRead = () => void load().then((one) => one.withdrawRead(), ignore)
  navigator.serviceWorker?.addEventListener(
    'message',
    (event) => void load().then((one) => one.handleWorkerMessage(event), ignore),
  )
  whenLive(withdrawRead)
  onFreshState(withdrawRead)
  onEvents((events) => void load().then((one) => one.notifyAbout(events), ignore))
}

/** Loading fails offline before the first visit is complete; the next event tries again. */
const ignore = () => {}
