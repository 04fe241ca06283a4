import { createWorld, sendToGeneral, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const end = { days: 3, messages: 0 }

describe('The limits for new accounts', () => {
  it('are off until an administrator sets them, and then limit each kind of abuse, with an error that says until when', async () => {
    const world = await createWorld()
    const { alice, mona, carol, dave, greta, clock } = world
    for (let n = 0; n < 12; n++) await sendToGeneral(carol, 'https://a.example https://b.example @**all**')
    await alice.api.updateRealm({
      new_account_days: 3,
      new_account_messages_per_minute: 4,
      new_account_channels_per_day: 1,
      new_account_max_links: 1,
      new_account_max_mentions: 1,
      new_account_strangers_per_day: 1,
    })
    await expect(alice.api.updateRealm({ new_account_messages_per_minute: 0 })).rejects.toMatchObject({
      status: 400,
    })
    clock.advance(61)
    await expect(sendToGeneral(carol, '@**all** ripe')).rejects.toMatchObject(
      withReason('new-account-wildcard-denied', end),
    )
    await expect(sendToGeneral(carol, `@**Dave Member** @**Mona Moderator** ripe`)).rejects.toMatchObject(
      withReason('new-account-mentions-too-many', { ...end, limit: 1 }),
    )
    await expect(sendToGeneral(carol, 'https://a.example [b](https://b.example)')).rejects.toMatchObject(
      withReason('new-account-links-too-many', { ...end, limit: 1 }),
    )
    const own = await sendToGeneral(carol, 'https://a.example https://a.example @**Dave Member**')
    await expect(
      carol.api.updateMessage({ message_id: own, content: '@**all** ripe' }),
    ).rejects.toMatchObject(withReason('new-account-wildcard-denied', end))
    const write = (to: number) => carol.api.sendMessage({ type: 'direct', to: [to], content: 'Figs?' })
    await write(dave.id)
    await expect(write(greta.id)).rejects.toMatchObject(
      withReason('new-account-strangers-too-many', { ...end, limit: 1 }),
    )
    await write(dave.id)
    await write(mona.id)
    clock.advance(15)
    await expect(write(dave.id)).rejects.toMatchObject({
      ...withReason('new-account-messages-too-fast', { ...end, limit: 4, seconds: 45 }),
      status: 429,
    })
    const create = (name: string) => carol.api.subscribe({ subscriptions: [{ name }] })
    await create('figs')
    await expect(create('pears')).rejects.toMatchObject(
      withReason('new-account-channels-too-many', { ...end, limit: 1 }),
    )
    // Moderators are exempt, and accounts that are old enough.
    for (let n = 0; n < 6; n++) await sendToGeneral(mona, 'https://a.example https://b.example')
    clock.advance(3 * 86_400)
    await sendToGeneral(carol, 'https://a.example https://b.example')
    await create('pears')
    // With a number of messages, an old account is new until it has sent them.
    await alice.api.updateRealm({ new_account_days: 0, new_account_messages: 2 })
    await sendToGeneral(carol, 'https://a.example https://b.example')
    await expect(sendToGeneral(dave, 'https://a.example https://b.example')).rejects.toMatchObject(
      withReason('new-account-links-too-many', { days: 0, messages: 2, limit: 1 }),
    )
    for (let n = 0; n < 2; n++) await sendToGeneral(dave, 'plums')
    await sendToGeneral(dave, 'https://a.example https://b.example')
  })
})
