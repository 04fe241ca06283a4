import { eventsPerUser, expectEventsToReproduceState } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { type setVisibility as Action, setVisibility } from './actions.ts'
import { policiesOfTopic, policiesQuery, policyOf } from './store.ts'
import { generalOf, make, mute, policiesBy } from './testing/fixtures.ts'

/** As sending, moving and deleting do it: for many people, within a transaction of their own. */
async function withRealm() {
  const found = await generalOf()
  const realm = await found.app.realms.byHost('')
  if (realm === undefined) throw new Error('There is no organization.')
  const set = (changes: Parameters<typeof Action>[3]) =>
    realm.transact((tx) => setVisibility(tx, realm.directory, new Date(), changes))
  const eventCount = async () =>
    (await found.app.database.db.selectFrom('event').select('seq').execute()).length
  return { ...found, realm, set, eventCount }
}

describe('setVisibility', () => {
  it('changes topics of many users, publishes to each their own, and returns the actual changes', async () => {
    const { alice, bob, carol, dave, general: channelId, set } = await withRealm()
    await make(bob, channelId, 'plums', 3)
    await mute(carol, channelId, 'pears')
    const change = (userId: number) => ({ userId, channelId, topic: 'Plums', policy: 3 as const })
    const received = await eventsPerUser({ alice, bob, carol, dave }, async () => {
      const changed = await set([alice, bob, carol].map((person) => change(person.id)))
      expect(changed).toEqual([alice, carol].map(({ id }) => ({ userId: id, policy: 3 })))
    })
    const topic = { type: 'user_topic', topic_name: 'Plums', visibility_policy: 3 }
    const time = expect.any(Number)
    expect(received).toMatchObject({
      alice: [{ type: 'muted_topics', muted_topics: [] }, topic],
      bob: [],
      carol: [{ type: 'muted_topics', muted_topics: [['general', 'pears', time]] }, topic],
      dave: [],
    })
  })

  it('publishes as many events for many users as for one', async () => {
    const { alice, bob, carol, dave, mona, general: channelId, set, eventCount } = await withRealm()
    const before = await eventCount()
    const people = [alice, bob, carol, dave, mona]
    await set(people.map(({ id }) => ({ userId: id, channelId, topic: 'plums', policy: 3 })))
    expect(await eventCount()).toBe(before + 2)
  })

  it('moves the policy of a topic to another one, also if they differ only in case', async () => {
    const { carol, general: channelId, set } = await withRealm()
    const of = (topic: string, policy: 0 | 3) => ({ userId: carol.id, channelId, topic, policy })
    await make(carol, channelId, 'plums', 3)
    const events = await expectEventsToReproduceState(carol, () => set([of('plums', 0), of('pears', 3)]))
    expect(events).toMatchObject([
      { type: 'muted_topics' },
      { topic_name: 'plums', visibility_policy: 0 },
      { topic_name: 'pears', visibility_policy: 3 },
    ])
    expect(await policiesBy(carol)).toEqual([[channelId, 'pears', 3]])
    await expectEventsToReproduceState(carol, async () => {
      expect(await set([of('pears', 0), of('PEARS', 3)])).toEqual([])
      expect(await set([])).toEqual([])
    })
  })

  it('is rolled back with its transaction', async () => {
    const { carol, general: channelId, realm, eventCount } = await withRealm()
    const before = await eventCount()
    const attempt = realm.transact(async (tx) => {
      const change = { userId: carol.id, channelId, topic: 'plums', policy: 1 as const }
      await setVisibility(tx, realm.directory, new Date(), [change])
      throw new Error('No.')
    })
    await expect(attempt).rejects.toThrow('No.')
    expect(await policiesBy(carol)).toEqual([])
    expect(await eventCount()).toBe(before)
  })
})

describe('Topic policies', () => {
  it('are found by topic and by user, in any case', async () => {
    const { app, alice, carol, dave, general, realm } = await withRealm()
    const { db } = app.database
    await mute(carol, general, 'Plums')
    await make(alice, general, 'PLUMS', 3)
    const recipientId = realm.directory.channels.get(general)?.recipientId ?? 0
    expect(await policiesOfTopic(db, recipientId, 'pLUMS')).toEqual(
      new Map([
        [carol.id, 1],
        [alice.id, 3],
      ]),
    )
    expect(await policyOf(db, carol.id, general, 'plums')).toBe(1)
    expect(await policyOf(db, dave.id, general, 'plums')).toBe(0)
    expect(await policiesQuery(db, carol.id).execute()).toMatchObject([
      { channelId: general, topic: 'Plums', policy: 1 },
    ])
  })
})
