import { createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }

/** A short history, and the messages visible to each user, by name. */
async function createHistory() {
  const world = await createWorld()
  const { alice, bob, carol, dave, mona } = world
  await alice.api.subscribe({ subscriptions: [{ name: 'Plaza' }], principals: [alice.id, carol.id] })
  const names = new Map<number, string>()
  const post = async (name: string, sender: Person, to: string, topic: string) =>
    names.set((await sender.api.sendMessage({ type: 'channel', to, topic, content: name })).id, name)
  const write = async (name: string, sender: Person, ...to: Person[]) => {
    const recipients = to.map((one) => one.id)
    names.set((await sender.api.sendMessage({ type: 'direct', to: recipients, content: name })).id, name)
  }
  await post('plum', alice, 'general', 'Fruit')
  await post('quince', dave, 'general', 'fruit')
  await post('done', alice, 'general', '✔ fruit')
  await post('blank', alice, 'general', '')
  await post('plaza', alice, 'Plaza', 'Fruit')
  await write('pair', alice, carol)
  await write('back', carol, alice)
  await write('self', carol, carol)
  await write('group', mona, carol, dave)
  await write('secret', alice, bob)
  const find = async (narrow: Narrow, viewer = carol) => {
    const { messages } = await viewer.api.getMessages({ ...all, narrow })
    return messages.map((message) => names.get(message.id)).join(' ')
  }
  const idOf = (name: string) => [...names].find(([, one]) => one === name)?.[0] ?? 0
  return { ...world, find, idOf }
}

const everything = 'plum quince done blank plaza pair back self group'

describe('A narrow', () => {
  it('finds the messages of each operator, and all others if negated', async () => {
    const { find, idOf, alice, carol, dave, mona } = await createHistory()
    const { stream_id: general } = await carol.api.getChannelId({ stream: 'general' })
    const rows: [operator: string, operand: string | number | number[], found: string][] = [
      ['channel', ' GENERAL ', 'plum quince done blank'],
      ['stream', general, 'plum quince done blank'],
      ['channels', 'public', 'plum quince done blank plaza'],
      ['streams', 'web-public', ''],
      ['topic', 'FRUIT', 'plum quince plaza'],
      ['topic', 'fru', ''],
      ['topic', ' fruit', ''],
      ['topic', '', 'blank'],
      ['topic', 'general chat', 'blank'],
      ['topic', 'General chat', ''],
      ['dm', 'ALICE@example.com', 'pair back'],
      ['pm-with', 'alice@example.com,carol@example.com', 'pair back'],
      ['pm_with', ' alice@example.com , alice@example.com', 'pair back'],
      ['dm', [alice.id], 'pair back'],
      ['dm', [carol.id], 'self'],
      ['dm', [mona.id, dave.id], 'group'],
      ['dm', [dave.id, carol.id, mona.id, dave.id], 'group'],
      ['dm', [alice.id, mona.id], ''],
      ['dm', [], ''],
      ['sender', 'carol@example.com', 'back self'],
      ['sender', alice.id, 'plum done blank plaza pair'],
      ['id', idOf('quince'), 'quince'],
      ['id', String(idOf('quince')), 'quince'],
      ['id', idOf('secret'), ''],
      ['is', 'dm', 'pair back self group'],
      ['is', 'private', 'pair back self group'],
      ['is', 'unread', 'plum quince done blank plaza pair group'],
      ['is', 'starred', ''],
      ['is', 'mentioned', ''],
      ['is', 'alerted', ''],
      ['is', 'resolved', 'done'],
    ]
    const rest = (found: string) =>
      everything
        .split(' ')
        .filter((name) => !found.split(' ').includes(name))
        .join(' ')
    for (const [operator, operand, found] of rows) {
      const term = { operator, operand }
      expect(await find([term]), JSON.stringify(term)).toBe(found)
      expect(await find([{ ...term, negated: true }]), `not ${JSON.stringify(term)}`).toBe(rest(found))
      if (typeof operand === 'string') expect(await find([[operator, operand]])).toBe(found)
    }
    for (const negated of [false, true]) {
      expect(await find([{ operator: 'near', operand: '5', negated }])).toBe(everything)
    }
  })

  it('finds messages that match all its terms', async () => {
    const { find, alice } = await createHistory()
    const rows: [narrow: Narrow, found: string][] = [
      [[], everything],
      [
        [
          ['channel', 'general'],
          ['topic', 'fruit'],
        ],
        'plum quince',
      ],
      [[['topic', 'fruit'], { operator: 'channel', operand: 'general', negated: true }], 'plaza'],
      [[['is', 'dm'], { operator: 'sender', operand: alice.id }], 'pair'],
      [[['channel', 'general'], { operator: 'sender', operand: alice.id, negated: true }], 'quince'],
      [
        [
          ['channel', 'general'],
          ['channel', 'plaza'],
        ],
        '',
      ],
      [
        [
          ['topic', 'fruit'],
          ['topic', '✔ fruit'],
        ],
        '',
      ],
      [[['is', 'dm'], { operator: 'channels', operand: 'public', negated: true }], 'pair back self group'],
      [
        [['channels', 'public'], { operator: 'is', operand: 'dm', negated: true }],
        'plum quince done blank plaza',
      ],
    ]
    for (const [narrow, found] of rows) expect(await find(narrow), JSON.stringify(narrow)).toBe(found)
  })

  it('finds conversations with users who are deactivated or hide their email address', async () => {
    const { find, app, alice } = await createHistory()
    const realm = await app.realms.byHost('')
    const user = realm?.directory.users.get(alice.id)
    realm?.directory.putUser({ ...user!, isActive: false })
    expect(await find([{ operator: 'dm', operand: [alice.id] }])).toBe('pair back')
    expect(await find([['sender', 'alice@example.com']])).toBe('plum done blank plaza pair')
    realm?.directory.putUser({ ...user!, settings: { email_address_visibility: 4 } })
    await expect(find([['dm', 'alice@example.com']])).rejects.toMatchObject(
      withReason('narrow-user-not-found'),
    )
    expect(await find([['dm', `user${alice.id}@${realm?.directory.emailDomain}`]])).toBe('pair back')
  })

  it('does not create the conversation of its dm term', async () => {
    const { find, app, alice, mona } = await createHistory()
    const count = async () => (await app.database.db.selectFrom('recipient').select('id').execute()).length
    const before = await count()
    await find([{ operator: 'dm', operand: [alice.id, mona.id] }])
    expect(await count()).toBe(before)
  })
})

