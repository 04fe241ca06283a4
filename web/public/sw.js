/**
 * Lets the app open without a network: its page and files are kept as they are fetched. Answers of the API and files of people
 * are never kept here. Files have their content in their name, so what is kept of them is always right. Below: takes what other
 * apps share, and shows notifications while no window is open.
 */
const shell = 'loquat-shell-1'
const pictures = 'loquat-pictures-1'
const mostPictures = 300
/** What the app tells us of this device: texts, and when it is quiet. */
const device = 'loquat-device-1'
/** What another app handed over, until the app takes it. */
const shared = 'loquat-shared-1'

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
  /** Languages stay where they were used, but are not fetched ahead. */
  const texts = new Set()
  for (const path of known) {
    const answer = await kept(new Request(path)).catch(() => undefined)
    if (answer?.ok && /\.(js|css)$/.test(path)) {
      const text = await answer.clone().text()
      for (const name of namesIn(text)) known.add(name)
      for (const name of textsIn(text)) texts.add(name)
    }
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== '/' && !known.has(pathname) && !texts.has(pathname)) await cache.delete(url)
  }
}

const namesIn = (text) =>
  [...text.matchAll(/["'`(](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|woff2|svg|json))["'`)]/g)].map(
    ([, name]) => `/assets/${name}`,
  )

const textsIn = (text) => text.match(/\/assets\/texts\/[\w.-]+\.json/g) ?? []

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (![shell, pictures, device, shared].includes(name)) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

const serverPaths =
  /^\/(api|json|login|logout|reset|join|confirm-email|accounts|unsubscribe|reactivate|exports|user_uploads)(\/|$)/

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(share(request))
  if (request.method !== 'GET') return
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

/** Where others use the computer too, no picture of anybody stays on it. */
const isSharedComputer = async () => (await self.cookieStore?.get('loquat_shared'))?.value === '1'

/** What is kept is shown at once, and renewed behind it. */
async function fresh(request) {
  const cache = await caches.open(pictures)
  const known = await cache.match(request)
  const renewed = fetch(request).then(async (answer) => {
    if (answer.ok && !(await isSharedComputer())) {
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

/** Puts aside what another app shares; the app asks for it when it is open. */
async function share(request) {
  const form = await request.formData()
  const words = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim())
  // Many apps put the address into the text as well.
  const parts = words.filter(
    (part, n) => part !== '' && !words.some((one, m) => m !== n && contains(one, part, m < n)),
  )
  await caches.delete(shared)
  const cache = await caches.open(shared)
  if (parts.length > 0) await cache.put('/shared/text', new Response(parts.join('\n')))
  for (const [n, file] of form.getAll('files').entries()) {
    if (typeof file === 'string' || file.size === 0) continue
    const headers = { 'x-name': encodeURIComponent(file.name), 'content-type': file.type }
    await cache.put(`/shared/${n}`, new Response(file, { headers }))
  }
  return Response.redirect('/?write', 303)
}

const contains = (text, part, isBefore) => text.includes(part) && (text.length > part.length || isBefore)

self.addEventListener('push', (event) => {
  event.waitUntil(heed(event.data?.json()))
})

async function heed(push) {
  if (push?.kind === 'read') {
    for (const old of await standing(push.tag)) old.close()
    await note(push.tag, 0)
  }
  if (push?.kind !== 'message') return
  await Promise.all([note(push.tag, push.count), tell(push)])
}

async function tell(push) {
  const { texts = {}, quiet = [] } = await facts()
  const now = Date.now()
  if (quiet.some(([from, to]) => from <= now && now < to)) return
  const newest = push.messages.at(-1)
  const answers = await ask(await windows(), { kind: 'pushed', tag: push.tag, messageId: newest })
  if (answers.some((answer) => answer?.isSeen)) return
  // A window has told it already: ours takes its place, without a sound.
  const isKnown =
    answers.some((answer) => answer?.isTold) ||
    (await standing(push.tag)).some(({ data }) => data?.messages?.includes(newest))
  const many = (texts.many ?? '{count} messages').replace('{count}', push.count)
  // A device that was off shows a call that no longer rings as any other message.
  const ringing = push.call !== undefined && now < push.call.rings_until * 1_000 ? push.call : undefined
  const body = push.count > 2 ? many : push.body || (texts.hidden ?? '')
  await self.registration.showNotification(ringing?.title ?? push.title, {
    body: ringing === undefined ? body : '',
    vibrate: ringing === undefined || isKnown ? undefined : [400, 200, 400, 200, 400],
    tag: push.tag,
    renotify: !isKnown,
    silent: isKnown,
    icon: `/avatar/${push.sender_id}`,
    data: { address: push.address, messages: push.messages },
    actions: [
      { action: 'open', title: texts.open ?? 'Open' },
      { action: 'read', title: texts.read ?? 'Mark as read' },
    ],
  })
}

const standing = (tag) => self.registration.getNotifications({ tag })

let noting = Promise.resolve()

/** How much waits in a conversation, as far as it was pushed: together they are the number on the icon of the app. */
function note(tag, count) {
  noting = noting.then(() => putOnIcon(tag, count)).catch(() => {})
  return noting
}

async function putOnIcon(tag, count) {
  const cache = await caches.open(device)
  const { [tag]: _, ...others } = (await (await cache.match('/waiting'))?.json()) ?? {}
  const waiting = count > 0 ? { ...others, [tag]: count } : others
  await cache.put('/waiting', new Response(JSON.stringify(waiting)))
  const { hasBadge = true } = await facts()
  if (!hasBadge || !('setAppBadge' in self.navigator)) return
  // An open window knows the number better, and puts it there by itself.
  if ((await ask(await windows(), { kind: 'counting' })).some((answer) => answer?.isCounting)) return
  const number = Object.values(waiting).reduce((sum, one) => sum + one, 0)
  await (number > 0 ? self.navigator.setAppBadge(number) : self.navigator.clearAppBadge())
}

async function facts() {
  const known = await (await caches.open(device)).match('/device')
  return known === undefined ? {} : await known.json()
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** What windows answer. One that is asleep, or no window of the app, answers nothing. */
const ask = (all, question) =>
  Promise.all(
    all.map(
      (client) =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => resolve(data)
          client.postMessage(question, [port2])
          setTimeout(resolve, 500)
        }),
    ),
  )

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  const { address = '/', messages = [] } = notification.data ?? {}
  notification.close()
  event.waitUntil(action === 'read' ? markRead(messages, address) : open(address))
})

/** In a window of the app that is there already; otherwise in a new one. */
async function open(address) {
  const all = await windows()
  const best =
    all.find((one) => one.focused) ?? all.find((one) => one.visibilityState === 'visible') ?? all[0]
  if (best !== undefined) {
    await best.focus().catch(() => {})
    const [answer] = await ask([best], { kind: 'open', address })
    if (answer?.isOpened) return
  }
  await self.clients.openWindow(address)
}

/** Where that cannot be done from here, the app is opened at the message instead. */
async function markRead(messages, address) {
  const isDone = await call('/json/messages/flags', {
    messages: JSON.stringify(messages),
    op: 'add',
    flag: 'read',
  }).catch(() => false)
  if (!isDone) await open(address)
}

async function call(path, fields) {
  const names = ['__Host-loquat_csrf', 'loquat_csrf']
  const tokens = await Promise.all(names.map((name) => self.cookieStore?.get(name)))
  const token = tokens.find((one) => one?.value)?.value
  if (token === undefined) return false
  const body = new URLSearchParams(fields)
  const answer = await fetch(path, { method: 'POST', headers: { 'x-csrf-token': token }, body })
  return answer.ok
}

/** Browsers may renew a subscription by themselves. Should it not reach the server, the app tells it when it starts. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (options === undefined) return
  event.waitUntil(
    (async () => {
      const renewed = event.newSubscription ?? (await self.registration.pushManager.subscribe(options))
      const { endpoint, keys } = renewed.toJSON()
      await call('/json/users/me/web_push_subscription', { endpoint, ...keys })
    })().catch(() => {}),
  )
})
