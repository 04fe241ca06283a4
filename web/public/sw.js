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
      await keepFilesOf(await page.text())
      await self.skipWaiting()
    })(),
  )
})

/** Every file that the page leads to, also those that the app loads only when they are needed; others are forgotten. */
async function keepFilesOf(page) {
  const cache = await caches.open(shell)
  const known = new Set(namesIn(page))
  for (const path of known) {
    const answer = await kept(new Request(path)).catch(() => undefined)
    if (answer?.ok && /\.(js|css)$/.test(path))
      for (const name of namesIn(await answer.clone().text())) known.add(name)
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== '/' && !known.has(pathname)) await cache.delete(url)
  }
}

const namesIn = (text) =>
  [...text.matchAll(/["'`(](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|woff2|svg|json))["'`)]/g)].map(
    ([, name]) => `/assets/${name}`,
  )

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
  else if (request.mode === 'navigate' && !serverPaths.test(url.pathname)) event.respondWith(page(event))
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
async function page(event) {
  const cache = await caches.open(shell)
  try {
    const answer = await fetch(event.request)
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) {
      event.waitUntil(keepPage(cache, answer.clone()))
    }
    return answer
  } catch (error) {
    const known = await cache.match('/')
    if (known !== undefined) return known
    throw error
  }
}

/** A page that is another than the last one has other files. */
async function keepPage(cache, answer) {
  const [text, before] = await Promise.all([
    answer.clone().text(),
    cache.match('/').then((known) => known?.text()),
  ])
  if (text === before) return
  await cache.put('/', answer)
  await keepFilesOf(text)
}
