import {
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, cast, idOf } from '../../places/channels/testing/fixtures.ts'
import { policiesBy } from '../../places/user-topics/testing/fixtures.ts'
import { settle } from '../reactions/testing/fixtures.ts'
import { receivers } from '../typing/testing/fixtures.ts'

const addSubmessage = ({ api }: Person, message_id: number, content: unknown, msg_type = 'widget') =>
  api.addSubmessage({
    message_id,
    msg_type,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  })
const vote = { type: 'vote', key: 'canned,0', vote: 1 }
const submessagesOf = async ({ api }: Person, message_id: number) =>
  (await api.getMessage({ message_id })).message.submessages
const poll = (sender: Person, to = 'general') =>
  sendChannelMessage(sender, to, 'plums', '/poll Which?\nplums')
const todo = (sender: Person) => sendChannelMessage(sender, 'general', 'plums', '/todo Today\npick')

describe('POST /submessage', () => {
  it('appends to the submessages of a message, in order', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await poll(carol)
    const content = JSON.stringify(vote)
    const received = await eventsPerUser({ carol }, () => addSubmessage(dave, message_id, content))
    const added = { type: 'submessage', message_id, sender_id: dave.id, msg_type: 'widget', content }
    expect(received.carol).toEqual([{ ...added, submessage_id: expect.any(Number), id: expect.any(Number) }])
    const [event] = received.carol ?? []
    await addSubmessage(carol, message_id, content, 'whatever')
    await addSubmessage(dave, message_id, content)
    const all = await submessagesOf(carol, message_id)
    expect(all.map((one) => [one.sender_id, one.msg_type])).toEqual([
      [carol.id, 'widget'],
      [dave.id, 'widget'],
      [carol.id, 'whatever'],
      [dave.id, 'widget'],
    ])
    expect(all[1]).toEqual({
      id: event?.type === 'submessage' && event.submessage_id,
      message_id,
      sender_id: dave.id,
      msg_type: 'widget',
      content,
    })
    expect(all.map((one) => one.id)).toEqual(all.map((one) => one.id).sort((a, b) => a - b))
  })

  it('accepts submessages on a message without a widget, the first from its sender', async () => {
    const { alice, carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    for (const person of [alice, dave]) {
      await expect(addSubmessage(person, message_id, '{}', 'mine')).rejects.toMatchObject(
        withReason('submessage-denied'),
      )
    }
    await addSubmessage(carol, message_id, '{}', '')
    for (const content of ['[1,2]', 'null', '"text"', '{"type":"vote"}', ' 5 ']) {
      await addSubmessage(dave, message_id, content, 'mine')
    }
    expect(await submessagesOf(carol, message_id)).toHaveLength(6)
  })

  it('rejects invalid JSON', async () => {
    const { carol } = await createWorld()
    for (const message_id of [await poll(carol), await sendChannelMessage(carol)]) {
      const before = await submessagesOf(carol, message_id)
      for (const content of ['', 'nonsense', '{', "{'type':'vote'}", 'NaN']) {
        await expect(addSubmessage(carol, message_id, content), content).rejects.toMatchObject(
          withReason('submessage-not-json'),
        )
      }
      expect(await submessagesOf(carol, message_id)).toEqual(before)
    }
  })

  it('validates only the form of actions on a poll', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await poll(carol)
    const good = [
      vote,
      { ...vote, vote: -1 },
      { ...vote, key: 'no such option' },
      { type: 'new_option', option: '', idx: 0 },
      { type: 'new_option', option: 'figs', idx: 1000 },
    ]
    for (const content of good) await addSubmessage(dave, message_id, content)
    const bad = [
      null,
      [],
      'null',
      {},
      { type: 'other' },
      { type: 'vote' },
      { ...vote, vote: 0 },
      { ...vote, vote: 2 },
      { ...vote, vote: '1' },
      { ...vote, vote: true },
      { ...vote, key: 5 },
      { ...vote, extra: 1 },
      { type: 'new_option', option: 'figs' },
      { type: 'new_option', option: 5, idx: 1 },
      { type: 'new_option', option: 'figs', idx: -1 },
      { type: 'new_option', option: 'figs', idx: 1001 },
      { type: 'new_option', option: 'figs', idx: 1.5 },
      { type: 'new_option', option: 'figs', idx: '1' },
      { type: 'question', question: 5 },
      { type: 'question' },
      { type: 'strike', key: 'x' },
    ]
    for (const content of bad) {
      await expect(addSubmessage(carol, message_id, content), JSON.stringify(content)).rejects.toMatchObject(
        withReason('submessage-malformed'),
      )
    }
    expect(await submessagesOf(carol, message_id)).toHaveLength(1 + good.length)
  })

  it('validates actions on a to-do list', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await todo(carol)
    const task = { type: 'new_task', key: 0, task: 'pick', desc: '', completed: false }
    const good = [task, { ...task, key: 1000, completed: true }, { type: 'strike', key: '0,canned' }]
    for (const content of good) await addSubmessage(dave, message_id, content)
    const bad = [
      { ...task, key: '0' },
      { ...task, key: -1 },
      { ...task, key: 1001 },
      { ...task, task: 5 },
      { ...task, desc: null },
      { ...task, completed: 'no' },
      { ...task, extra: 1 },
      { type: 'new_task', key: 0, task: 'pick', desc: '' },
      { type: 'strike', key: 5 },
      { type: 'strike' },
      { type: 'new_task_list_title', title: 5 },
      vote,
    ]
    for (const content of bad) {
      await expect(addSubmessage(carol, message_id, content), JSON.stringify(content)).rejects.toMatchObject(
        withReason('submessage-malformed'),
      )
    }
    expect(await submessagesOf(carol, message_id)).toHaveLength(1 + good.length)
  })

  it('lets only the sender of the message change the title', async () => {
    const { alice, carol } = await createWorld()
    const polled = await poll(carol)
    const listed = await todo(carol)
    const question = { type: 'question', question: 'When?' }
    const title = { type: 'new_task_list_title', title: 'Tomorrow' }
    await expect(addSubmessage(alice, polled, question)).rejects.toMatchObject(
      withReason('submessage-title-denied'),
    )
    await expect(addSubmessage(alice, listed, title)).rejects.toMatchObject(
      withReason('submessage-title-denied'),
    )
    await addSubmessage(carol, polled, question)
    await addSubmessage(carol, listed, title)
  })

  it('uses the first widget of a message, regardless of its author', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await addSubmessage(carol, message_id, { anything: 1 }, 'mine')
    await addSubmessage(carol, message_id, { widget_type: 'poll', extra_data: {} })
    await addSubmessage(carol, message_id, vote)
    await expect(addSubmessage(dave, message_id, { widget_type: 'todo' }, 'mine')).rejects.toMatchObject(
      withReason('submessage-malformed'),
    )
    const odd = await sendChannelMessage(carol)
    for (const content of ['5', 'null', '{"widget_type":"poll"}']) await addSubmessage(carol, odd, content)
  })

  it('needs its three parameters', async () => {
    const { carol, raw } = await createWorld()
    const all = { message_id: `${await poll(carol)}`, msg_type: 'widget', content: JSON.stringify(vote) }
    for (const missing of Object.keys(all)) {
      const body = new URLSearchParams(Object.entries(all).filter(([name]) => name !== missing))
      const response = await raw('/api/v1/submessage', { method: 'POST', as: carol, body })
      expect(await response.json()).toMatchObject({
        ...bodyWithReason('parameter-missing'),
        var_name: missing,
      })
    }
    for (const [message_id, reason] of [
      ['x', 'parameter-not-json'],
      ['"5"', 'parameter-invalid'],
      ['1.5', 'parameter-invalid'],
      ['[1]', 'parameter-invalid'],
    ] as const) {
      const body = new URLSearchParams({ ...all, message_id })
      const response = await raw('/api/v1/submessage', { method: 'POST', as: carol, body })
      expect(await response.json(), message_id).toMatchObject(bodyWithReason(reason))
    }
  })

  it('needs a readable message that is not in an archived channel', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const den = await poll(carol, 'den')
    const plaza = await poll(carol, 'plaza')
    const direct = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: '/poll' })
    await addSubmessage(dave, plaza, vote)
    await addSubmessage(dave, direct.id, vote)
    for (const [person, id] of [
      [dave, den],
      [alice, den],
      [greta, plaza],
      [alice, direct.id],
      [carol, 404_404],
      [carol, -1],
    ] as const) {
      await expect(addSubmessage(person, id, vote)).rejects.toMatchObject(withReason('message-not-found'))
    }
    await archive(world, await idOf(carol, 'plaza'))
    await expect(addSubmessage(carol, plaza, vote)).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('is published to the audience of the message', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const plaza = [{ name: 'plaza' }]
    await carol.api.subscribe({ subscriptions: plaza, principals: [alice.id, carol.id, greta.id] })
    const message_id = await poll(carol, 'plaza')
    await alice.api.unsubscribe({ subscriptions: ['plaza'] })
    await greta.api.unsubscribe({ subscriptions: ['plaza'] })
    await bob.api.subscribe({ subscriptions: plaza })
    await mona.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    const received = await eventsPerUser(cast(world), () => addSubmessage(dave, message_id, vote))
    expect(receivers(received)).toEqual(['alice', 'bob', 'mona', 'carol'])
    const direct = await sendDirectMessage(carol, dave)
    const receivedDirectly = await eventsPerUser(cast(world), () => addSubmessage(carol, direct, '{}'))
    expect(receivers(receivedDirectly)).toEqual(['carol', 'dave'])
  })

  it('in a channel with protected history is published to users who have the message', async () => {
    const world = await createWorld()
    const { bob, carol, dave } = world
    const vault = [{ name: 'vault' }]
    const hidden = { invite_only: true, history_public_to_subscribers: false }
    await carol.api.subscribe({ subscriptions: vault, principals: [carol.id, dave.id], ...hidden })
    const message_id = await poll(carol, 'vault')
    await carol.api.subscribe({ subscriptions: vault, principals: [bob.id] })
    const received = await eventsPerUser(cast(world), () => addSubmessage(dave, message_id, vote))
    expect(receivers(received)).toEqual(['carol', 'dave'])
  })

  it('counts as participation in the topic', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await settle(world, dave, { automatically_follow_topics_policy: 1 })
    const message_id = await poll(carol)
    const received = await eventsPerUser({ carol, dave }, () => addSubmessage(dave, message_id, vote))
    expect(eventTypesOf(received.dave ?? [])).toEqual(['muted_topics', 'user_topic', 'submessage'])
    expect(eventTypesOf(received.carol ?? [])).toEqual(['submessage'])
    expect(await policiesBy(dave)).toEqual([[await idOf(dave, 'general'), 'plums', 3]])
  })
})
