import { type Person, runJobs, type World } from '@loquat/devkit'
import { scanMissedMessages } from '@loquat/server/features/reach/missed-messages/jobs.ts'
import {
  startPushService,
  type TestBrowser,
} from '@loquat/server/features/reach/web-push/testing/push-service.ts'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openBrowser, startSession, withWorker, workerIsReady } from '../kit/app.ts'
import { composeField } from '../kit/content.ts'
import { shownNotifications, tapNotification } from '../kit/notifying.ts'

/** The test browser has no push service: it gets the subscription of a fake one. */
function subscribeWith(page: Page, { endpoint, p256dh, auth }: TestBrowser): Promise<unknown> {
  return page.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const place = 'layout.test-subscription'
      const made = () => ({
        endpoint,
        options: {
          applicationServerKey: Uint8Array.from(atob(localStorage.getItem(place) ?? ''), (c) =>
            c.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => localStorage.removeItem(place),
      })
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (localStorage.getItem(place) === null ? null : made()),
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          localStorage.setItem(place, key.replaceAll('-', '+').replaceAll('_', '/'))
          return made()
        },
      })
    },
    { endpoint, p256dh, auth },
  )
}

async function withPush() {
  const world = await createAppWorld({ config: { allowPrivateCallbacks: true } })
  const service = await startPushService(world.app.vapid.publicKey)
  const subscription = service.browser()
  const page = await openBrowser({ ...withWorker, permissions: ['notifications'] })
  await subscribeWith(page, subscription)
  await startSession(page, world, world.carol)
  await page.goto(`${world.url}/settings/notifications`)
  await workerIsReady(page)
  const cdp = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(cdp)
  /** Passes the pushes of the server to the worker, as a browser would. */
  const deliver = async () => {
    await scanMissedMessages(world.app)
    await runJobs(world)
    const pushes = subscription.taken().map(({ push }) => push)
    for (const push of pushes) {
      const data = JSON.stringify(push)
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: world.url, registrationId, data })
    }
    return pushes
  }
  return { world, page, deliver, subscription }
}

