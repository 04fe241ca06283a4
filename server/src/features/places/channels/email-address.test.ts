import { addBot, changeRows, createWorld, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allowed, createChannels, idOf } from './testing/fixtures.ts'

describe('GET /streams/{stream_id}/email_address', () => {
  it('is available to users who can read the channel, and empty if the server receives no email', async () => {
    const channels = await createChannels()
    const { alice, carol, dave, greta } = channels
    const open = (person: typeof alice) =>
      allowed(channels, (id) => person.api.getChannelEmail({ stream_id: id }))
    expect(await open(alice)).toEqual(['public', 'web-public'])
    expect(await open(carol)).toEqual(['public', 'web-public', 'addable', 'joinable'])
    expect(await open(greta)).toEqual(['web-public'])
    expect(await dave.api.getChannelEmail({ stream_id: channels.ids.private ?? 0 })).toMatchObject({
      email: '',
    })
  })

  it('accepts as sender the email gateway, the caller, or a bot they can administer', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const stream_id = await idOf(carol, 'general')
    const bot = await addBot(world, carol)
    const { cross_realm_bots: servers = [] } = await carol.api.register({ fetch_event_types: ['realm_user'] })
    const gateway = servers.find((one) => one.full_name === 'Email Gateway')?.user_id ?? 0
    const notifier = servers.find((one) => one.full_name === 'Notification Bot')?.user_id ?? 0
    const as = (person: typeof carol, sender_id: number) =>
      person.api.getChannelEmail({ stream_id, sender_id })
    for (const sender of [gateway, carol.id, bot.id])
      expect(await as(carol, sender)).toMatchObject({ email: '' })
    await as(bob, bot.id)
    for (const sender of [notifier, dave.id, 404_404])
      await expect(as(carol, sender)).rejects.toMatchObject(withReason('channel-email-sender-denied'))
    await expect(as(dave, bot.id)).rejects.toMatchObject(withReason('bot-access-denied'))

    const creates = sql`update account set can_create_users = true where id = ${bot.id}`
    await changeRows(world, { users: [bot.id] }, creates)
    await as(alice, bot.id)
    for (const person of [bob, carol]) {
      await expect(as(person, bot.id)).rejects.toMatchObject(
        withReason('bot-that-creates-users-access-denied'),
      )
    }
  })
})
