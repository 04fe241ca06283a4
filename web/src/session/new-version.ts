import { say } from '../shell/toasts.ts'
import { onEvents } from './session.ts'

const scriptNames = (page: string) =>
  [...new Set([...page.matchAll(/\/assets\/app-[\w-]+\.js/g)].map(([name]) => name))].join()

/** What the page was made of; a newer one has other names. */
const ownScripts = () => scriptNames(document.documentElement.outerHTML)

/** A server that was started anew may have a newer app. If so, the reader decides when to have it. */
export function startVersionCheck(): void {
  onEvents((events) => {
    if (events.some(({ type }) => type === 'web_reload_client')) void offerReload().catch(() => {})
  })
}

async function offerReload(): Promise<void> {
  const answer = await fetch('/inbox', { cache: 'no-store' })
  const current = answer.ok ? scriptNames(await answer.text()) : ''
  if (current === '' || ownScripts() === '' || current === ownScripts()) return
  // What nobody looks at would be gone before anybody did.
  await untilVisible()
  say('shell.newVersion', { action: { label: 'shell.reload', run: () => location.reload() } })
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
