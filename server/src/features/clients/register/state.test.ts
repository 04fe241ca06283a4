import { reduce } from '@loquat/client'
import {
  createWorld,
  expectEventsToReproduceState,
  type Person,
  pendingEvents,
  snapshotIn,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { named } from '../../places/channels/testing/fixtures.ts'

/** Everyone of the cast could follow the action from their events alone. */
async function expectAllToKeepUp(people: Person[], action: () => Promise<unknown>): Promise<void> {
  await people.reduce<() => Promise<unknown>>(
    (inner, person) => () => expectEventsToReproduceState(person, inner),
    action,
  )()
}

describe('State and events', () => {
  it('agree for every role through all kinds of changes', async () => {
    const { alice, bob, mona, carol, dave, greta } = await createWorld()
    const cast = [alice, bob, mona, carol, dave, greta]
    const ids = (...people: Person[]) => people.map((one) => one.id)
    const post = (sender: Person, to: string, topic = 'Fruit') =>
      sender.api.sendMessage({ type: 'channel', to, topic, content: 'hi' })
    const write = (sender: Person, ...to: Person[]) =>
      sender.api.sendMessage({ type: 'direct', to: ids(...to), content: 'hi' })
    const flag = (person: Person, op: 'add' | 'remove', name: string, ...messages: number[]) =>
      person.api.updateMessageFlags({ op, flag: name, messages })
    const give = (person: Person, role: number) => alice.api.updateUser({ user_id: person.id, role })

    const first = (await post(alice, 'general')).id
    const steps: (() => Promise<unknown>)[] = [
      () => post(dave, 'general'),
      () => post(greta, 'general', ''),
      () => write(carol, dave),
      () => write(greta, carol, bob),
      () => write(mona, mona),
      () => flag(carol, 'add', 'read', first),
      () => flag(greta, 'add', 'starred', first),
      () => flag(greta, 'add', 'collapsed', first),
      () => flag(carol, 'remove', 'read', first),
      () => flag(greta, 'remove', 'starred', first),
      () => carol.api.subscribe({ ...named('plaza', 'market'), principals: ids(carol, dave) }),
      () => carol.api.subscribe({ ...named('den'), invite_only: true }),
      () => carol.api.subscribe({ ...named('den', 'plaza'), principals: ids(bob, greta) }),
      () => alice.api.createUser({ email: 'e@example.com', full_name: 'Erin', password: 'quinces in a jar' }),
      () => alice.api.updateUser({ user_id: dave.id, full_name: 'Dave Renamed' }),
      () => give(carol, 600),
      () => give(bob, 100),
      () => give(mona, 400),
      () => give(carol, 300),
      () => greta.api.unsubscribe({ subscriptions: ['plaza'] }),
      () => bob.api.unsubscribe({ subscriptions: ['den'], principals: ids(carol, bob) }),
      () => alice.api.unsubscribe({ subscriptions: ['general'], principals: ids(...cast) }),
      () => alice.api.subscribe({ ...named('general'), principals: ids(...cast) }),
      () => post(mona, 'general', 'Again'),
    ]
    await expectAllToKeepUp(cast, async () => {
      for (const step of steps) await step()
    })
  })

  it('come from one snapshot, even while many changes happen', async () => {
    const { alice, bob, carol, dave } = await createWorld()
    const busy = async (person: Person, n: number) => {
      const to = `channel ${n % 3}`
      await person.api.subscribe(named(to))
      await person.api.sendMessage({ type: 'channel', to: 'general', topic: `${n}`, content: 'hi' })
      const { id } = await person.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
      await carol.api.updateMessageFlags({
        op: 'add',
        flag: n % 2 === 0 ? 'read' : 'starred',
        messages: [id],
      })
      await alice.api.updateUser({ user_id: dave.id, full_name: `Dave ${n}` })
      await person.api.unsubscribe({ subscriptions: [to] })
    }
    const options = {
      apply_markdown: true,
      client_external_avatar: false,
      include_subscribers: true,
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    }
    // Channels with a message, so that nothing changes without an event.
    for (const n of [0, 1, 2]) {
      await carol.api.subscribe(named(`channel ${n}`))
      await carol.api.sendMessage({ type: 'channel', to: `channel ${n}`, topic: 'x', content: 'first' })
    }
    const work = Promise.all(
      [alice, bob, dave].map(async (person, offset) => {
        for (let n = 0; n < 6; n++) await busy(person, n + offset)
      }),
    )
    const snapshots: Awaited<ReturnType<typeof carol.api.register>>[] = []
    let working = true
    const done = work.finally(() => {
      working = false
    })
    while (working) snapshots.push(await carol.api.register(options))
    await done
    const final = snapshotIn(await carol.api.register(options))
    expect(snapshots.length).toBeGreaterThan(5)
    for (const { state, queueId, position } of snapshots.map(snapshotIn)) {
      const events = await pendingEvents(carol.api, queueId, position)
      expect(events.reduce(reduce, state)).toEqual(final.state)
    }
  })
})
