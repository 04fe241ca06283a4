import { changeRows, createWorld, type Person, sendChannelMessage } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }

type Found = [id: number, flags: string[]][]

/** The personal history is also searched for a word that its messages have. */
async function find(person: Person, ...narrow: [string, string][]): Promise<Found> {
  const { messages } = await person.api.getMessages({ ...all, narrow })
  const found = messages.map(({ id, flags }): [number, string[]] => [id, flags])
  if (narrow.length === 0) expect(await find(person, ['search', 'hi'])).toEqual(found)
  return found
}

const historical = ['read', 'historical']
const join = (person: Person, name: string) => person.api.subscribe({ subscriptions: [{ name }] })
const leave = (person: Person, name: string) => person.api.unsubscribe({ subscriptions: [name] })

/** Alice makes a channel of each kind and writes in it before and after Carol and Greta come. */
async function createChannels() {
  const world = await createWorld()
  const { alice, carol, greta } = world
  await changeRows(
    world,
    { realm: true },
    sql`update realm set settings = '{"enable_spectator_access":true}' where subdomain = ''`,
  )
  const kinds = {
    public: {},
    'web-public': { is_web_public: true },
    shared: { invite_only: true, history_public_to_subscribers: true },
    protected: { invite_only: true },
  }
  const before: Record<string, number> = {}
  const after: Record<string, number> = {}
  for (const [name, options] of Object.entries(kinds)) {
    await alice.api.subscribe({ subscriptions: [{ name }], ...options })
    before[name] = await sendChannelMessage(alice, name)
    await alice.api.subscribe({ subscriptions: [{ name }], principals: [carol.id, greta.id] })
    after[name] = await sendChannelMessage(alice, name)
  }
  const idOf = async (name: string) => (await alice.api.getChannelId({ stream: name })).stream_id
  return { ...world, before, after, idOf, names: Object.keys(kinds) }
}

type Channels = Awaited<ReturnType<typeof createChannels>>

/** Messages that a narrow to each channel shows: none, the received ones, or all. */
async function historyOf({ names, before, after }: Channels, person: Person) {
  const shown: Record<string, string> = {}
  for (const name of names) {
    const found = await find(person, ['channel', name])
    const key = JSON.stringify(found)
    const received: Found = [[after[name] ?? 0, []]]
    const old: Found = [[before[name] ?? 0, historical]]
    const unreceived: Found = [...old, [after[name] ?? 0, historical]]
    shown[name] =
      {
        [JSON.stringify([])]: 'nothing',
        [JSON.stringify(received)]: 'received',
        [JSON.stringify([...old, ...received])]: 'everything',
        [JSON.stringify(unreceived)]: 'everything, unreceived',
      }[key] ?? key
  }
  return shown
}

describe('The history of a channel', () => {
  it('is shared with subscribers unless it is protected', async () => {
    const channels = await createChannels()
    for (const person of [channels.carol, channels.greta]) {
      expect(await historyOf(channels, person)).toEqual({
        public: 'everything',
        'web-public': 'everything',
        shared: 'everything',
        protected: 'received',
      })
    }
  })

  it('is open to other users only in public channels, with no exception for administrators', async () => {
    const channels = await createChannels()
    for (const person of [channels.bob, channels.dave]) {
      expect(await historyOf(channels, person)).toEqual({
        public: 'everything, unreceived',
        'web-public': 'everything, unreceived',
        shared: 'nothing',
        protected: 'nothing',
      })
    }
  })

  it('is closed to guests who leave, except in web-public channels', async () => {
    const channels = await createChannels()
    const { greta, alice, names, after } = channels
    const messages = Object.values(after)
    await greta.api.updateMessageFlags({ op: 'add', flag: 'starred', messages })
    for (const name of names) await leave(greta, name)
    expect(await historyOf(channels, greta)).toMatchObject({
      public: 'nothing',
      shared: 'nothing',
      protected: 'nothing',
    })
    const webPublic = await find(greta, ['channel', 'web-public'])
    expect(webPublic.map(([id]) => id)).toEqual([channels.before['web-public'], after['web-public']])
    expect(await find(greta)).toEqual([])
    expect(await find(greta, ['channels', 'public'])).toEqual([])
    expect(await find(greta, ['is', 'starred'])).toEqual([])
    await alice.api.subscribe({ subscriptions: [{ name: 'public' }], principals: [greta.id] })
    expect((await find(greta)).map(([id]) => id)).toEqual([after.public])
  })

  it('of an archived channel stays open if the channel was public, and is otherwise limited to received messages', async () => {
    const channels = await createChannels()
    const { carol, greta, names, idOf } = channels
    const ids = await Promise.all(names.map(idOf))
    await changeRows(
      channels,
      { channels: ids },
      sql`update channel set is_archived = true where id = any(${ids}::bigint[])`,
    )
    const expected = { 'web-public': 'everything', shared: 'received', protected: 'received' }
    expect(await historyOf(channels, carol)).toEqual({ ...expected, public: 'everything' })
    expect(await historyOf(channels, greta)).toEqual({ ...expected, public: 'received' })
  })

  it('is open to members of the groups that may join, except guests', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    const holders = { direct_members: [carol.id, greta.id], direct_subgroups: [] }
    for (const [permission, opens] of [
      ['can_subscribe_group', true],
      ['can_add_subscribers_group', true],
      ['can_administer_channel_group', false],
      ['can_remove_subscribers_group', false],
      ['can_send_message_group', false],
    ] as const) {
      for (const shared of [true, false]) {
        const name = `${permission} ${shared}`
        await alice.api.subscribe({
          subscriptions: [{ name }],
          invite_only: true,
          history_public_to_subscribers: shared,
          can_send_message_group: { direct_members: [alice.id, carol.id], direct_subgroups: [] },
          [permission]: { ...holders, direct_members: [...holders.direct_members, alice.id] },
        })
        const id = await sendChannelMessage(alice, name)
        const expected = opens && shared ? [[id, historical]] : []
        expect(await find(carol, ['channel', name]), name).toEqual(expected)
        for (const person of [dave, greta]) expect(await find(person, ['channel', name]), name).toEqual([])
      }
    }
  })
})

