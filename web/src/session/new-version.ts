import { showToast } from '../shell/toasts.ts'
import { onEvents } from './session.ts'

const scriptNames = (page: string) =>
  [...new Set([...page.matchAll(/\/assets\/app-[\w-]+\.js/g)].map(([name]) => name))].join()

/** Scripts of this page. A newer version has other names. */
const ownScripts = () => scriptNames(document.documentElement.outerHTML)

/** Offers to reload when the server restarted with a newer version of the app. */
export function startVersionCheck(): void {
  onEvents((events) => {
    if (events.some(({ type }) => type === 'web_reload_client')) void offerReload().catch(() => {})
  })
}

async function offerReload(): Promise<void> {
  const answer = await fetch('/inbox', { cache: 'no-store' })
  const current = answer.ok ? scriptNames(await answer.text()) : ''
  if (current === '' || ownScripts() === '' || current === ownScripts()) return
  // In a hidden page the toast would disappear unseen.
  await untilVisible()
  showToast('shell.newVersion', { action: { label: 'shell.reload', run: () => location.reload() } })
}

const untilVisible = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    look()
  })
