import { createWorld, eventsPerUser, sendChannelMessage, sendDirectMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, cast } from '../../places/channels/testing/fixtures.ts'
import { receivers } from '../typing/testing/fixtures.ts'
import { addEmoji, reactionsTo, tada } from './testing/fixtures.ts'

describe('A reaction', () => {
  it('is published when it is added and when it is removed', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const message_id = await sendChannelMessage(carol)
    const event = {
      type: 'reaction',
      ...tada,
      message_id,
      user_id: dave.id,
      user: { user_id: dave.id, email: dave.email, full_name: 'Dave Member' },
      id: expect.any(Number),
    }
    const added = await eventsPerUser({ carol, dave }, () =>
      dave.api.addReaction({ message_id, emoji_name: 'tada' }),
    )
    expect(added).toEqual({ carol: [{ ...event, op: 'add' }], dave: [{ ...event, op: 'add' }] })
    const removed = await eventsPerUser({ carol, dave }, () =>
      dave.api.removeReaction({ message_id, emoji_name: 'tada' }),
    )
    expect(removed).toEqual({ carol: [{ ...event, op: 'remove' }], dave: [{ ...event, op: 'remove' }] })
  })

  it('is listed with the message, the oldest first', async () => {
    const { alice, carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    for (const [{ api }, emoji_name] of [
      [dave, 'tada'],
      [carol, 'chat'],
      [alice, 'tada'],
      [dave, 'heart'],
    ] as const) {
      await api.addReaction({ message_id, emoji_name })
    }
    await carol.api.removeReaction({ message_id, emoji_code: 'chat', reaction_type: 'zulip_extra_emoji' })
    await carol.api.addReaction({ message_id, emoji_name: 'chat' })
    const heart = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' }
    const chat = { emoji_name: 'chat', emoji_code: 'chat', reaction_type: 'zulip_extra_emoji' }
    const reactions = [
      { ...tada, user_id: dave.id },
      { ...tada, user_id: alice.id },
      { ...heart, user_id: dave.id },
      { ...chat, user_id: carol.id },
    ]
    expect(await reactionsTo(alice, message_id)).toEqual(reactions)
    const { messages } = await alice.api.getMessages({ message_ids: [message_id] })
    expect(messages).toMatchObject([{ reactions, submessages: [] }])
  })

  it('cannot exist twice, even under another name', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await dave.api.addReaction({ message_id, emoji_name: '+1' })
    const received = await eventsPerUser({ carol }, async () => {
      for (const emoji_name of ['+1', 'thumbs_up']) {
        await expect(dave.api.addReaction({ message_id, emoji_name })).rejects.toMatchObject(
          withReason('reaction-exists'),
        )
      }
      const odd = { emoji_name: 'odd', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const
      await expect(dave.api.addReaction({ message_id, ...odd })).rejects.toMatchObject(
        withReason('reaction-exists'),
      )
    })
    expect(received.carol).toEqual([])
  })

  it('is deleted with the message', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await dave.api.addReaction({ message_id, ...tada })
    await carol.api.deleteMessage({ message_id })
    await expect(dave.api.addReaction({ message_id, ...tada })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
  })
})

describe('Removing a reaction', () => {
  it('needs a name or a code; a name is looked up, and the type defaults to Unicode', async () => {
    const world = await createWorld()
    const { carol } = world
    const message_id = await sendChannelMessage(carol)
    const emoji_code = await addEmoji(world, 'gopher')
    await carol.api.addReaction({ message_id, emoji_name: 'gopher' })
    await carol.api.addReaction({ message_id, emoji_name: '+1' })
    const remove = (sent: object) => carol.api.removeReaction({ message_id, ...sent })
    await expect(remove({})).rejects.toMatchObject(withReason('reaction-emoji-missing'))
    await expect(remove({ reaction_type: 'realm_emoji' })).rejects.toMatchObject(
      withReason('reaction-emoji-missing'),
    )
    await expect(remove({ emoji_name: 'no_such_emoji' })).rejects.toMatchObject(
      withReason('emoji-name-not-found'),
    )
    await expect(remove({ emoji_name: '' })).rejects.toMatchObject(withReason('emoji-name-not-found'))
    await expect(remove({ emoji_code, reaction_type: 'other' })).rejects.toMatchObject(
      withReason('parameter-invalid'),
    )
    await expect(remove({ emoji_name: 'gopher' })).rejects.toMatchObject(withReason('reaction-missing'))
    await expect(remove({ emoji_code })).rejects.toMatchObject(withReason('reaction-missing'))
    expect(await reactionsTo(carol, message_id)).toHaveLength(2)
    await remove({ emoji_name: 'gopher', reaction_type: 'realm_emoji' })
    await remove({ emoji_name: 'thumbs_up' })
    expect(await reactionsTo(carol, message_id)).toEqual([])
  })

  it('ignores the name if there is a code, and checks nothing else', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await carol.api.addReaction({ message_id, ...tada })
    const absent = { message_id, emoji_code: 'nonsense' }
    await expect(carol.api.removeReaction(absent)).rejects.toMatchObject(withReason('reaction-missing'))
    await carol.api.removeReaction({ message_id, emoji_name: 'nonsense', emoji_code: '1f389' })
    await expect(carol.api.removeReaction({ message_id, ...tada })).rejects.toMatchObject(
      withReason('reaction-missing'),
    )
  })

  it('is possible only for own reactions', async () => {
    const { alice, carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await dave.api.addReaction({ message_id, ...tada })
    for (const { api } of [alice, carol]) {
      await expect(api.removeReaction({ message_id, ...tada })).rejects.toMatchObject(
        withReason('reaction-missing'),
      )
    }
    expect(await reactionsTo(carol, message_id)).toHaveLength(1)
  })
})

