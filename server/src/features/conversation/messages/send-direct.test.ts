import type { QueueEvent } from '@loquat/contract'
import {
  changeRows,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const seenBy = async (viewer: Person, id: number) =>
  (await viewer.api.getMessages({ message_ids: [id] })).messages[0]

async function groupIds(person: Person): Promise<Record<string, number>> {
  const { realm_user_groups = [] } = await person.api.register({ fetch_event_types: ['realm_user_groups'] })
  return Object.fromEntries(realm_user_groups.map((group) => [group.name, group.id]))
}

describe('A direct conversation', () => {
  it('is the set of its participants, regardless of their order and the sender', async () => {
    const { carol, dave, mona } = await createWorld()
    const ids = [
      await sendDirectMessage(carol, dave, mona),
      await sendDirectMessage(carol, mona, dave),
      await sendDirectMessage(carol, carol, mona, dave),
      await sendDirectMessage(dave, mona, carol),
      await sendDirectMessage(mona, carol, dave, carol),
    ]
    const recipients = new Set<number | undefined>()
    for (const id of ids) {
      for (const viewer of [carol, dave, mona]) recipients.add((await seenBy(viewer, id))?.recipient_id)
    }
    expect(recipients.size).toBe(1)
    const other = await seenBy(carol, await sendDirectMessage(carol, dave))
    expect(recipients.has(other?.recipient_id)).toBe(false)
  })

  it('between two users shows each of them the recipient of the other, in both directions', async () => {
    const { carol, dave, mona } = await createWorld()
    const messages = [
      await sendDirectMessage(carol, dave),
      await sendDirectMessage(dave, carol),
      await sendDirectMessage(carol, carol, dave),
    ]
    const self = { carol: await sendDirectMessage(carol, carol), dave: await sendDirectMessage(dave, dave) }
    const own = {
      carol: (await seenBy(carol, self.carol))?.recipient_id,
      dave: (await seenBy(dave, self.dave))?.recipient_id,
    }
    expect(own.carol).not.toBe(own.dave)
    for (const id of messages) {
      expect((await seenBy(carol, id))?.recipient_id).toBe(own.dave)
      expect((await seenBy(dave, id))?.recipient_id).toBe(own.carol)
      expect(await seenBy(mona, id)).toBeUndefined()
    }
    for (const [viewer, recipient_id] of [
      [carol, own.dave],
      [dave, own.carol],
    ] as const) {
      const [event] = await eventsDuring(viewer, () => sendDirectMessage(carol, dave))
      expect(event).toMatchObject({ type: 'message', message: { recipient_id } })
    }
  })

  it('lists two users by email address and more by ID', async () => {
    const { alice, bob, carol, greta } = await createWorld()
    await alice.api.updateUser({ user_id: greta.id, full_name: 'Aaa First' })
    const people = async (id: number) => (await seenBy(carol, id))?.display_recipient
    const one = (person: Person, full_name: string) => ({
      id: person.id,
      email: person.email,
      full_name,
      is_mirror_dummy: false,
    })
    expect(await people(await sendDirectMessage(carol, greta))).toEqual([
      one(carol, 'Carol Member'),
      one(greta, 'Aaa First'),
    ])
    expect(await people(await sendDirectMessage(carol, bob))).toEqual([
      one(bob, 'Bob Admin'),
      one(carol, 'Carol Member'),
    ])
    expect(await people(await sendDirectMessage(carol, greta, bob))).toEqual([
      one(bob, 'Bob Admin'),
      one(carol, 'Carol Member'),
      one(greta, 'Aaa First'),
    ])
    expect(await people(await sendDirectMessage(carol, carol))).toEqual([one(carol, 'Carol Member')])
  })

  it('lists two users by email address even if that is not the order of their IDs', async () => {
    const { alice, carol } = await createWorld()
    const { user_id } = await alice.api.createUser({
      email: 'aaron@example.com',
      full_name: 'Aaron',
      password: 'quinces in the attic',
    })
    const { id } = await carol.api.sendMessage({ type: 'direct', to: [user_id], content: 'hi' })
    const people = (await seenBy(carol, id))?.display_recipient as { id: number }[]
    expect(people.map((one) => one.id)).toEqual([user_id, carol.id])
  })

  it('reaches its participants and nobody else', async () => {
    const { alice, carol, dave, mona, greta } = await createWorld()
    const conversations: [to: Person[], receivers: string[]][] = [
      [[carol], ['carol']],
      [[dave], ['carol', 'dave']],
      [
        [dave, greta],
        ['carol', 'dave', 'greta'],
      ],
    ]
    for (const [to, receivers] of conversations) {
      const seen: Record<string, unknown> = {}
      let action = async () => {
        await sendDirectMessage(carol, ...to)
      }
      for (const [name, person] of Object.entries({ alice, carol, dave, mona, greta })) {
        const inner = action
        action = async () => {
          const events = (await expectEventsToReproduceState(person, inner)) as QueueEvent<'message'>[]
          if (events.length > 0) seen[name] = events.map(({ type, flags }) => [type, flags])
        }
      }
      await action()
      const flags = (name: string) => [['message', name === 'carol' ? ['read'] : []]]
      expect(seen).toEqual(Object.fromEntries(receivers.map((name) => [name, flags(name)])))
    }
  })

  it('has no topic and no channel', async () => {
    const { carol, dave } = await createWorld()
    const { id } = await carol.api.sendMessage({
      type: 'private',
      to: [dave.id],
      topic: 'plums',
      content: 'hi',
    })
    const message = await seenBy(dave, id)
    expect(message).toMatchObject({ type: 'private', subject: '', topic_links: [] })
    expect(message).not.toHaveProperty('stream_id')
  })
})

describe('Permission to send direct messages', () => {
  it('ends when any participant is deactivated', async () => {
    const world = await createWorld()
    const { carol, dave, mona } = world
    await sendDirectMessage(carol, dave)
    await sendDirectMessage(carol, dave, mona)
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    await expect(sendDirectMessage(carol, dave)).rejects.toMatchObject(
      withReason('message-recipient-deactivated'),
    )
    await expect(sendDirectMessage(carol, dave, mona)).rejects.toMatchObject(
      withReason('message-recipient-deactivated'),
    )
    await sendDirectMessage(carol, mona)
  })

  it('needs a participant in direct_message_permission_group', async () => {
    const world = await createWorld()
    const { bob, carol, dave } = world
    const groups = await groupIds(carol)
    const permit = (name: string) =>
      changeRows(
        world,
        { realm: true },
        sql`update realm set permissions = jsonb_build_object('direct_message_permission_group', ${groups[name]}::int)
          where subdomain = ''`,
      )
    await permit('role:administrators')
    const restricted = await sendDirectMessage(carol, dave).catch((error: Error) => error)
    expect(restricted).toMatchObject(withReason('direct-messages-restricted'))
    await sendDirectMessage(carol, bob)
    await sendDirectMessage(carol, dave, bob)
    await sendDirectMessage(carol, carol)
    const [bot] = (await carol.api.register({ fetch_event_types: ['realm_user'] })).cross_realm_bots ?? []
    const toBot = { type: 'direct', to: [bot?.user_id ?? 0], content: 'hi' } as const
    await carol.api.sendMessage(toBot)

    await permit('role:nobody')
    const disabled = await sendDirectMessage(bob, carol).catch((error: Error) => error)
    expect(disabled).toMatchObject(withReason('direct-messages-disabled'))
    expect((disabled as Error).message).not.toBe((restricted as Error).message)
    await sendDirectMessage(carol, carol)
    await carol.api.sendMessage(toBot)
  })

  it('for a new conversation needs membership of direct_message_initiator_group', async () => {
    const world = await createWorld()
    const { bob, carol, dave, mona } = world
    await sendDirectMessage(dave, carol)
    const groups = await groupIds(carol)
    await changeRows(
      world,
      { realm: true },
      sql`update realm set permissions =
        jsonb_build_object('direct_message_initiator_group', ${groups['role:administrators']}::int)
        where subdomain = ''`,
    )
    await expect(sendDirectMessage(carol, mona)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
    await expect(sendDirectMessage(carol, dave, mona)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
    // A rejected message does not start the conversation.
    await expect(sendDirectMessage(carol, mona)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
    await sendDirectMessage(carol, dave)
    await sendDirectMessage(carol, carol)
    await sendDirectMessage(bob, carol, mona)
    await sendDirectMessage(carol, bob, mona)
    await expect(sendDirectMessage(carol, bob)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
  })
})
