import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { snapshot } from '../events/follower.ts'
import { loadDirectory } from './load.ts'

describe('A directory', () => {
  it('is the same when it is loaded as a whole as after following each change', async () => {
    const { app, alice, bob, carol } = await createWorld()
    const channels = ['garden', 'orchard', 'meadow'].map((name) => ({ name }))
    await alice.api.subscribe({ subscriptions: channels, principals: [carol.id, bob.id, alice.id] })
    for (const { name } of channels) {
      await alice.api.sendMessage({ type: 'channel', to: name, topic: 'weeds', content: 'Many.' })
    }
    // Bob leaves one channel, and leaves and enters another; Carol mutes one.
    await bob.api.unsubscribe({ subscriptions: ['garden', 'orchard'] })
    await alice.api.sendMessage({ type: 'channel', to: 'orchard', topic: 'weeds', content: 'More.' })
    await bob.api.subscribe({ subscriptions: [{ name: 'orchard' }] })
    const realm = (await app.realms.bySubdomain(''))!
    const orchard = realm.directory.channelByName('orchard')!
    await carol.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id: orchard.id, property: 'is_muted', value: true }],
    })
    await carol.api.updateSettings({ color_scheme: 2 })

    const loaded = await snapshot(app.database.db, (db) => loadDirectory(db, realm.id))
    expect(orchard.subscribers.get(bob.id)).toBeGreaterThan(0)
    expect(orchard.former.has(bob.id)).toBe(true)
    expect(orchard.mutedBy.has(carol.id)).toBe(true)
    for (const [id, { subscribers, ...followed }] of realm.directory.channels) {
      const { subscribers: again, ...channel } = loaded.channels.get(id)!
      expect(channel).toEqual(followed)
      expect([...again], channel.name).toEqual([...subscribers])
    }
    expect(loaded.users).toEqual(realm.directory.users)
    expect(loaded.users.get(carol.id)?.settings).toMatchObject({ color_scheme: 2 })
  })
})