async function registrationOf(cdp: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations
    if (first !== undefined) resolve(first.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  return await promise
}

const tell = async (world: World, to: Person, content: string) =>
  (await world.alice.api.sendMessage({ type: 'direct', to: [to.id], content })).id

describe('Push', () => {
  it('notifies of a message while the app is closed, opens it, marks it as read, and ends with the session', async () => {
    const { world, page, deliver } = await withPush()
    const { alice, carol } = world
    const subscriptions = async () =>
      (await world.app.database.db.selectFrom('push_subscription').selectAll().execute()).length
    const here = page.getByRole('switch', { name: 'On this device' })
    expect(await here.isChecked()).toBe(false)
    await here.click()
    await expect.poll(subscriptions).toBe(1)
    await page.getByRole('columnheader', { name: 'Push' }).waitFor()
    await expectAccessible(page)

    // A server-rendered page: the app is closed.
    await page.goto(`${world.url}/api/docs`)
    const onIcon = await watchIcon(page)
    const first = await tell(world, carol, 'Are you there?')
    await deliver()
    const tag = `dm:${alice.id}`
    const actions = ['Open', 'Mark as read']
    await expect
      .poll(() => shownNotifications(page))
      .toEqual([{ title: 'Alice Owner', body: 'Are you there?', tag, actions }])
    await expect.poll(onIcon).toEqual([1])
    for (const content of ['Hello?', 'It is urgent.']) await tell(world, carol, content)
    await deliver()
    await expect
      .poll(async () => (await shownNotifications(page)).map(({ body }) => body))
      .toEqual(['3 messages'])
    await world.dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'Me too.' })
    await deliver()
    await expect.poll(() => shownNotifications(page)).toHaveLength(2)
    await expect.poll(onIcon).toEqual([1, 3, 4])

    await carol.api.markAllAsRead()
    const reads = await deliver()
    expect(reads).toHaveLength(2)
    expect(reads).toContainEqual({ kind: 'read', tag })
    await expect.poll(() => shownNotifications(page)).toEqual([])
    await expect.poll(async () => (await onIcon()).at(-1)).toBe('nothing')

    const fourth = await tell(world, carol, 'And now?')
    await deliver()
    await expect.poll(() => shownNotifications(page)).toHaveLength(1)
    await tapNotification(page, 'read')
    const { messages } = await carol.api.getMessages({ message_ids: [first, fourth] })
    expect(messages.map(({ flags }) => flags.includes('read'))).toEqual([true, true])
    await deliver()

    // A call rings while the app is closed. When it is over, the notification is that of its message.
    const { call } = await world.dave.api.startCall({ type: 'direct', to: [carol.id] })
    const { participant_id } = await world.dave.api.joinCall({ call_id: call.call_id })
    const lines = async () => (await shownNotifications(page)).map(({ title, body }) => `${title}: ${body}`)
    await runJobs(world)
    await deliver()
    await expect.poll(lines).toEqual(['Dave Member is calling you: '])
    await world.dave.api.leaveCall({ call_id: call.call_id, participant_id })
    await runJobs(world)
    await deliver()
    await expect.poll(lines).toEqual([expect.stringMatching(/^Dave Member: Started a call\./)])
    await carol.api.markAllAsRead()
    await deliver()
    await expect.poll(lines).toEqual([])

    // Read elsewhere without a push to this browser: the app closes the notification when it opens.
    const missed = await tell(world, carol, 'Never mind.')
    await deliver()
    await expect.poll(() => shownNotifications(page)).toHaveLength(1)
    await carol.api.updateMessageFlags({ messages: [missed], op: 'add', flag: 'read' })
    await page.goto(`${world.url}/recent`)
    await page.getByRole('main').waitFor()
    await expect.poll(() => shownNotifications(page)).toEqual([])

    // The window notifies, and then the push arrives as well.
    await tell(world, carol, 'Look here.')
    await expect.poll(() => silences(page)).toEqual([false])
    await deliver()
    await expect.poll(() => silences(page)).toEqual([true])
    await tapNotification(page)
    await expect.poll(() => page.url()).toContain(`/dm/${alice.id}`)
    await page.getByRole('article').filter({ hasText: 'Look here.' }).waitFor()
    expect(await shownNotifications(page)).toEqual([])

    // No notification is shown for the open conversation.
    await tell(world, carol, 'You see this.')
    await page.getByRole('article').filter({ hasText: 'You see this.' }).waitFor()
    await deliver()
    // The worker handles pushes in order: once this one is shown, the one before has been handled.
    await world.dave.api.sendMessage({ type: 'direct', to: [carol.id], content: 'And this?' })
    await deliver()
    await expect
      .poll(async () => (await shownNotifications(page)).map(({ title }) => title))
      .toEqual(['Dave Member'])
    await carol.api.markAllAsRead()
    await deliver()
    await expect.poll(() => shownNotifications(page)).toEqual([])

    expect(await subscriptions()).toBe(1)
    await page.goto(`${world.url}/inbox`)
    await page.getByRole('main').waitFor()
    await tell(world, carol, 'For your eyes only.')
    await expect.poll(() => shownNotifications(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Orchard' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('Password').waitFor()
    await expect.poll(subscriptions).toBe(0)
    expect(await shownNotifications(page), 'nothing of hers is left on the screen').toEqual([])
  })
})

/** Whether each notification was silent. */
const silences = (page: Page) =>
  page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications()
    return all.map(({ silent }) => silent === true)
  })

/** Starts to record the badges that the worker sets on the app icon. */
async function watchIcon(page: Page): Promise<() => Promise<(number | 'nothing')[]>> {
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(() => {
    const onIcon: (number | 'nothing')[] = []
    Object.assign(globalThis, { onIcon })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void onIcon.push(count),
      clearAppBadge: async () => void onIcon.push('nothing'),
    })
  })
  return () => worker.evaluate(() => (globalThis as never as { onIcon: (number | 'nothing')[] }).onIcon)
}

describe('Sharing to the app', () => {
  it('opens the compose box with the text and files of another app', async () => {
    const world = await createAppWorld()
    const page = await openBrowser(withWorker)
    await startSession(page, world, world.carol)
    await page.goto(`${world.url}/inbox`)
    await workerIsReady(page)
    await page.goto(`${world.url}/inbox`)
    await page.evaluate(() => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
      for (const [name, value] of Object.entries({
        title: 'Plums',
        text: 'They are ripe',
        url: 'https://example.com/plums',
      })) {
        form.append(Object.assign(document.createElement('input'), { name, value }))
      }
      const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
      const list = new DataTransfer()
      list.items.add(new File(['ripe'], 'plums.txt', { type: 'text/plain' }))
      files.files = list.files
      form.append(files)
      document.body.append(form)
      form.submit()
    })
    await expect
      .poll(() => composeField(page).inputValue())
      .toBe('Plums\nThey are ripe\nhttps://example.com/plums')
    const files = page.getByRole('list', { name: 'Files' }).getByRole('textbox')
    await expect.poll(() => files.inputValue()).toBe('plums.txt')
    await expect.poll(() => page.url()).toBe(`${world.url}/inbox`)
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await page.evaluate(() => caches.has('loquat-shared-1')), 'taken once').toBe(false)
  })
})
