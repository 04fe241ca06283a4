import type { Reason } from '@loquat/contract'
import {
  addBot,
  bodyWithReason,
  changeRows,
  createWorld,
  eventsDuring,
  eventsPerUser,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cast, deactivate, idOf } from '../../places/channels/testing/fixtures.ts'
import { eventsWith, id, receivers, shown, turnOff } from './testing/fixtures.ts'

describe('Typing notifications in direct messages', () => {
  it('go to the recipients and the sender, by op, and change no state', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    for (const op of ['start', 'stop'] as const) {
      const received = await eventsPerUser(cast(world), () =>
        carol.api.setTypingStatus({ op, to: [greta.id, dave.id, dave.id] }),
      )
      expect(receivers(received)).toEqual(['carol', 'dave', 'greta'])
      const event = {
        type: 'typing',
        op,
        message_type: 'direct',
        sender: shown(carol),
        recipients: [shown(carol), shown(dave), shown(greta)],
        id,
      }
      expect(received.carol).toEqual([event])
      expect(received.dave).toEqual([event])
      expect(received.greta).toEqual([event])
    }
  })

  it('can be to oneself, and list the sender once', async () => {
    const world = await createWorld()
    const { carol } = world
    const received = await eventsPerUser(cast(world), () =>
      carol.api.setTypingStatus({ type: 'direct', op: 'start', to: [carol.id] }),
    )
    expect(receivers(received)).toEqual(['carol'])
    expect(received.carol).toMatchObject([{ recipients: [shown(carol)] }])
  })

  it('do not go to users who turned them off, even if they are the sender', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    await turnOff(world, dave, 'receives_typing_notifications')
    await turnOff(world, carol, 'receives_typing_notifications')
    const received = await eventsPerUser(cast(world), () =>
      carol.api.setTypingStatus({ op: 'start', to: [dave.id, greta.id] }),
    )
    expect(receivers(received)).toEqual(['greta'])
    const silent = await eventsPerUser(cast(world), () =>
      carol.api.setTypingStatus({ op: 'start', to: [dave.id] }),
    )
    expect(receivers(silent)).toEqual([])
  })

  it('name deactivated users but go only to the others', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await deactivate(world, dave)
    const received = await eventsPerUser({ alice, carol }, () =>
      carol.api.setTypingStatus({ op: 'stop', to: [dave.id] }),
    )
    expect(receivers(received)).toEqual(['carol'])
    expect(received.carol).toMatchObject([{ recipients: [shown(carol), { user_id: dave.id }] }])
  })

  it('do not depend on whether direct messages are allowed, and are for bots and guests, too', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    const bot = await addBot(world, carol)
    await changeRows(
      world,
      { realm: true },
      sql`update realm set permissions = jsonb_build_object('direct_message_permission_group',
          (select id from user_group where name = 'role:nobody' and realm_id = realm.id)) where subdomain = ''`,
    )
    await expect(
      greta.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' }),
    ).rejects.toMatchObject(withReason('direct-messages-disabled'))
    for (const sender of [greta, bot]) {
      const received = await eventsPerUser({ dave }, () =>
        sender.api.setTypingStatus({ op: 'start', to: [dave.id] }),
      )
      expect(received.dave).toMatchObject([{ sender: { user_id: sender.id } }])
    }
  })

  it('need recipients that all exist, and ignore channel parameters', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const received = await eventsPerUser({ carol, dave }, async () => {
      await expect(carol.api.setTypingStatus({ op: 'start' })).rejects.toMatchObject(
        withReason('recipient-ids-missing'),
      )
      await expect(carol.api.setTypingStatus({ op: 'start', to: [] })).rejects.toMatchObject(
        withReason('recipient-ids-missing'),
      )
      for (const unknown of [404_404, 0, -1, Number.MAX_SAFE_INTEGER]) {
        const call = carol.api.setTypingStatus({ op: 'start', to: [dave.id, unknown] })
        await expect(call).rejects.toMatchObject(withReason('message-recipient-not-found'))
      }
    })
    expect(receivers(received)).toEqual([])
    const ignored = { stream_id: 404_404, topic: 'x' }
    const [event] = await eventsDuring(dave, () =>
      carol.api.setTypingStatus({ op: 'start', to: [dave.id], ...ignored }),
    )
    expect(event).toMatchObject({ type: 'typing' })
    expect(event).not.toHaveProperty('stream_id')
    expect(event).not.toHaveProperty('topic')
  })

  it('are refused to users who turned them off, before recipients are checked', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await turnOff(world, carol, 'send_private_typing_notifications')
    for (const to of [[dave.id], [404_404]]) {
      const call = carol.api.setTypingStatus({ op: 'start', to })
      await expect(call).rejects.toMatchObject(withReason('typing-notifications-disabled'))
    }
    await expect(carol.api.setTypingStatus({ op: 'start' })).rejects.toMatchObject(
      withReason('recipient-ids-missing'),
    )
    const stream_id = await idOf(carol, 'general')
    await carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
  })

  it('reach queues without any capability', async () => {
    const { carol, dave } = await createWorld()
    const received = await eventsWith(dave, {}, () =>
      carol.api.setTypingStatus({ op: 'start', to: [dave.id] }),
    )
    expect(received).toMatchObject([{ type: 'typing', op: 'start' }])
  })
})

describe('POST /typing', () => {
  it('rejects malformed parameters', async () => {
    const world = await createWorld()
    const send = async (form: Record<string, string>) => {
      const init = { method: 'POST', as: world.carol, body: new URLSearchParams(form) }
      const response = await world.raw('/api/v1/typing', init)
      return { status: response.status, ...((await response.json()) as object) }
    }
    const to = `[${world.dave.id}]`
    expect(await send({ to })).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: 'op' })
    const bad: [form: Record<string, string>, parameter: string, reason?: Reason][] = [
      [{ to, op: 'pause' }, 'op'],
      [{ to, op: 'start', type: 'private' }, 'type'],
      [{ to, op: 'start', type: 'nonsense' }, 'type'],
      [{ to: `${world.dave.id}`, op: 'start' }, 'to'],
      [{ to: '["dave@example.com"]', op: 'start' }, 'to[0]'],
      [{ to: 'dave@example.com', op: 'start' }, 'to', 'parameter-not-json'],
      [{ type: 'channel', op: 'start', stream_id: 'general', topic: 'x' }, 'stream_id', 'parameter-not-json'],
    ]
    for (const [form, parameter, reason = 'parameter-invalid'] of bad) {
      expect(await send(form), JSON.stringify(form)).toMatchObject({
        status: 400,
        reason,
        reason_params: { parameter },
      })
    }
    const both = await send({ to, op: 'start', stream_id: '1', topic: 'x' })
    expect(both).toEqual({ status: 200, result: 'success', msg: '' })
  })

  it('reaches users of every process', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const far = (await world.secondNode()).as(dave)
    const received = await eventsWith({ ...dave, api: far }, {}, async () => {
      await carol.api.setTypingStatus({ op: 'start', to: [dave.id] })
      await far.setTypingStatus({ op: 'stop', to: [dave.id] })
      // Brings the other process up to the end of the log.
      await far.register({ event_types: [] })
    })
    expect(received).toMatchObject([
      { op: 'start', sender: shown(carol) },
      { op: 'stop', sender: shown(dave) },
    ])
  })
})
