import {
  addBot,
  bodyWithReason,
  createWorld,
  type Person,
  sendChannelMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowed, archive, createChannels, everyKind, idOf, named } from './testing/fixtures.ts'

/** Names and newest messages of the topics that a user can see. */
async function topicsFor(person: Person, stream_id: number, allow_empty_topic_name = false) {
  const { topics } = await person.api.getTopics({ stream_id, allow_empty_topic_name })
  return topics.map(({ name, max_id }) => [name, max_id])
}

describe('GET /users/me/{stream_id}/topics', () => {
  it('lists topics by their newest message, in its spelling', async () => {
    const { alice, carol, greta } = await createWorld()
    const general = await idOf(carol, 'general')
    expect(await topicsFor(carol, general)).toEqual([])
    await sendChannelMessage(alice, 'general', 'plums')
    await sendChannelMessage(alice, 'general', 'Ärger')
    const figs = await sendChannelMessage(alice, 'general', '✔ figs')
    const trouble = await sendChannelMessage(carol, 'general', 'äRGER')
    const plums = await sendChannelMessage(carol, 'general', 'PLUMS')
    const expected = [
      ['PLUMS', plums],
      ['äRGER', trouble],
      ['✔ figs', figs],
    ]
    for (const person of [alice, carol, greta]) expect(await topicsFor(person, general)).toEqual(expected)
  })

  it('lists only topics of the channel', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe(named('plaza'))
    await sendChannelMessage(alice, 'general', 'a')
    const b = await sendChannelMessage(alice, 'plaza', 'b')
    await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    expect(await topicsFor(carol, await idOf(carol, 'plaza'))).toEqual([['b', b]])
  })

  it('shows the empty topic by its display name unless the client supports it', async () => {
    const { alice, carol } = await createWorld()
    const general = await idOf(carol, 'general')
    const id = await sendChannelMessage(alice, 'general', '')
    expect(await topicsFor(carol, general)).toEqual([['general chat', id]])
    expect(await topicsFor(carol, general, true)).toEqual([['', id]])
  })

  it('requires read access to the channel, from administrators as well', async () => {
    const channels = await createChannels()
    const { bob, mona, carol, dave, greta } = channels
    const open = (person: Person) => allowed(channels, (stream_id) => person.api.getTopics({ stream_id }))
    expect(await open(bob)).toEqual(['public', 'web-public'])
    expect(await open(mona)).toEqual(['public', 'web-public'])
    expect(await open(carol)).toEqual(['public', 'web-public', 'addable', 'joinable'])
    expect(await open(dave)).toEqual(everyKind)
    expect(await open(greta)).toEqual(['web-public'])
    await archive(channels, ...Object.values(channels.ids))
    expect(await open(dave)).toEqual([])
  })

  it('refuses numbers that are no channel IDs', async () => {
    const { carol, raw } = await createWorld()
    const response = await raw(`/api/v1/users/me/${'9'.repeat(30)}/topics`, { as: carol })
    expect(await response.json()).toMatchObject(bodyWithReason('channel-not-found'))
    await expect(carol.api.getTopics({ stream_id: 0 })).rejects.toMatchObject(withReason('channel-not-found'))
  })

  it('lists the whole shared history of a private channel, also to users who may join it', async () => {
    const { alice, mona, dave } = await createWorld()
    const can_subscribe_group = { direct_members: [mona.id], direct_subgroups: [] }
    const shared = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group }
    await alice.api.subscribe({ ...named('den'), ...shared })
    const id = await sendChannelMessage(alice, 'den', 'before')
    await alice.api.subscribe({ ...named('den'), principals: [dave.id] })
    const den = await idOf(dave, 'den')
    expect(await topicsFor(dave, den)).toEqual([['before', id]])
    expect(await topicsFor(mona, den)).toEqual([['before', id]])
  })
})

describe('Topics of a channel with protected history', () => {
  async function createDen(): Promise<World & { den: number }> {
    const world = await createWorld()
    const { alice, mona } = world
    const can_subscribe_group = { direct_members: [mona.id], direct_subgroups: [] }
    await alice.api.subscribe({ ...named('den'), invite_only: true, can_subscribe_group })
    return { ...world, den: await idOf(alice, 'den') }
  }
  const add = ({ alice }: World, person: Person) =>
    alice.api.subscribe({ ...named('den'), principals: [person.id] })

  it('are those of received messages, ordered by the newest of them', async () => {
    const world = await createDen()
    const { alice, dave, greta, den } = world
    await sendChannelMessage(alice, 'den', 'early')
    await sendChannelMessage(alice, 'den', 'both')
    for (const person of [dave, greta]) await add(world, person)
    expect(await topicsFor(dave, den)).toEqual([])
    const both = await sendChannelMessage(alice, 'den', 'Both')
    const late = await sendChannelMessage(alice, 'den', 'late')
    for (const person of [dave, greta]) {
      expect(await topicsFor(person, den)).toEqual([
        ['late', late],
        ['Both', both],
      ])
    }
    expect((await topicsFor(alice, den)).map(([name]) => name)).toEqual(['late', 'Both', 'early'])
  })

  it('exclude messages sent while the user was not subscribed', async () => {
    const world = await createDen()
    const { alice, mona, den } = world
    await add(world, mona)
    const first = await sendChannelMessage(alice, 'den', 'first')
    await mona.api.unsubscribe({ subscriptions: ['den'] })
    await sendChannelMessage(alice, 'den', 'FIRST')
    await sendChannelMessage(alice, 'den', 'missed')
    // She may join and read, but only messages that she received.
    expect(await topicsFor(mona, den)).toEqual([['first', first]])
    await mona.api.subscribe(named('den'))
    expect(await topicsFor(mona, den)).toEqual([['first', first]])
    const back = await sendChannelMessage(alice, 'den', 'back')
    expect(await topicsFor(mona, den)).toEqual([
      ['back', back],
      ['first', first],
    ])
  })

  it('are empty for users who may join but never did', async () => {
    const { alice, mona, den } = await createDen()
    await sendChannelMessage(alice, 'den', 'secret')
    expect(await topicsFor(mona, den)).toEqual([])
  })

  it('include those of messages that the user added to their history before it was protected', async () => {
    const { alice, carol, dave } = await createWorld()
    const can_subscribe_group = { direct_members: [carol.id, dave.id], direct_subgroups: [] }
    await alice.api.subscribe({ ...named('plaza'), can_subscribe_group })
    const plaza = await idOf(alice, 'plaza')
    const starred = await sendChannelMessage(alice, 'plaza', 'starred')
    await sendChannelMessage(alice, 'plaza', 'passed over')
    await carol.api.updateMessageFlags({ op: 'add', flag: 'starred', messages: [starred] })
    await alice.api.updateChannel({
      stream_id: plaza,
      is_private: true,
      history_public_to_subscribers: false,
    })
    expect(await topicsFor(carol, plaza)).toEqual([['starred', starred]])
    expect(await topicsFor(dave, plaza)).toEqual([])
  })

  it("are those of the bot's received messages, not its owner's", async () => {
    const world = await createDen()
    const { alice, den } = world
    await sendChannelMessage(alice, 'den', 'early')
    const bot = await addBot(world, alice)
    await add(world, bot)
    const late = await sendChannelMessage(alice, 'den', 'late')
    expect(await topicsFor(bot, den)).toEqual([['late', late]])
  })
})
