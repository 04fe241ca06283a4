import { type Person, runJobs, type World } from '@loquat/devkit'
import { lookForMissed } from '@loquat/server/features/missed-messages/jobs.ts'
import { startPushService, type TestBrowser } from '@loquat/server/features/web-push/push-service-fixture.ts'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, logIn, openBrowser, workerIsReady } from '../kit/app.ts'
import { composeField } from '../kit/content.ts'

/** Browsers here have no push service to subscribe with: they get the subscription of a stand-in. */
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
  const page = await openBrowser({ permissions: ['notifications'] })
  await subscribeWith(page, subscription)
  await logIn(page, world, world.carol, '/settings/notifications')
  await workerIsReady(page)
  const cdp = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(cdp)
  /** What the server tells the push service is handed to the worker, as a browser would. */
  const deliver = async () => {
    await lookForMissed(world.app)
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

const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const all = (await (await navigator.serviceWorker.ready).getNotifications()) as (Notification & {
      actions: { title: string }[]
    })[]
    return all.map(({ title, body, tag, actions }) => ({
      title,
      body,
      tag,
      actions: actions.map((one) => one.title),
    }))
  })

const tell = async (world: World, to: Person, content: string) =>
  (await world.alice.api.sendMessage({ type: 'direct', to: [to.id], content })).id

describe('push', () => {
  it('tells of a message while the app is closed, leads to it, marks it read, and ends with the session', async () => {
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

    // A page of the server: nobody has the app open.
    await page.goto(`${world.url}/api/docs`)
    const first = await tell(world, carol, 'Are you there?')
    await deliver()
    const tag = `dm:${alice.id}`
    const actions = ['Open', 'Mark as read']
    await expect
      .poll(() => shownIn(page))
      .toEqual([{ title: 'Alice Owner', body: 'Are you there?', tag, actions }])
    for (const content of ['Hello?', 'It is urgent.']) await tell(world, carol, content)
    await deliver()
    await expect.poll(async () => (await shownIn(page)).map(({ body }) => body)).toEqual(['3 messages'])

    await carol.api.markAllAsRead()
    expect(await deliver()).toEqual([{ kind: 'read', tag }])
    await expect.poll(() => shownIn(page)).toEqual([])

    const worker = page.context().serviceWorkers()[0]!
    const fourth = await tell(world, carol, 'And now?')
    await deliver()
    await expect.poll(async () => (await shownIn(page)).length).toBe(1)
    await worker.evaluate(async () => {
      const { registration, markRead } = globalThis as never as ServiceWorkerGlobal
      const [one] = await registration.getNotifications()
      await markRead(one?.data.messages ?? [], '/')
    })
    const { messages } = await carol.api.getMessages({ message_ids: [first, fourth] })
    expect(messages.map(({ flags }) => flags.includes('read'))).toEqual([true, true])
    await deliver()

    await page.goto(`${world.url}/recent`)
    await page.getByRole('main').waitFor()
    const fifth = await tell(world, carol, 'Look here.')
    await deliver()
    await expect.poll(async () => (await shownIn(page)).length).toBe(1)
    await worker.evaluate(async (id) => {
      const { registration, open } = globalThis as never as ServiceWorkerGlobal
      for (const one of await registration.getNotifications()) one.close()
      await open(`/m/${id}`)
    }, fifth)
    await expect.poll(() => page.url()).toContain(`/dm/${alice.id}`)
    await page.getByRole('article').filter({ hasText: 'Look here.' }).waitFor()

    // Whoever looks at the conversation is shown nothing about it.
    await tell(world, carol, 'You see this.')
    await page.getByRole('article').filter({ hasText: 'You see this.' }).waitFor()
    await deliver()
    await page.waitForTimeout(1_000)
    expect(await shownIn(page)).toEqual([])

    expect(await subscriptions()).toBe(1)
    await page.goto(`${world.url}/inbox`)
    await page.getByRole('button', { name: 'Orchard' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('Password').waitFor()
    await expect.poll(subscriptions).toBe(0)
  }, 90_000)
})

/** What the tests use of it. */
interface ServiceWorkerGlobal {
  registration: { getNotifications(): Promise<{ data: { messages: number[] }; close(): void }[]> }
  markRead(messages: number[], address: string): Promise<void>
  open(address: string): Promise<void>
}

describe('sharing with the app', () => {
  it('opens a text for whomever one chooses, with the words and files that another app handed over', async () => {
    const world = await createAppWorld()
    const page = await openBrowser()
    await logIn(page, world, world.carol, '/inbox')
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
      .poll(() => composeField(page).inputValue(), { timeout: 15_000 })
      .toBe('Plums\nThey are ripe\nhttps://example.com/plums')
    const files = page.getByRole('list', { name: 'Files' }).getByRole('textbox')
    await expect.poll(() => files.inputValue()).toBe('plums.txt')
    await expect.poll(() => page.url()).toBe(`${world.url}/feed`)
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await page.evaluate(() => caches.has('loquat-shared-1')), 'taken once').toBe(false)
  })
})
