import { createWorld, eventsPerUser, eventTypesOf, type Person, pendingEvents } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf, named, set } from './testing/fixtures.ts'

/** The events of a client without support for archived channels, and its state after a new register call. */
async function oldClient({ api }: Person) {
  const register = async () => {
    const { queue_id, last_event_id, subscriptions, unsubscribed, never_subscribed, streams } =
      await api.register({ include_subscribers: true })
    const state = { subscriptions, unsubscribed, never_subscribed, streams }
    return { queue_id, last_event_id, state }
  }
  const before = await register()
  return {
    before: before.state,
    events: () => pendingEvents(api, before.queue_id ?? '', before.last_event_id ?? -1),
    after: async () => (await register()).state,
  }
}

/** Alice archives a public and a private channel that she and Carol are in. */
async function archivedChannels() {
  const world = await createWorld()
  const { alice, carol } = world
  const principals = [alice.id, carol.id]
  await alice.api.subscribe({ ...named('open'), principals })
  await alice.api.subscribe({ ...named('closed'), principals, invite_only: true })
  const ids = { open: await idOf(alice, 'open'), closed: await idOf(alice, 'closed') }
  for (const stream_id of Object.values(ids)) await alice.api.archiveChannel({ stream_id })
  return { ...world, ids }
}

describe('Changes to an archived channel', () => {
  it('are published only to clients that support archived channels', async () => {
    const { alice, carol, dave, mona, ids } = await archivedChannels()
    const stream_id = ids.closed
    const actions: Record<string, () => Promise<unknown>> = {
      description: () => alice.api.updateChannel({ stream_id, description: 'in peace' }),
      name: () => alice.api.updateChannel({ stream_id, new_name: 'shut' }),
      holder: () => alice.api.updateChannel({ stream_id, can_subscribe_group: { new: set(mona) } }),
      privacy: () => alice.api.updateChannel({ stream_id: ids.open, is_private: false }),
      joining: () => alice.api.subscribe({ ...named('shut', 'open'), principals: [dave.id] }),
      muting: () =>
        carol.api.updateSubscriptionProperties({
          subscription_data: [{ stream_id, property: 'is_muted', value: true }],
        }),
      leaving: () => carol.api.unsubscribe({ subscriptions: ['shut', 'open'] }),
      removing: () => alice.api.unsubscribe({ subscriptions: ['shut'], principals: [dave.id] }),
    }
    const people = { alice, carol, dave, mona }
    const received: Record<string, string[]> = {}
    for (const [action, run] of Object.entries(actions)) {
      const olds = await Promise.all(Object.values(people).map(oldClient))
      const news = await eventsPerUser(people, run)
      received[action] = Object.keys(people).filter((name) => (news[name]?.length ?? 0) > 0)
      for (const old of olds) {
        expect(eventTypesOf(await old.events()), action).toEqual([])
        expect(await old.after(), action).toEqual(old.before)
      }
    }
    expect(received).toEqual({
      description: ['alice', 'carol'],
      name: ['alice', 'carol'],
      holder: ['alice', 'carol', 'mona'],
      privacy: ['alice', 'carol', 'dave', 'mona'],
      joining: ['alice', 'carol', 'dave', 'mona'],
      muting: ['carol'],
      leaving: ['alice', 'carol', 'dave', 'mona'],
      removing: ['alice', 'dave', 'mona'],
    })
  })

  it('are separate events from simultaneous changes to other channels', async () => {
    const { alice, dave } = await archivedChannels()
    await alice.api.subscribe(named('plums'))
    const old = await oldClient(dave)
    const received = await eventsPerUser({ dave }, () =>
      alice.api.subscribe({ ...named('plums', 'open', 'closed'), principals: [dave.id] }),
    )
    const added = (received.dave ?? []).flatMap((event) =>
      event.type === 'subscription' && event.op === 'add' ? [event.subscriptions.map((one) => one.name)] : [],
    )
    expect(added).toEqual([['plums'], ['open', 'closed']])
    expect(eventTypesOf(await old.events())).toEqual(['subscription:add'])
    const { subscriptions = [] } = await old.after()
    expect(subscriptions.map((one) => one.name)).toEqual(['general', 'plums'])
  })
})
