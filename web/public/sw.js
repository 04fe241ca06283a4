/**
 * Lets the app open without a network: its page and files are kept as they are fetched. Answers of the API and files of people
 * are never kept here. Files have their content in their name, so what is kept of them is always right.
 */
const shell = 'loquat-shell-1'
const pictures = 'loquat-pictures-1'
const mostPictures = 300

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shell)
      const page = await fetch('/inbox', { credentials: 'same-origin' })
      await cache.put('/', page.clone())
      const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
        ([, path]) => path,
      )
      await cache.addAll(files)
      await self.skipWaiting()
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name !== shell && name !== pictures) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

const serverPaths =
  /^\/(api|json|login|logout|reset|join|confirm-email|accounts|unsubscribe|reactivate|exports|user_uploads)(\/|$)/

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (url.pathname.startsWith('/avatar/')) event.respondWith(fresh(request))
  else if (request.mode === 'navigate' && !serverPaths.test(url.pathname)) event.respondWith(page(request))
})

async function kept(request) {
  const cache = await caches.open(shell)
  const known = await cache.match(request)
  if (known !== undefined) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

/** What is kept is shown at once, and renewed behind it. */
async function fresh(request) {
  const cache = await caches.open(pictures)
  const known = await cache.match(request)
  const renewed = fetch(request).then(async (answer) => {
    if (answer.ok) {
      await cache.put(request, answer.clone())
      const all = await cache.keys()
      for (const old of all.slice(0, Math.max(0, all.length - mostPictures))) await cache.delete(old)
    }
    return answer
  })
  if (known === undefined) return await renewed
  renewed.catch(() => {})
  return known
}

/** The page as it is now; the one that was kept, if nobody answers. */
async function page(request) {
  const cache = await caches.open(shell)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html'))
      await cache.put('/', answer.clone())
    return answer
  } catch (error) {
    const known = await cache.match('/')
    if (known !== undefined) return known
    throw error
  }
}