describe('Permission to react', () => {
  it('is given to everyone who can read the message, and errors reveal nothing else', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    await carol.api.subscribe({
      subscriptions: [{ name: 'den' }],
      invite_only: true,
      history_public_to_subscribers: true,
    })
    await carol.api.subscribe({
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const ids = {
      plaza: await sendChannelMessage(carol, 'plaza'),
      den: await sendChannelMessage(carol, 'den'),
      vault: await sendChannelMessage(carol, 'vault'),
      direct: await sendDirectMessage(carol, dave),
      nowhere: 404_404,
    }
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }, { name: 'vault' }], principals: [bob.id] })
    const may = async ({ api }: typeof alice) => {
      const names: string[] = []
      for (const [name, message_id] of Object.entries(ids)) {
        const react = await api.addReaction({ message_id, ...tada }).then(
          () => 'yes',
          (error: Error) => error.message,
        )
        const unreact = await api.removeReaction({ message_id, ...tada }).then(
          () => 'yes',
          (error: Error) => error.message,
        )
        expect(unreact).toBe(react)
        if (react === 'yes') names.push(name)
        else expect(react).toBe('Message not found.')
      }
      return names
    }
    expect(await may(carol)).toEqual(['plaza', 'den', 'vault', 'direct'])
    expect(await may(dave)).toEqual(['plaza', 'direct'])
    // Owners have no access by role; new subscribers see unprotected history.
    expect(await may(alice)).toEqual(['plaza'])
    expect(await may(bob)).toEqual(['plaza', 'den'])
    expect(await may(greta)).toEqual([])
    await carol.api.unsubscribe({ subscriptions: ['den'] })
    expect(await may(carol)).toEqual(['plaza', 'vault', 'direct'])
  })

  it('is given to nobody in an archived channel', async () => {
    const world = await createWorld()
    const { carol } = world
    const message_id = await sendChannelMessage(carol)
    await carol.api.addReaction({ message_id, ...tada })
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    await archive(world, stream_id)
    const another = { message_id, emoji_name: 'heart' }
    await expect(carol.api.addReaction(another)).rejects.toMatchObject(withReason('message-not-found'))
    await expect(carol.api.removeReaction({ message_id, ...tada })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
    expect(await reactionsTo(carol, message_id)).toHaveLength(1)
  })
})

describe('The audience of a reaction', () => {
  it('in a public channel: subscribers, and other non-guests who have the message', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const plaza = [{ name: 'plaza' }]
    await carol.api.subscribe({ subscriptions: plaza, principals: [alice.id, carol.id, greta.id] })
    const message_id = await sendChannelMessage(carol, 'plaza')
    await greta.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    await alice.api.unsubscribe({ subscriptions: ['plaza'] })
    await greta.api.unsubscribe({ subscriptions: ['plaza'] })
    await bob.api.subscribe({ subscriptions: plaza })
    await mona.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    await dave.api.getMessages({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'plaza' }],
    })
    const react = () => carol.api.addReaction({ message_id, ...tada })
    // Alice left, Bob subscribed later, Mona starred it without a subscription. Dave has only fetched it.
    expect(receivers(await eventsPerUser(cast(world), react))).toEqual(['alice', 'bob', 'mona', 'carol'])
    // A reaction adds the message to the history.
    const received = await eventsPerUser(cast(world), () => dave.api.addReaction({ message_id, ...tada }))
    expect(receivers(received)).toEqual(['alice', 'bob', 'mona', 'carol', 'dave'])
    const back = await eventsPerUser(cast(world), () => dave.api.removeReaction({ message_id, ...tada }))
    expect(receivers(back)).toEqual(['alice', 'bob', 'mona', 'carol', 'dave'])
  })

  it('in a private channel: its subscribers', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    const den = [{ name: 'den' }]
    await carol.api.subscribe({
      subscriptions: den,
      principals: [alice.id, carol.id, greta.id],
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: { direct_members: [dave.id], direct_subgroups: [] },
    })
    const message_id = await sendChannelMessage(carol, 'den')
    await alice.api.unsubscribe({ subscriptions: ['den'] })
    await carol.api.subscribe({ subscriptions: den, principals: [bob.id] })
    // Dave can read it and react, but is not in the audience.
    const received = await eventsPerUser(cast(world), () => dave.api.addReaction({ message_id, ...tada }))
    expect(receivers(received)).toEqual(['bob', 'carol', 'greta'])
  })

  it('in a private channel with protected history: subscribers who have the message', async () => {
    const world = await createWorld()
    const { alice, bob, carol, greta } = world
    const vault = [{ name: 'vault' }]
    await carol.api.subscribe({
      subscriptions: vault,
      principals: [alice.id, carol.id, greta.id],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const message_id = await sendChannelMessage(carol, 'vault')
    await alice.api.unsubscribe({ subscriptions: ['vault'] })
    await carol.api.subscribe({ subscriptions: vault, principals: [bob.id] })
    const received = await eventsPerUser(cast(world), () => greta.api.addReaction({ message_id, ...tada }))
    expect(receivers(received)).toEqual(['carol', 'greta'])
  })

  it('in a direct conversation: its participants', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    const pair = await sendDirectMessage(carol, dave)
    const group = await sendDirectMessage(carol, dave, greta)
    const react = (message_id: number) => () => dave.api.addReaction({ message_id, ...tada })
    expect(receivers(await eventsPerUser(cast(world), react(pair)))).toEqual(['carol', 'dave'])
    expect(receivers(await eventsPerUser(cast(world), react(group)))).toEqual(['carol', 'dave', 'greta'])
  })
})
