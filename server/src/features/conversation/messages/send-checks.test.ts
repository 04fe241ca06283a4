import {
  addBot,
  bodyWithReason,
  changeRows,
  createWorld,
  eventsDuring,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { named, set } from '../../places/channels/testing/fixtures.ts'
import { addAccounts } from '../typing/testing/fixtures.ts'
import { setPermissions, toChannel } from './testing/fixtures.ts'

describe('Sending as another user', () => {
  it('is refused: `sender` always, `forged` if true', async () => {
    const { raw, carol, dave } = await createWorld()
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ ...toChannel, ...fields })
      return await (await raw('/api/v1/messages', { method: 'POST', as: carol, body })).json()
    }
    for (const sender of [dave.email, carol.email]) {
      const reply = await send({ sender })
      expect(reply).toMatchObject(bodyWithReason('message-sender-denied'))
    }
    const forged = await send({ forged: 'true' })
    expect(forged).toMatchObject(bodyWithReason('message-sender-denied'))
    expect(await send({ forged: 'false' })).toMatchObject({ result: 'success' })
  })
})

describe('A bot', () => {
  it('can send direct messages even if they are disabled or it may not start conversations', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await setPermissions(world, { direct_message_initiator_group: set(alice) })
    await sendDirectMessage(bot, dave)
    await setPermissions(world, { direct_message_permission_group: set() })
    await sendDirectMessage(bot, dave, alice)
    await expect(sendDirectMessage(carol, dave)).rejects.toMatchObject(
      withReason('direct-messages-restricted'),
    )
    await expect(sendDirectMessage(dave, bot, alice)).rejects.toMatchObject(
      withReason('direct-messages-restricted'),
    )
    await sendDirectMessage(dave, bot)
  })
})

describe('A user without permission for direct messages', () => {
  it('can reply in a conversation that another user started, with exactly these participants', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await setPermissions(world, { direct_message_initiator_group: set(alice) })
    await expect(sendDirectMessage(carol, alice)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
    await sendDirectMessage(alice, carol)
    await sendDirectMessage(carol, alice)
    await expect(sendDirectMessage(carol, alice, dave)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
    await sendDirectMessage(alice, carol, dave)
    await sendDirectMessage(dave, alice, carol)
    await expect(sendDirectMessage(dave, carol)).rejects.toMatchObject(
      withReason('direct-conversation-creation-denied'),
    )
  })
})

describe('The first reported problem', () => {
  it('is the permission to post, then the missing topic, then the effects of the text', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const settings = '{"mandatory_topics":true}'
    await changeRows(world, { realm: true }, sql`update realm set settings = ${settings}::jsonb`)
    await alice.api.subscribe({ ...named('podium'), can_send_message_group: set(alice) })
    const crowd = await addAccounts(world, 16)
    const principals = [carol.id, ...crowd.map((one) => one.id)]
    await alice.api.subscribe({ ...named('crowd'), principals })
    const group = await carol.api.createUserGroup({
      name: 'closed',
      description: '',
      members: [alice.id],
      can_mention_group: set(),
    })
    expect(group.group_id).toBeGreaterThan(0)
    const answer = async (more: object) =>
      await carol.api.sendMessage({ ...toChannel, ...more }).then(
        () => 'sent',
        (error: { code: string; message: string }) => `${error.code} ${error.message}`,
      )
    const everything = { content: '@**all** @*closed*', topic: '', widget_content: 'nonsense' }
    expect(await answer({ to: 'podium', ...everything })).toContain('podium')
    expect(await answer({ to: 'crowd', ...everything })).toContain('topic')
    expect(await answer({ to: 'crowd', ...everything, topic: 'x' })).toContain('widget_content')
    const { widget_content: _, ...rest } = everything
    expect(await answer({ to: 'crowd', ...rest, topic: 'x' })).toMatch('STREAM_WILDCARD_MENTION_NOT_ALLOWED')
    expect(await answer({ content: '@**topic** @*closed*' })).toContain('closed')
    expect(await answer({})).toBe('sent')
  })

  it('is the recipient before the text, in direct messages', async () => {
    const { carol, dave } = await createWorld()
    const send = (to: unknown, content: string) => carol.api.sendMessage({ type: 'direct', to, content })
    await expect(send([404_404], ' ')).rejects.toMatchObject({ message: expect.stringContaining('404404') })
    await expect(send([dave.id], ' ')).rejects.toMatchObject({ message: expect.stringContaining('content') })
  })

  it('leaves no message, no conversation and no event', async () => {
    const world = await createWorld()
    const { carol, dave, app } = world
    const bad = { type: 'direct', to: [dave.id], content: 'hi', widget_content: 'nonsense' } as const
    const events = await eventsDuring(dave, () =>
      expect(carol.api.sendMessage(bad)).rejects.toMatchObject(withReason('widget-not-json')),
    )
    expect(events).toEqual([])
    expect((await dave.api.register()).recent_private_conversations).toEqual([])
    expect(await app.database.db.selectFrom('message').select('id').execute()).toEqual([])
  })
})
