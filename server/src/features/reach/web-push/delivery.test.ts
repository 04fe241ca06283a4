import type { Reason } from '@loquat/contract'
import { Browser, type Person, runJobs, scrapeValues, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteIdleQueues } from '../../../events/queue-store.ts'
import { scanMissedMessages } from '../missed-messages/jobs.ts'
import { retryDelaysMs } from './deliverer.ts'
import { deleteOldPushNotices, deliverPushes } from './jobs.ts'
import { newPushes, withPush } from './testing/fixtures.ts'
import { subscribe } from './testing/push-service.ts'

describe('Push notifications', () => {
  it('contain text, conversation and count, one per conversation, and are withdrawn when everything is read or deleted', async () => {
    const { world, carol, dave, alice, deliver, sendToTopic, sendDirect, service, general, app } =
      await withPush()
    const browser = await subscribe(service, dave)
    const read = (...messages: number[]) => dave.api.updateMessageFlags({ messages, op: 'add', flag: 'read' })

    const first = await sendDirect(carol, [dave], 'one')
    await deliver()
    const [only] = browser.taken()
    const tag = `dm:${carol.id}`
    expect(only?.push).toEqual({
      kind: 'message',
      title: 'Carol Member',
      sender_id: carol.id,
      body: 'one',
      address: `/m/${first}`,
      tag,
      count: 1,
      messages: [first],
    })
    expect(only?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })

    const second = await sendDirect(carol, [dave], `${'long '.repeat(60)}||`)
    const third = await sendDirect(carol, [dave], 'see\n```\ncode\n```\n```spoiler quiz\n42\n```')
    const elsewhere = await sendToTopic(carol, 'Names', '@**Dave Member**')
    await deliver()
    const pushes = browser.taken().map(({ push }) => push)
    expect(pushes).toHaveLength(2)
    expect(pushes).toContainEqual(
      expect.objectContaining({ tag, count: 3, messages: [first, second, third], address: `/m/${third}` }),
    )
    expect(pushes.find((push) => push.tag === tag)).toMatchObject({ body: 'see (code block) quiz (hidden)' })
    expect(pushes).toContainEqual(expect.objectContaining({ tag: `topic:${general}:names`, count: 1 }))

    await read(first, second)
    await deliver()
    expect(newPushes(browser), 'something is left').toEqual([])
    await read(third)
    await deliver()
    expect(newPushes(browser)).toEqual([`read ${tag}`])
    await alice.api.deleteMessage({ message_id: elsewhere })
    await deliver()
    expect(newPushes(browser)).toEqual([`read topic:${general}:names`])

    await read(await sendDirect(carol, [dave], 'read before any push'))
    await deliver()
    expect(newPushes(browser), 'nothing was sent, so nothing is withdrawn').toEqual([])

    const long = await sendDirect(carol, [dave], 'x'.repeat(500))
    await deliver()
    const [push] = browser.taken()
    expect(push?.push).toMatchObject({ body: `${'x'.repeat(139)}…` })
    await dave.api.markAllAsRead()
    await deliver()
    expect(newPushes(browser)).toEqual([`read ${tag}`])
    expect(long).toBeGreaterThan(third)

    await dave.api.updateSettings({ default_language: 'de' })
    await sendDirect(carol, [dave], '```\ncode\n```\n```spoiler quiz\n42\n```')
    await deliver()
    expect(browser.taken()[0]?.push, 'in their language').toMatchObject({
      body: '(Codeblock) quiz (verborgen)',
    })
    await dave.api.markAllAsRead()
    await deliver()
    browser.taken()

    const plain = await sendToTopic(carol, 'edited')
    await deliver()
    await carol.api.updateMessage({ message_id: plain, content: '@**Dave Member** now' })
    // The job of the edit, and the jobs that it enqueues.
    await runJobs(world)
    await runJobs(world)
    expect(newPushes(browser), 'an edit that mentions').toEqual([
      'Carol Member (#general › edited): @Dave Member now',
    ])
    await carol.api.updateMessage({ message_id: plain, content: '@**Dave Member** again' })
    await runJobs(world)
    expect(newPushes(browser)).toEqual([])

    const rows = async () => (await app.database.db.selectFrom('push_notice').selectAll().execute()).length
    expect(await rows()).toBe(1)
    await app.database.db
      .updateTable('push_notice')
      .set({ noticed_at: new Date(0) })
      .execute()
    await deleteOldPushNotices.run(app, {})
    expect(await rows()).toBe(0)
    expect(await app.database.db.selectFrom('push_due').selectAll().execute()).toEqual([])
  })

  it('are retried while the push service fails, and end with a subscription that it no longer knows', async () => {
    const { world, app, clock, carol, dave, deliver, sendDirect, service } = await withPush()
    const { db } = app.database
    const browser = await subscribe(service, dave)
    const other = await world.secondNode()
    const requestsAfter = async (seconds = 0) => {
      clock.advance(seconds)
      service.requestCount = 0
      await deliver()
      return service.requestCount
    }
    service.status = 503
    await sendDirect(carol, [dave], 'one')
    expect(await requestsAfter()).toBe(1)
    await sendDirect(carol, [dave], 'two')
    expect(await requestsAfter(), 'not more often after another message').toBe(0)
    expect(await requestsAfter(retryDelaysMs[0]! / 1_000)).toBe(1)
    expect(await requestsAfter(1)).toBe(0)
    service.status = 201
    expect(await requestsAfter(retryDelaysMs[1]! / 1_000)).toBe(1)
    expect(browser.taken().map(({ push }) => push)).toEqual([
      expect.objectContaining({ body: 'two', count: 2 }),
    ])

    service.status = 429
    service.headers = { 'retry-after': '90' }
    await sendDirect(carol, [dave], 'three')
    expect(await requestsAfter()).toBe(1)
    expect(await requestsAfter(retryDelaysMs[0]! / 1_000), 'as its Retry-After says').toBe(0)
    expect(await requestsAfter(90)).toBe(1)
    service.headers = {}
    for (const pause of retryDelaysMs.slice(2)) expect(await requestsAfter(pause / 1_000 + 90)).toBe(1)
    expect(await requestsAfter(retryDelaysMs.at(-1)! / 1_000)).toBe(1)
    expect(await requestsAfter(86_400), 'given up').toBe(0)

    service.status = 400
    await sendDirect(carol, [dave], 'rejected')
    expect(await requestsAfter()).toBe(1)
    expect(await requestsAfter(3_600), 'it would be rejected again').toBe(0)
    const metrics = await scrapeValues(world)
    const counted = ['delivered', 'retried', 'dropped', 'refused'].map((outcome) =>
      metrics.get(`loquat_pushes_total{outcome="${outcome}"}`),
    )
    expect(counted).toEqual([expect.any(Number), expect.any(Number), 1, 1])
    expect(counted[0]).toBeGreaterThan(0)
    expect(counted[1]).toBeGreaterThanOrEqual(retryDelaysMs.length)

    service.status = 201
    await sendDirect(carol, [dave], 'once, regardless of the number of processes')
    service.requestCount = 0
    await scanMissedMessages(app)
    await Promise.all([app, other.app, app, other.app].map((one) => deliverPushes.run(one, {})))
    expect(service.requestCount).toBe(1)
    expect(other.app.vapid.publicKey, 'one key for all processes').toBe(app.vapid.publicKey)
    browser.taken()

    for (const status of [404, 410]) {
      await dave.api.markAllAsRead()
      service.status = 201
      const next = await subscribe(service, dave)
      await deliver()
      next.taken()
      service.status = status
      await sendDirect(carol, [dave])
      expect(await requestsAfter()).toBeGreaterThan(0)
      expect(await db.selectFrom('push_subscription').selectAll().execute(), String(status)).toEqual([])
      expect(await db.selectFrom('push_due').selectAll().execute()).toEqual([])
    }
  })

  it('go to browsers with a session, for the user who last used the browser, and never to the local network', async () => {
    const { world, app, carol, dave, bob, deliver, sendDirect, service } = await withPush()
    const { db } = app.database
    const subscribers = async () =>
      (await db.selectFrom('push_subscription').select('user_id').orderBy('user_id').execute()).map(
        (row) => row.user_id,
      )
    const browser = service.browser()
    const { endpoint, p256dh, auth } = browser
    const session = async (person: Person) => {
      const one = new Browser(world)
      await one.logIn(person)
      const answer = await one.send('POST /json/users/me/web_push_subscription', { endpoint, p256dh, auth })
      expect(answer.status).toBe(200)
      return one
    }
    await session(dave)
    await session(bob)
    const again = await session(bob)
    expect(await subscribers()).toEqual([bob.id])
    await sendDirect(carol, [dave])
    await sendDirect(carol, [bob])
    await deliver()
    expect(browser.taken()).toHaveLength(1)
    await again.send('DELETE /json/sessions/current')
    expect(await subscribers()).toEqual([])

    await subscribe(service, dave)
    await dave.api.regenerateApiKey()
    expect(await subscribers(), 'it could belong to a thief of the old key').toEqual([])

    const bad: [object, Reason][] = [
      [{ endpoint: 'ftp://push.example.net/' }, 'web-push-endpoint-not-https'],
      [{ endpoint: 'nowhere' }, 'web-push-endpoint-not-https'],
      [{ endpoint: '' }, 'parameter-invalid'],
      [{ endpoint: `https://push.example.net/${'x'.repeat(2048)}` }, 'parameter-too-long'],
      [{ p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'web-push-key-invalid'],
      [{ p256dh: p256dh.slice(1) }, 'parameter-invalid'],
      [{ auth: `${auth}a` }, 'parameter-too-long'],
      [{ auth: '*'.repeat(22) }, 'parameter-invalid'],
    ]
    for (const [wrong, reason] of bad) {
      const call = bob.api.subscribeToPush({ endpoint, p256dh, auth, ...wrong })
      await expect(call, JSON.stringify(wrong)).rejects.toMatchObject(withReason(reason))
    }
    const unknown = withReason('web-push-subscription-not-found')
    await expect(bob.api.unsubscribeFromPush({ endpoint })).rejects.toMatchObject(unknown)
    await subscribe(service, bob)
    await bob.api.subscribeToPush({ endpoint, p256dh, auth })
    await expect(carol.api.unsubscribeFromPush({ endpoint }), 'of another user').rejects.toMatchObject(
      unknown,
    )
    await bob.api.unsubscribeFromPush({ endpoint })
    for (let n = 0; n < 25; n++) await subscribe(service, bob)
    expect(await subscribers(), 'the newest').toHaveLength(20)

    app.config.allowPrivateCallbacks = false
    await expect(subscribe(service, bob), 'without https').rejects.toMatchObject(
      withReason('web-push-endpoint-not-https'),
    )
    service.requestCount = 0
    await sendDirect(carol, [bob])
    await deliver()
    expect(service.requestCount).toBe(0)
    expect(await subscribers(), 'they can never receive a push').toEqual([])
  })

  it("cover messages that arrived in a user's last queue, once it is dropped", async () => {
    const { app, carol, dave, deliver, sendDirect, service } = await withPush()
    const { db } = app.database
    const browser = await subscribe(service, dave)
    await dave.api.updateSettings({ enable_online_push_notifications: false })
    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await dave.api.register({ event_types: ['message'] })
    await sendDirect(carol, [dave], 'unseen')
    await deliver()
    expect(newPushes(browser)).toEqual([])
    await sql`update event_queue set last_active_at = last_active_at - interval '11 minutes'`.execute(db)
    await deleteIdleQueues(db)
    await deliver()
    expect(newPushes(browser)).toEqual(['Carol Member: unseen'])
    await deliver()
    expect(newPushes(browser)).toEqual([])
  })
})
