import { showToast } from '../shell/toasts.ts'
import { onEvents } from './session.ts'

const names = (page: string) =>
  [...new Set([...page.matchAll(/\/assets\/app-[\w-]+\.js/g)].map(([name]) => name))].join()

/** What the page was made of; a newer one has other names. */
const own = () => names(document.documentElement.outerHTML)

/** A server that was started anew may have a newer app. If so, the reader decides when to have it. */
export function followVersion(): void {
  onEvents((events) => {
    if (events.some(({ type }) => type === 'web_reload_client')) void offerNew().catch(() => {})
  })
}

async function offerNew(): Promise<void> {
  const answer = await fetch('/inbox', { cache: 'no-store' })
  const current = answer.ok ? names(await answer.text()) : ''
  if (current === '' || own() === '' || current === own()) return
  // What nobody looks at would be gone before anybody did.
  await isLookedAt()
  showToast('shell.newVersion', { action: { label: 'shell.reload', run: () => location.reload() } })
}

const isLookedAt = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    look()
  })
