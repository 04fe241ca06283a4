import {
  addBot,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  eventually,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { trimLog } from '../../../events/trim.ts'
import { deactivate } from '../../places/channels/testing/fixtures.ts'

const mute = ({ api }: Person, { id }: { id: number }) => api.muteUser({ muted_user_id: id })
const unmute = ({ api }: Person, { id }: { id: number }) => api.unmuteUser({ muted_user_id: id })
const mutedBy = async ({ api }: Person) => (await api.register()).muted_users?.map((one) => one.id)

const realmOf = async (app: World['app']) => {
  const realm = await app.realms.byHost('')
  if (realm === undefined) throw new Error('There is no organization.')
  return realm
}

describe('POST /users/me/muted_users/{muted_user_id}', () => {
  it('mutes a user and sends the caller all their muted users, the oldest first', async () => {
    const { alice, bob, carol, clock } = await createWorld()
    const events = await expectEventsToReproduceState(carol, async () => {
      await mute(carol, bob)
      clock.advance(1)
      await mute(carol, alice)
    })
    const [one, other] = [bob, alice].map(({ id }) => ({ id, timestamp: expect.any(Number) }))
    expect(events).toEqual([
      { type: 'muted_users', id: expect.any(Number), muted_users: [one] },
      { type: 'muted_users', id: expect.any(Number), muted_users: [one, other] },
    ])
    expect(await mutedBy(carol)).toEqual([bob.id, alice.id])
  })

  it('publishes nothing to anyone else, including the muted user', async () => {
    const { alice, bob, carol, dave, greta } = await createWorld()
    const received = await eventsPerUser({ alice, bob, dave, greta }, async () => {
      await mute(carol, bob)
      await unmute(carol, bob)
    })
    expect(Object.values(received).flat()).toEqual([])
    expect(await mutedBy(bob)).toEqual([])
  })

  it('marks unread messages of the user as read, before the event about muting', async () => {
    const { alice, bob, carol, dave } = await createWorld()
    const theirs = [
      await sendChannelMessage(bob, 'general', 'a'),
      await sendChannelMessage(bob, 'general', 'b'),
      await sendDirectMessage(bob, carol),
      await sendDirectMessage(bob, carol, dave),
    ]
    const others = [
      await sendChannelMessage(alice, 'general', 'a'),
      await sendDirectMessage(dave, carol),
      await sendDirectMessage(dave, bob, carol),
    ]
    const received = await eventsPerUser({ carol, dave }, () => mute(carol, bob))
    expect(received.dave).toEqual([])
    expect(received.carol).toMatchObject([
      {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: theirs,
        all: false,
      },
      { type: 'muted_users' },
    ])
    const { unread_msgs } = await carol.api.register()
    expect(unread_msgs?.count).toBe(others.length)
    expect((await dave.api.register()).unread_msgs?.count).toBe(4)
  })

  it('also marks as read messages that were marked unread, and leaves other flags alone', async () => {
    const { bob, carol } = await createWorld()
    const id = await sendChannelMessage(bob)
    await carol.api.updateMessageFlags({ op: 'add', flag: 'starred', messages: [id] })
    await carol.api.updateMessageFlags({ op: 'add', flag: 'read', messages: [id] })
    await carol.api.updateMessageFlags({ op: 'remove', flag: 'read', messages: [id] })
    await expectEventsToReproduceState(carol, () => mute(carol, bob))
    const { messages } = await carol.api.getMessages({ message_ids: [id] })
    expect(messages[0]?.flags).toEqual(['read', 'starred'])
  })

  it('publishes no flag events if everything is read', async () => {
    const { bob, carol } = await createWorld()
    const messages = [await sendChannelMessage(bob)]
    await carol.api.updateMessageFlags({ op: 'add', flag: 'read', messages })
    expect(eventTypesOf(await eventsDuring(carol, () => mute(carol, bob)))).toEqual(['muted_users'])
  })

  it('rejects the caller, unknown users and users who are already muted', async () => {
    const { bob, carol } = await createWorld()
    await mute(carol, bob)
    const events = await eventsDuring(carol, async () => {
      await expect(mute(carol, carol)).rejects.toMatchObject(withReason('mute-of-self-denied'))
      await expect(mute(carol, { id: 404_404 })).rejects.toMatchObject(withReason('mute-user-not-found'))
      await expect(mute(carol, bob)).rejects.toMatchObject(withReason('mute-exists'))
    })
    expect(events).toEqual([])
    expect(await mutedBy(carol)).toEqual([bob.id])
  })

  it('mutes bots, deactivated accounts and system bots', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world, carol)
    await deactivate(world, dave)
    const [system] = [...(await realmOf(world.app)).directory.systemBots()]
    const targets = [bot, dave, { id: system?.id ?? 0 }]
    await expectEventsToReproduceState(carol, async () => {
      for (const target of targets) {
        await mute(carol, target)
        world.clock.advance(1)
      }
    })
    expect(await mutedBy(carol)).toEqual(targets.map(({ id }) => id))
  })

  it('is for guests and bots, too', async () => {
    const world = await createWorld()
    for (const person of [world.greta, await addBot(world, world.carol)]) {
      await mute(person, world.bob)
      expect(await mutedBy(person)).toEqual([world.bob.id])
      await unmute(person, world.bob)
    }
  })

  it('mutes once when called twice at the same time', async () => {
    const world = await createWorld()
    const { bob, carol } = world
    const other = { ...carol, api: (await world.secondNode()).as(carol) }
    const results = await Promise.allSettled([carol, other, carol, other].map((person) => mute(person, bob)))
    const refusals = results.filter((result) => result.status === 'rejected')
    expect(refusals).toHaveLength(3)
    for (const { reason } of refusals) expect(reason).toMatchObject(withReason('mute-exists'))
    expect(await mutedBy(carol)).toEqual([bob.id])
  })
})