describe('Personal history', () => {
  it('consists of received messages, without earlier ones', async () => {
    const { carol, dave, greta, after, before, names } = await createChannels()
    const received = names.map((name) => [after[name], []])
    expect(await find(carol)).toEqual(received)
    expect(await find(greta)).toEqual(received)
    expect(await find(dave)).toEqual([])
    expect(await find(carol, ['is', 'unread'])).toEqual(received)
    expect(await find(carol, ['channel', 'public'], ['is', 'unread'])).toEqual([[after.public, []]])
    const open = ['public', 'web-public'].flatMap((name) => [
      [before[name], historical],
      [after[name], []],
    ])
    expect(await find(carol, ['channels', 'public'])).toEqual(open)
    expect(await find(greta, ['channels', 'public'])).toEqual(received.slice(0, 2))
    expect(await find(carol, ['channels', 'web-public'])).toEqual([[after['web-public'], []]])
  })

  it('keeps public channels after unsubscribing, and hides private ones until the user resubscribes', async () => {
    const { alice, carol, names, after } = await createChannels()
    for (const name of names) await leave(carol, name)
    for (const name of names) await sendChannelMessage(alice, name)
    const kept = [
      [after.public, ['read']],
      [after['web-public'], ['read']],
    ]
    expect(await find(carol)).toEqual(kept)
    for (const name of ['shared', 'protected']) {
      expect(await find(carol, ['channel', name])).toEqual([])
      await alice.api.subscribe({ subscriptions: [{ name }], principals: [carol.id] })
    }
    const again = await sendChannelMessage(alice, 'protected')
    expect(await find(carol, ['channel', 'protected'])).toEqual([
      [after.protected, ['read']],
      [again, []],
    ])
    expect(await find(carol)).toEqual([
      ...kept,
      [after.shared, ['read']],
      [after.protected, ['read']],
      [again, []],
    ])
  })

  it('of a user who becomes a guest loses public channels without a subscription', async () => {
    const { alice, carol } = await createWorld()
    await join(carol, 'plaza')
    const id = await sendChannelMessage(alice, 'plaza')
    await leave(carol, 'plaza')
    expect(await find(carol)).toEqual([[id, ['read']]])
    await alice.api.updateUser({ user_id: carol.id, role: 600 })
    expect(await find(carol)).toEqual([])
  })

  it('gains a message that was starred without being received, but not its neighbors', async () => {
    const { alice, carol } = await createWorld()
    await join(alice, 'plaza')
    await sendChannelMessage(alice, 'plaza')
    const id = await sendChannelMessage(alice, 'plaza')
    await sendChannelMessage(alice, 'plaza')
    const star = (op: 'add' | 'remove', flag = 'starred') =>
      carol.api.updateMessageFlags({ op, flag, messages: [id] })
    await star('add')
    expect(await find(carol)).toEqual([[id, ['read', 'starred', 'historical']]])
    expect(await find(carol, ['is', 'starred'])).toEqual([[id, ['read', 'starred', 'historical']]])
    expect(await find(carol, ['is', 'unread'])).toEqual([])
    await star('remove')
    expect(await find(carol)).toEqual([[id, historical]])
    await star('add', 'collapsed')
    expect(await find(carol)).toEqual([[id, ['read', 'collapsed', 'historical']]])
  })

  it('loses a starred message of a private channel after unsubscribing', async () => {
    const { alice, carol, before } = await createChannels()
    const messages = [before.shared ?? 0]
    await carol.api.updateMessageFlags({ op: 'add', flag: 'starred', messages })
    expect((await find(carol, ['is', 'starred'])).map(([id]) => id)).toEqual(messages)
    await leave(carol, 'shared')
    expect(await find(carol, ['is', 'starred'])).toEqual([])
    await alice.api.subscribe({ subscriptions: [{ name: 'shared' }], principals: [carol.id] })
    expect((await find(carol, ['is', 'starred'])).map(([id]) => id)).toEqual(messages)
  })
})
