import {
  bodyWithReason,
  createWorld,
  eventsPerUser,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, cast, idOf } from '../../places/channels/testing/fixtures.ts'
import { setRealmSettings } from '../messages/testing/fixtures.ts'
import { addAccounts, eventsWith, id, receivers, turnOff } from './testing/fixtures.ts'

const edit = ({ api }: Person, message_id: number, op: 'start' | 'stop' = 'start') =>
  api.setEditingStatus({ message_id, op })

describe('Typing notifications for editing a message', () => {
  it('go to the subscribers of its channel, including the sender', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    await alice.api.subscribe({
      subscriptions: [{ name: 'plums' }],
      principals: [alice.id, dave.id, greta.id],
    })
    const channel_id = await idOf(alice, 'plums')
    const message_id = await sendChannelMessage(dave, 'plums', 'Fruit')
    for (const op of ['start', 'stop'] as const) {
      const received = await eventsPerUser(cast(world), () => edit(dave, message_id, op))
      expect(receivers(received)).toEqual(['alice', 'dave', 'greta'])
      const recipient = { type: 'channel', channel_id, topic: 'Fruit' }
      expect(received.alice).toEqual([
        { type: 'typing_edit_message', op, sender_id: dave.id, message_id, recipient, id },
      ])
    }
    // A sender need not be subscribed, nor have the message.
    const outside = await sendChannelMessage(carol, 'plums')
    expect(receivers(await eventsPerUser(cast(world), () => edit(carol, outside)))).toEqual([
      'alice',
      'dave',
      'greta',
    ])
  })

  it('go to everyone in a direct conversation', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    const message_id = await sendDirectMessage(carol, dave, greta)
    const received = await eventsPerUser(cast(world), () => edit(carol, message_id))
    expect(receivers(received)).toEqual(['carol', 'dave', 'greta'])
    const user_ids = [carol.id, dave.id, greta.id].sort((a, b) => a - b)
    const recipient = { type: 'direct', user_ids }
    const event = { type: 'typing_edit_message', op: 'start', sender_id: carol.id, message_id, recipient, id }
    expect(received.dave).toEqual([event])
  })

  it('do not go to users who turned them off', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await turnOff(world, dave, 'receives_typing_notifications')
    const direct = await sendDirectMessage(carol, dave)
    expect(receivers(await eventsPerUser({ carol, dave }, () => edit(carol, direct)))).toEqual(['carol'])
    const message_id = await sendChannelMessage(carol)
    expect(receivers(await eventsPerUser({ carol, dave }, () => edit(carol, message_id)))).toEqual(['carol'])
  })

  it('go to nobody in a channel of more than 100 subscribers', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const crowd = await addAccounts(world, 99)
    const principals = [dave.id, ...crowd.map((one) => one.id)]
    await alice.api.subscribe({ subscriptions: [{ name: 'plums' }], principals })
    const message_id = await sendChannelMessage(dave, 'plums')
    const received = () =>
      eventsWith(dave, { stream_typing_notifications: true }, () => edit(dave, message_id))
    expect(await received()).toHaveLength(1)
    await alice.api.subscribe({ subscriptions: [{ name: 'plums' }], principals: [alice.id] })
    expect(await received()).toEqual([])
  })

  it('do not go to subscribers from whom the message is hidden', async () => {
    const world = await createWorld()
    const { bob, carol, dave } = world
    const vault = [{ name: 'vault' }]
    const hidden = { invite_only: true, history_public_to_subscribers: false }
    await carol.api.subscribe({ subscriptions: vault, principals: [carol.id, dave.id], ...hidden })
    const message_id = await sendChannelMessage(carol, 'vault')
    await carol.api.subscribe({ subscriptions: vault, principals: [bob.id] })
    expect(receivers(await eventsPerUser(cast(world), () => edit(carol, message_id)))).toEqual([
      'carol',
      'dave',
    ])
  })

  it('in a channel reach queues with the capability for it, and in direct messages all queues', async () => {
    const { carol, dave } = await createWorld()
    const inChannel = await sendChannelMessage(carol)
    const direct = await sendDirectMessage(carol, dave)
    const both = async () => {
      await edit(carol, inChannel)
      await edit(carol, direct)
    }
    expect(await eventsWith(dave, {}, both)).toMatchObject([{ message_id: direct }])
    expect(await eventsWith(dave, { stream_typing_notifications: true }, both)).toHaveLength(2)
  })

  it('show the empty topic as each client knows it', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol, 'general', '')
    for (const empty_topic_name of [true, false]) {
      const capabilities = { stream_typing_notifications: true, empty_topic_name }
      const received = await eventsWith(dave, capabilities, () => edit(carol, message_id))
      expect(received).toMatchObject([{ recipient: { topic: empty_topic_name ? '' : 'general chat' } }])
    }
  })

  it('are for the sender, while editing is allowed, within the time limit without its grace', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    const message_id = await sendChannelMessage(carol)
    await expect(edit(alice, message_id)).rejects.toMatchObject(withReason('message-edit-denied'))
    await setRealmSettings(world, { allow_message_editing: false })
    await expect(edit(carol, message_id)).rejects.toMatchObject(withReason('message-editing-disabled'))
    await setRealmSettings(world, {})
    clock.advance(590)
    await edit(carol, message_id)
    clock.advance(15)
    await expect(edit(carol, message_id)).rejects.toMatchObject(withReason('message-edit-time-passed'))
    await carol.api.updateMessage({ message_id, content: 'still in time' })
    await setRealmSettings(world, { message_content_edit_limit_seconds: null })
    await edit(carol, message_id)
  })

  it('are refused to users who turned them off', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const inChannel = await sendChannelMessage(carol)
    const direct = await sendDirectMessage(carol, dave)
    await turnOff(world, carol, 'send_stream_typing_notifications')
    await expect(edit(carol, inChannel)).rejects.toMatchObject(withReason('typing-notifications-disabled'))
    await edit(carol, direct)
    await turnOff(world, carol, 'send_private_typing_notifications')
    await expect(edit(carol, direct)).rejects.toMatchObject(withReason('typing-notifications-disabled'))
    await edit(carol, inChannel)
  })

  it('need a readable message that is not in an archived channel', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await carol.api.subscribe({
      subscriptions: [{ name: 'den' }],
      principals: [carol.id, dave.id],
      invite_only: true,
    })
    const message_id = await sendChannelMessage(carol, 'den')
    for (const [person, one] of [
      [alice, message_id],
      [alice, await sendDirectMessage(carol, dave)],
      [carol, 404_404],
    ] as const) {
      await expect(edit(person, one)).rejects.toMatchObject(withReason('message-not-found'))
    }
    await carol.api.unsubscribe({ subscriptions: ['den'] })
    await expect(edit(carol, message_id)).rejects.toMatchObject(withReason('message-not-found'))
    const general = await sendChannelMessage(carol)
    await archive(world, await idOf(carol, 'general'))
    await expect(edit(carol, general)).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('need an op of start or stop', async () => {
    const { carol, raw } = await createWorld()
    const path = `/api/v1/messages/${await sendChannelMessage(carol)}/typing`
    const send = async (form: Record<string, string>) =>
      await (await raw(path, { method: 'POST', as: carol, body: new URLSearchParams(form) })).json()
    expect(await send({})).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: 'op' })
    expect(await send({ op: 'pause' })).toMatchObject(bodyWithReason('parameter-invalid'))
    expect(await send({ op: 'stop' })).toEqual({ result: 'success', msg: '' })
  })
})