describe('DELETE /users/me/muted_users/{muted_user_id}', () => {
  it('unmutes a user, and leaves messages read that muting marked read', async () => {
    const { alice, bob, carol } = await createWorld()
    await sendChannelMessage(bob)
    await mute(carol, bob)
    await mute(carol, alice)
    const events = await expectEventsToReproduceState(carol, () => unmute(carol, bob))
    expect(events).toMatchObject([{ type: 'muted_users', muted_users: [{ id: alice.id }] }])
    expect((await carol.api.register()).unread_msgs?.count).toBe(0)
    await sendChannelMessage(bob)
    expect((await carol.api.register()).unread_msgs?.count).toBe(1)
  })

  it('rejects users whom the caller has not muted', async () => {
    const { alice, bob, carol, dave } = await createWorld()
    await mute(dave, bob)
    for (const target of [bob, alice, carol, { id: 404_404 }]) {
      await expect(unmute(carol, target)).rejects.toMatchObject(withReason('mute-missing'))
    }
    expect(await mutedBy(dave)).toEqual([bob.id])
  })
})

describe('Muted users', () => {
  it('are included in a register call that fetches them', async () => {
    const { bob, carol } = await createWorld()
    const fetch = (...fetch_event_types: string[]) => carol.api.register({ fetch_event_types })
    expect((await fetch('muted_users')).muted_users).toEqual([])
    await mute(carol, bob)
    expect((await fetch('muted_users')).muted_users).toMatchObject([{ id: bob.id }])
    expect(await fetch('message')).not.toHaveProperty('muted_users')
  })

  it('are known to every process, including one that starts later', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const nodes = [world, await world.secondNode()]
    const known = async () =>
      await Promise.all(
        nodes.map(async ({ app }) => [...((await realmOf(app)).directory.mutedBy.get(bob.id) ?? [])].sort()),
      )
    const expectKnown = (...people: Person[]) =>
      eventually(async () => {
        const ids = people.map(({ id }) => id).sort()
        expect(await known()).toEqual([ids, ids])
      })
    await expectKnown()
    await mute(carol, bob)
    await mute(carol, alice)
    await mute(dave, bob)
    await expectKnown(carol, dave)
    await unmute(carol, bob)
    await expectKnown(dave)
    await unmute(dave, bob)
    await expectKnown()
    await mute(carol, bob)
    nodes.push(await world.secondNode())
    expect((await known())[2]).toEqual([carol.id])
  })

  it('are known, like default channels, to a process that missed trimmed parts of the log', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const { stream_id: plaza } = await alice.api.getChannelId({ stream: 'plaza' })
    await mute(carol, alice)
    const { app } = await world.secondNode()
    const { directory, follower } = await realmOf(app)
    // The process receives no notifications for a while.
    const advance = vi.spyOn(follower, 'advance').mockResolvedValue()
    await mute(carol, bob)
    await unmute(carol, alice)
    await alice.api.addDefaultChannel({ stream_id: plaza })
    const { db } = world.app.database
    await sql`update event set created_at = now() - interval '2 hours'`.execute(db)
    expect(await trimLog(db)).toBeGreaterThan(0)
    await sendChannelMessage(alice)
    advance.mockRestore()
    await follower.advance()
    expect(directory.mutedBy).toEqual(new Map([[bob.id, new Set([carol.id])]]))
    expect(directory.defaultChannels).toContain(plaza)
  })
})
