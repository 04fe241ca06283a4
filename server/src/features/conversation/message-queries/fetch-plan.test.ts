import { createWorld, type Person } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { planOf } from './fetch-plan.ts'
import type { Condition } from './narrow.ts'
import { parseSearch } from './search-query.ts'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

/** Carol is in many channels, and everything that a message can be is the case for some. */
async function createCrowd() {
  const world = await createWorld()
  const { alice, carol, dave, app } = world
  const names = Array.from({ length: 30 }, (_, n) => `channel ${n}`)
  const principals = [alice.id, carol.id]
  await alice.api.subscribe({ subscriptions: names.map((name) => ({ name })), principals })
  await alice.api.subscribe({ subscriptions: [{ name: 'elsewhere' }] })
  const ids: number[] = []
  for (const [n, to] of [...names, ...names, 'elsewhere'].entries()) {
    const sender = n % 7 === 0 ? dave : alice
    const topic = n % 5 === 0 ? 'plums' : n % 5 === 1 ? '✔ figs' : 'x'
    const content = n % 3 === 0 ? 'ripe plums' : 'nothing'
    ids.push((await sender.api.sendMessage({ type: 'channel', to, topic, content })).id)
  }
  for (const to of [[carol.id], [carol.id, dave.id], [dave.id]]) {
    ids.push((await alice.api.sendMessage({ type: 'direct', to, content: 'plums' })).id)
  }
  const { db } = app.database
  await sql`update message set has_link = id % 4 = 0, channel_wildcard = id % 9 = 0`.execute(db)
  await sql`
    insert into reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
    select id, ${alice.id}, 'fire', '1f525', 'unicode_emoji' from message where id % 6 = 0`.execute(db)
  const flags = { op: 'add', flag: 'read', messages: ids.filter((_, n) => n % 2 === 0) } as const
  await carol.api.updateMessageFlags(flags)
  // One of them from a channel that she is not in.
  await carol.api.updateMessageFlags({ op: 'add', flag: 'starred', messages: [ids[3]!, ids[60]!, ids[61]!] })
  const { stream_id } = await carol.api.getChannelId({ stream: 'channel 3' })
  const topic = { stream_id, topic: 'x' }
  await carol.api.updateUserTopic({ ...topic, visibility_policy: 3 })
  const muted = (await carol.api.getChannelId({ stream: 'channel 4' })).stream_id
  await carol.api.updateUserTopic({ stream_id: muted, topic: 'x', visibility_policy: 1 })
  return { ...world, ids }
}

describe('Every query plan', () => {
  it('finds the same messages as checking each one, in both directions', async () => {
    const { carol, dave, ids } = await createCrowd()
    const narrows: Narrow[] = [
      [],
      [['channel', 'channel 3']],
      [['channel', 'elsewhere']],
      [['channels', 'public']],
      [['topic', 'plums']],
      [{ operator: 'sender', operand: dave.id }],
      [{ operator: 'dm-including', operand: dave.id }],
      ...['dm', 'unread', 'starred', 'mentioned', 'alerted', 'followed', 'muted', 'resolved'].map(
        (operand): Narrow => [['is', operand]],
      ),
      ...['link', 'image', 'reaction'].map((operand): Narrow => [['has', operand]]),
      [['in', 'home']],
      [['search', 'plums']],
    ]
    const combined = narrows.flatMap((one) => [
      one,
      ...narrows.slice(13, 19).map((other) => [...one, ...other]),
    ])
    for (const narrow of combined) {
      const given = await carol.api.getMessages({ message_ids: ids, narrow })
      const expected = given.messages.map((message) => message.id)
      const range = async (anchor: string, num_before: number, num_after: number) => {
        const { messages } = await carol.api.getMessages({ anchor, num_before, num_after, narrow })
        return messages.map((message) => message.id)
      }
      const name = JSON.stringify(narrow)
      expect(await range('oldest', 0, 100), name).toEqual(expected)
      expect(await range('newest', 100, 0), name).toEqual(expected)
      expect(await range('newest', 3, 0), name).toEqual(expected.slice(-3))
      expect(await range('oldest', 0, 3), name).toEqual(expected.slice(0, 3))
    }
  })

  it('starts with the most selective term', () => {
    const no = { negated: false }
    const search: Condition = { kind: 'search', query: parseSearch('x'), ...no }
    const channel = { kind: 'channel', recipientId: 1, ...no } as const
    const sender = { kind: 'sender', userId: 1, ...no } as const
    const start = (channels: number, ...conditions: Parameters<typeof planOf>[0]['conditions']) =>
      planOf({ conditions, sharedHistory: false }, channels, true).map(({ from }) => from)
    expect(start(500)).toEqual(['nearest', 'near places', 'places'])
    expect(start(5)).toEqual(['places'])
    expect(start(500, channel)).toEqual(['conditions'])
    expect(start(500, channel, search)).toEqual(['conditions'])
    expect(start(500, search)).toEqual(['nearest', 'near words', 'conditions'])
    expect(start(500, { kind: 'flag', bit: 2, ...no }, search)).toEqual(['flags'])
    expect(start(500, { kind: 'flag', bit: 2, negated: true }, sender)).toEqual(['conditions'])
    expect(start(500, { kind: 'unread', ...no }, channel)).toEqual(['gaps'])
    expect(start(500, { kind: 'unread', ...no })).toEqual(['nearest', 'gaps'])
    expect(start(500, { kind: 'direct', ...no })).toEqual(['near places', 'places'])
    expect(start(500, { kind: 'id', id: 1, ...no }, search)).toEqual(['given'])
  })
})
