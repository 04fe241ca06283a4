import { createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }

async function createConversations() {
  const world = await createWorld()
  const { alice, bob, carol, dave } = world
  const post = async (topic: string) =>
    (await alice.api.sendMessage({ type: 'channel', to: 'general', topic, content: 'hi' })).id
  const write = async (sender: Person, ...to: Person[]) =>
    (await sender.api.sendMessage({ type: 'direct', to: to.map((one) => one.id), content: 'hi' })).id
  const ids = {
    plum: await post('plums'),
    fig: await post('figs'),
    blank: await post(''),
    plum2: await post('Plums'),
    toCarol: await write(alice, carol),
    fromCarol: await write(carol, alice),
    group: await write(dave, carol, alice),
    self: await write(carol, carol),
    secret: await write(alice, bob),
  }
  const find = async (narrow: Narrow) =>
    (await carol.api.getMessages({ ...all, narrow })).messages.map((message) => message.id)
  return { ...world, ids, find }
}

const near = (operand: number | string, negated = false) => ({ operator: 'with', operand, negated })

describe("'with' in a narrow", () => {
  it('selects the current conversation of the message', async () => {
    const { ids, find } = await createConversations()
    for (const [named, found] of [
      [ids.plum, [ids.plum, ids.plum2]],
      [ids.blank, [ids.blank]],
      [ids.toCarol, [ids.toCarol, ids.fromCarol]],
      [ids.fromCarol, [ids.toCarol, ids.fromCarol]],
      [ids.group, [ids.group]],
      [ids.self, [ids.self]],
    ] as const) {
      expect(await find([near(named)])).toEqual(found)
      expect(await find([near(String(named))])).toEqual(found)
      expect(await find([near(named, true)])).toEqual(found)
    }
  })

  it('replaces the channel, topic and dm terms, and keeps the others', async () => {
    const { ids, find, alice, carol } = await createConversations()
    const wrong: Narrow[] = [
      [
        ['channel', 'general'],
        ['topic', 'figs'],
      ],
      [['stream', 'nowhere']],
      [{ operator: 'dm', operand: [alice.id] }],
      [['pm-with', 'nobody@example.com']],
      [{ operator: 'topic', operand: 'plums', negated: true }],
    ]
    for (const narrow of wrong) {
      expect(await find([...narrow, near(ids.plum)]), JSON.stringify(narrow)).toEqual([ids.plum, ids.plum2])
    }
    const byCarol = { operator: 'sender', operand: carol.id }
    expect(await find([near(ids.toCarol), byCarol])).toEqual([ids.fromCarol])
  })

  it('is ignored for an inaccessible message if the other terms name a conversation', async () => {
    const { ids, find, alice } = await createConversations()
    const conversations: [narrow: Narrow, found: number[]][] = [
      [
        [
          ['channel', 'general'],
          ['topic', 'figs'],
        ],
        [ids.fig],
      ],
      [[{ operator: 'dm', operand: [alice.id] }], [ids.toCarol, ids.fromCarol]],
    ]
    for (const id of [ids.secret, 404_404]) {
      for (const [narrow, found] of conversations) expect(await find([...narrow, near(id)])).toEqual(found)
      for (const narrow of [[], [['channel', 'general']], [['topic', 'figs']]] as Narrow[]) {
        await expect(find([...narrow, near(id)])).rejects.toMatchObject(withReason('narrow-with-not-found'))
      }
    }
  })

  it('is BAD_NARROW if repeated or not a number, before any other check', async () => {
    const { ids, carol, raw } = await createConversations()
    for (const narrow of [
      [near(ids.plum), near(ids.plum)],
      [near('3.2')],
      [near('x')],
      [near(-1)],
      [near('')],
    ]) {
      const query = new URLSearchParams({
        anchor: 'oldest',
        num_before: '9999',
        num_after: '0',
        narrow: JSON.stringify(narrow),
      })
      const response = await raw(`/api/v1/messages?${query}`, { as: carol })
      expect(await response.json(), query.get('narrow')!).toMatchObject({ code: 'BAD_NARROW' })
    }
  })

  it('is supported only when fetching messages', async () => {
    const { ids, carol } = await createConversations()
    const narrow = [near(ids.plum)]
    await expect(carol.api.matchesNarrow({ msg_ids: [ids.plum], narrow })).rejects.toMatchObject(
      withReason('narrow-operator-unknown'),
    )
    const change = { ...all, narrow, op: 'add', flag: 'read' } as const
    await expect(carol.api.updateMessageFlagsForNarrow(change)).rejects.toMatchObject(
      withReason('narrow-operator-unknown'),
    )
  })
})
