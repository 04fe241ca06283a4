import {
  Browser,
  bodyWithReason,
  contentsOf,
  createWorld,
  openQueue,
  type Person,
  pendingEvents,
  sendChannelMessage,
  sendToGeneral,
  type World,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

/** A browser that waits for events with its session. */
async function parkedBrowser(world: World, person: Person) {
  const browser = new Browser(world)
  await browser.logIn(person)
  const { body } = await browser.send('POST /json/register', { event_types: '["message"]' })
  const path = `/json/events?queue_id=${body.queue_id}&last_event_id=${body.last_event_id}` as const
  const poll = browser.send(`GET ${path}`)
  await waitForParkedPolls(world, 1)
  return { browser, poll, path }
}

describe('A waiting poll', () => {
  it('ends without events when its API key is replaced through any process', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    for (const node of [world, await world.secondNode()]) {
      const self = world.person(carol.id)
      const queue = await openQueue(self)
      const poll = self.api.getEvents(queue)
      await waitForParkedPolls(world, 1)
      const elsewhere =
        node === world ? self.api : (node as Awaited<ReturnType<World['secondNode']>>).as(self)
      const { api_key } = await elsewhere.regenerateApiKey()
      await sendToGeneral(alice, 'not for the old key')
      expect((await poll).events).toEqual([])
      await expect(self.api.getEvents(queue)).rejects.toMatchObject(withReason('credentials-invalid'))
      const renewed = world.person(carol.id)
      expect(renewed.apiKey).toBe(api_key)
      expect(contentsOf((await renewed.api.getEvents(queue)).events)).toEqual(['not for the old key'])
    }
  })

  it('ends without events when its session ends', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const { browser, poll, path } = await parkedBrowser(world, carol)
    await carol.api.endOtherSessions()
    await sendToGeneral(alice, 'too late')
    expect((await poll).body).toMatchObject({ result: 'success', events: [] })
    expect((await browser.send(`GET ${path}`)).body).toMatchObject(bodyWithReason('session-missing'))
  })

  it('continues with the next request when another session of the user ends', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const { browser, poll, path } = await parkedBrowser(world, carol)
    const other = new Browser(world)
    await other.logIn(carol)
    await other.send('DELETE /json/sessions/current')
    expect((await poll).body).toMatchObject({ events: [] })
    const again = browser.send(`GET ${path}`)
    await waitForParkedPolls(world, 1)
    await sendToGeneral(alice, 'heard')
    expect(contentsOf((await again).body.events as object[])).toEqual(['heard'])
  })
})

describe('A queue that follows all public channels', () => {
  it('stops following them when its owner becomes a guest, and starts again with the role', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    await bob.api.subscribe({ subscriptions: [{ name: 'square' }] })
    const queue = await openQueue(carol, { all_public_streams: true })
    await sendChannelMessage(bob, 'square', 'access', 'one')
    await alice.api.updateUser({ user_id: carol.id, role: 600 })
    const poll = carol.api.getEvents({ ...queue, last_event_id: await last(world) })
    await waitForParkedPolls(world, 1)
    await sendChannelMessage(bob, 'square', 'access', 'two')
    await sendToGeneral(bob, 'three')
    expect(contentsOf((await poll).events)).toEqual(['three'])
    expect(contentsOf(await pendingEvents(carol.api, queue.queue_id, queue.last_event_id))).toEqual(['three'])
    await alice.api.updateUser({ user_id: carol.id, role: 400 })
    await sendChannelMessage(bob, 'square', 'access', 'four')
    const all = await pendingEvents(carol.api, queue.queue_id, queue.last_event_id)
    expect(contentsOf(all)).toEqual(['one', 'two', 'three', 'four'])
  })
})

async function last({ app }: World): Promise<number> {
  return (await app.realms.byHost(''))?.follower.position ?? 0
}
