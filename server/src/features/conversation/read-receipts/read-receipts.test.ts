import {
  addBot,
  changeRows,
  createWorld,
  eventsDuring,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { archive, deactivate, idOf, ids } from '../../places/channels/testing/fixtures.ts'
import { tada } from '../reactions/testing/fixtures.ts'
import { turnOff } from '../typing/testing/fixtures.ts'

async function createOpenWorld(): Promise<World> {
  const world = await createWorld()
  await changeRows(
    world,
    { realm: true },
    sql`update realm set settings = '{"enable_read_receipts":true}' where subdomain = ''`,
  )
  return world
}

const readers = async ({ api }: Person, message_id: number) =>
  (await api.getReadReceipts({ message_id })).user_ids.sort((a, b) => a - b)
const mark = (op: 'add' | 'remove', messages: number[], ...people: Person[]) =>
  Promise.all(people.map(({ api }) => api.updateMessageFlags({ op, flag: 'read', messages })))

describe('GET /messages/{message_id}/read_receipts', () => {
  it('lists the users who have read the message, including the caller, but not its sender', async () => {
    const { alice, carol, dave, greta } = await createOpenWorld()
    const message_id = await sendChannelMessage(carol)
    expect(await readers(carol, message_id)).toEqual([])
    await mark('add', [message_id], dave, greta)
    expect(await readers(carol, message_id)).toEqual(ids(dave, greta))
    expect(await readers(dave, message_id)).toEqual(ids(dave, greta))
    expect(await readers(alice, message_id)).toEqual(ids(dave, greta))
    await mark('remove', [message_id], dave)
    expect(await readers(carol, message_id)).toEqual([greta.id])
    await mark('remove', [message_id], carol)
    await mark('add', [message_id], carol)
    expect(await readers(greta, message_id)).toEqual([greta.id])
  })

  it('distinguishes adjacent messages, and publishes no event', async () => {
    const { carol, dave } = await createOpenWorld()
    const [first, second, third] = [
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
    ]
    await mark('add', [first, third], dave)
    const events = await eventsDuring(dave, async () => {
      expect(await readers(carol, first)).toEqual([dave.id])
      expect(await readers(carol, second)).toEqual([])
      expect(await readers(carol, third)).toEqual([dave.id])
    })
    expect(events).toEqual([])
  })

  it('lists the participants of a direct conversation', async () => {
    const { alice, carol, dave, greta } = await createOpenWorld()
    const pair = await sendDirectMessage(carol, dave)
    const group = await sendDirectMessage(carol, dave, greta)
    const own = await sendDirectMessage(carol, carol)
    await mark('add', [pair, group], dave)
    await mark('add', [group], greta)
    expect(await readers(carol, pair)).toEqual([dave.id])
    expect(await readers(greta, group)).toEqual(ids(dave, greta))
    expect(await readers(carol, own)).toEqual([])
    await mark('remove', [group], dave)
    expect(await readers(carol, group)).toEqual([greta.id])
    await expect(readers(alice, pair)).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('counts users who added the message to their history later, until they mark it unread', async () => {
    const { alice, bob, carol, dave } = await createOpenWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const message_id = await sendChannelMessage(carol, 'plaza')
    const { stream_id } = await carol.api.getChannelId({ stream: 'plaza' })
    await dave.api.updateMessageFlags({ op: 'add', flag: 'starred', messages: [message_id] })
    await bob.api.addReaction({ message_id, ...tada })
    // Users who merely can read it do not count.
    await alice.api.getMessages({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: stream_id }],
    })
    expect(await readers(carol, message_id)).toEqual(ids(bob, dave))
    await dave.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    expect(await readers(carol, message_id)).toEqual(ids(bob, dave))
    await mark('remove', [message_id], dave)
    expect(await readers(carol, message_id)).toEqual([bob.id])
    await mark('add', [message_id], dave)
    expect(await readers(carol, message_id)).toEqual(ids(bob, dave))
  })

  it('counts former subscribers, because unsubscribing marks everything read', async () => {
    const { carol, dave } = await createOpenWorld()
    const message_id = await sendChannelMessage(carol)
    await dave.api.unsubscribe({ subscriptions: ['general'] })
    expect(await readers(carol, message_id)).toEqual([dave.id])
    const later = await sendChannelMessage(carol)
    await dave.api.subscribe({ subscriptions: [{ name: 'general' }] })
    expect(await readers(carol, message_id)).toEqual([dave.id])
    expect(await readers(carol, later)).toEqual([])
  })

  it('counts bots, including one that got the message by a mention', async () => {
    const world = await createOpenWorld()
    const { carol } = world
    const bot = await addBot(world, carol)
    const message_id = await sendChannelMessage(
      carol,
      'general',
      'plums',
      `@**Bot 400 of ${carol.id}|${bot.id}** hi`,
    )
    expect(await readers(carol, message_id)).toEqual([])
    await mark('add', [message_id], bot)
    expect(await readers(carol, message_id)).toEqual([bot.id])
    await bot.api.subscribe({ subscriptions: [{ name: 'general' }] })
    const later = await sendChannelMessage(carol)
    await mark('add', [later], bot)
    expect(await readers(carol, later)).toEqual([bot.id])
  })

  it('leaves out deactivated users and users who turned read receipts off', async () => {
    const world = await createOpenWorld()
    const { alice, carol, dave, greta } = world
    const message_id = await sendChannelMessage(carol)
    await mark('add', [message_id], alice, dave, greta)
    await turnOff(world, dave, 'send_read_receipts')
    await deactivate(world, greta)
    expect(await readers(carol, message_id)).toEqual([alice.id])
    expect(await readers(dave, message_id)).toEqual([alice.id])
  })

  it('leaves out users whom the caller muted and users who muted the caller', async () => {
    const { alice, bob, carol, dave, greta } = await createOpenWorld()
    const message_id = await sendChannelMessage(carol)
    await mark('add', [message_id], alice, bob, dave, greta)
    await dave.api.muteUser({ muted_user_id: alice.id })
    await greta.api.muteUser({ muted_user_id: dave.id })
    await bob.api.muteUser({ muted_user_id: carol.id })
    expect(await readers(dave, message_id)).toEqual(ids(bob, dave))
    expect(await readers(alice, message_id)).toEqual(ids(alice, bob, greta))
    expect(await readers(carol, message_id)).toEqual(ids(alice, dave, greta))
    await dave.api.unmuteUser({ muted_user_id: alice.id })
    expect(await readers(alice, message_id)).toEqual(ids(alice, bob, dave, greta))
  })

  it('is possible for users who can read the message, in archived channels too', async () => {
    const world = await createOpenWorld()
    const { alice, bob, carol, dave, greta } = world
    await carol.api.subscribe({
      subscriptions: [{ name: 'vault' }],
      principals: [carol.id, dave.id],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const message_id = await sendChannelMessage(carol, 'vault')
    await carol.api.subscribe({ subscriptions: [{ name: 'vault' }], principals: [bob.id] })
    await mark('add', [message_id], dave)
    await archive(world, await idOf(carol, 'vault'))
    expect(await readers(dave, message_id)).toEqual([dave.id])
    for (const person of [alice, bob, greta]) {
      await expect(readers(person, message_id)).rejects.toMatchObject(withReason('message-not-found'))
    }
    await expect(readers(carol, 404_404)).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('needs the setting of the organization, which is checked after access', async () => {
    const { alice, carol, dave } = await createWorld()
    await alice.api.updateRealm({ enable_read_receipts: false })
    const message_id = await sendChannelMessage(carol)
    await expect(readers(dave, message_id)).rejects.toMatchObject(withReason('read-receipts-disabled'))
    await expect(readers(dave, 404_404)).rejects.toMatchObject(withReason('message-not-found'))
  })
})