describe('An invalid narrow', () => {
  it('with an unknown value is BAD_NARROW with a reason', async () => {
    const { carol } = await createWorld()
    const rows: [operator: string, operand: string | number | number[]][] = [
      ['channel', 'nowhere'],
      ['channel', 404_404],
      ['channel', '5'],
      ['channels', 'private'],
      ['channels', 'constructor'],
      ['channels', '__proto__'],
      ['dm', ''],
      ['dm', 'carol@example.com,'],
      ['dm', 'nobody@example.com'],
      ['dm', [404_404]],
      ['sender', 'me'],
      ['sender', 404_404],
      ['id', 'x'],
      ['id', '-1'],
      ['id', -1],
      ['id', 2_147_483_648],
      ['id', [1]],
      ['is', 'tasty'],
      ['is', ''],
      ['Channel', 'general'],
      ['channel:general', ''],
      ['', ''],
      ['toString', ''],
    ]
    for (const [operator, operand] of rows) {
      for (const negated of [false, true]) {
        const term = { operator, operand, negated }
        await expect(
          carol.api.getMessages({ ...all, narrow: [term] }),
          JSON.stringify(term),
        ).rejects.toMatchObject({ status: 400, code: 'BAD_NARROW', body: { desc: expect.any(String) } })
      }
    }
  })

  it('with a channel term and a direct message term is BAD_NARROW', async () => {
    const { carol } = await createWorld()
    const channel = ['channel', 'channels', 'topic'].map((operator) => ({
      operator,
      operand: operator === 'channels' ? 'public' : 'general',
    }))
    const people = [
      { operator: 'dm', operand: [carol.id] },
      { operator: 'is', operand: 'dm' },
    ]
    const notDirect = { operator: 'is', operand: 'dm', negated: true }
    const pairs = [...channel, notDirect].flatMap((one) => people.map((other) => [one, other]))
    for (const narrow of pairs) {
      for (const order of [narrow, narrow.toReversed()]) {
        const fetched = carol.api.getMessages({ ...all, narrow: order })
        await expect(fetched, JSON.stringify(order)).rejects.toMatchObject(withReason('narrow-contradictory'))
      }
    }
    const resolved = [['is', 'resolved'] as [string, string], { operator: 'dm', operand: [carol.id] }]
    expect((await carol.api.getMessages({ ...all, narrow: resolved })).messages).toEqual([])
  })

  it('of a wrong form is BAD_REQUEST', async () => {
    const world = await createWorld()
    const narrows = [
      'x',
      '{}',
      '[1]',
      '["channel"]',
      '[["channel"]]',
      '[["channel","general","x"]]',
      '[["channel",1]]',
      '[{"operator":"channel"}]',
      '[{"operator":"channel","operand":null}]',
      '[{"operator":null,"operand":"general"}]',
      '[{"operand":"general"}]',
      '[{"operator":"channel","operand":"general","negated":null}]',
      '[{"operator":"channel","operand":"general","negated":1}]',
      '[{"operator":"channel","operand":[1]}]',
      '[{"operator":"channel","operand":1.5}]',
      '[{"operator":"channels","operand":1}]',
      '[{"operator":"topic","operand":1}]',
      '[{"operator":"dm","operand":1}]',
      '[{"operator":"dm","operand":["carol@example.com"]}]',
      '[{"operator":"sender","operand":[1]}]',
      '[{"operator":"near","operand":1}]',
      '[{"operator":"is","operand":1}]',
    ]
    for (const narrow of narrows) {
      const query = new URLSearchParams({ anchor: 'oldest', num_before: '0', num_after: '1', narrow })
      const response = await world.raw(`/api/v1/messages?${query}`, { as: world.carol })
      expect(await response.json(), narrow).toMatchObject({ code: 'BAD_REQUEST' })
    }
    const extra = '[{"operator":"channel","operand":"general","comment":"ignored"}]'
    const query = new URLSearchParams({ anchor: 'oldest', num_before: '0', num_after: '1', narrow: extra })
    expect((await world.raw(`/api/v1/messages?${query}`, { as: world.carol })).status).toBe(200)
  })
})
