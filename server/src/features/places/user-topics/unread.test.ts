import type { QueueEvent } from '@loquat/contract'
import {
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  type World,
} from '@loquat/devkit'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { archive } from '../channels/testing/fixtures.ts'
import { isFollowedSql, isMutedSql, isTopicMutedSql } from './muted-sql.ts'
import { generalOf, make, mute } from './testing/fixtures.ts'

/** Alice wrote in four topics of a channel. Carol has read nothing and made something of all but the first. */
async function fourTopics() {
  const found = await generalOf()
  const { alice, carol, general } = found
  const send = (topic: string) => sendChannelMessage(alice, 'general', topic)
  const ids = {
    plain: await send('plain'),
    muted: await send('Muted'),
    unmuted: await send('Unmuted'),
    followed: await send('Followed'),
  }
  await make(carol, general, 'mUTED', 1)
  await make(carol, general, 'uNMUTED', 2)
  await make(carol, general, 'fOLLOWED', 3)
  return { ...found, send, ids }
}

const muteChannel = ({ api }: Person, stream_id: number, value = true) =>
  api.updateSubscriptionProperties({ subscription_data: [{ stream_id, property: 'is_muted', value }] })

const unreadOf = async ({ api }: Person) => (await api.register()).unread_msgs
const count = async (person: Person) => (await unreadOf(person))?.count

describe('Unread messages', () => {
  it('count unless their topic is muted, or their channel is muted and the topic has no policy', async () => {
    const { carol, dave, general } = await fourTopics()
    expect(await count(carol)).toBe(3)
    await expectEventsToReproduceState(carol, () => muteChannel(carol, general))
    expect(await count(carol)).toBe(2)
    expect((await unreadOf(carol))?.streams.map((entry) => entry.topic)).toEqual([
      'Followed',
      'Muted',
      'plain',
      'Unmuted',
    ])
    expect(await count(dave)).toBe(4)
  })

  it('are recounted when the policy of their topic changes, on clients as well', async () => {
    const { carol, general } = await fourTopics()
    const counts: (number | undefined)[] = []
    for (const muted of [false, true]) {
      await expectEventsToReproduceState(carol, () => muteChannel(carol, general, muted))
      for (const policy of [1, 2, 3, 0] as const) {
        await expectEventsToReproduceState(carol, () => make(carol, general, 'PLAIN', policy))
        counts.push(await count(carol))
      }
    }
    expect(counts).toEqual([2, 3, 3, 3, 2, 3, 3, 2])
  })

  it('are counted by the policy of their topic as they are sent and read', async () => {
    const { carol, general, send } = await fourTopics()
    await muteChannel(carol, general)
    const messages: number[] = []
    await expectEventsToReproduceState(carol, async () => {
      for (const topic of ['PLAIN', 'MUTED', 'UNMUTED', 'FOLLOWED']) messages.push(await send(topic))
    })
    expect(await count(carol)).toBe(4)
    await expectEventsToReproduceState(carol, () =>
      carol.api.updateMessageFlags({ op: 'add', flag: 'read', messages }),
    )
    expect(await count(carol)).toBe(2)
  })

  it('count by the same rule in archived channels', async () => {
    const { world, carol, general } = await fourTopics()
    await archive(world, general)
    expect(await count(carol)).toBe(3)
  })

  it('include their topic policy when they become unread again', async () => {
    const { carol, general, ids } = await fourTopics()
    const mark = (op: 'add' | 'remove') =>
      carol.api.updateMessageFlags({ op, flag: 'read', messages: Object.values(ids) })
    const heard = async () => {
      await mark('add')
      const [event] = await expectEventsToReproduceState(carol, () => mark('remove'))
      const { message_details: details } = event as QueueEvent<'update_message_flags:remove'>
      return Object.entries(ids)
        .filter(([, id]) => details?.[id]?.unmuted_stream_msg)
        .map(([name]) => name)
    }
    expect(await heard()).toEqual(['plain', 'unmuted', 'followed'])
    await muteChannel(carol, general)
    expect(await heard()).toEqual(['unmuted', 'followed'])
  })
})

describe('Unread mentions', () => {
  const bit = { mentioned: 8, everyone: 16, participants: 32 }

  const flag = ({ app }: World, person: Person, messages: number[], flags: number) =>
    sql`
      insert into message_flag (user_id, message_id, flags)
      select ${person.id}, unnest(${messages}::bigint[]), ${flags}
      on conflict (user_id, message_id) do update set flags = excluded.flags`.execute(app.database.db)

  it('of the user are listed everywhere, of everyone only in topics that are not muted', async () => {
    const { world, carol, general, ids } = await fourTopics()
    const all = Object.values(ids)
    const listed = async () => (await unreadOf(carol))?.mentions
    const heard = [ids.unmuted, ids.followed]
    for (const flags of [bit.everyone, bit.participants]) {
      await flag(world, carol, all, flags)
      await muteChannel(carol, general, false)
      expect(await listed()).toEqual([ids.plain, ...heard])
      await muteChannel(carol, general)
      expect(await listed()).toEqual(heard)
    }
    await flag(world, carol, all, bit.mentioned)
    expect(await listed()).toEqual(all)
    await flag(world, carol, all, 128)
    expect(await listed()).toEqual([])
  })

  it('of everyone follow from the message, without a row per user', async () => {
    const { app, carol, dave, ids } = await fourTopics()
    await sql`update message set channel_wildcard = true where id = any(${Object.values(ids)}::bigint[])`.execute(
      app.database.db,
    )
    expect((await unreadOf(dave))?.mentions).toEqual(Object.values(ids))
    expect((await unreadOf(carol))?.mentions).toEqual([ids.plain, ids.unmuted, ids.followed])
  })

  it('in direct messages are always listed', async () => {
    const { world, alice, carol } = await fourTopics()
    const { id } = await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    await flag(world, carol, [id], bit.everyone)
    expect((await unreadOf(carol))?.mentions).toEqual([id])
  })

  it('come back as mentions when they become unread again', async () => {
    const { world, carol, ids } = await fourTopics()
    const messages = [ids.plain, ids.muted]
    await flag(world, carol, messages, bit.everyone)
    await carol.api.updateMessageFlags({ op: 'add', flag: 'read', messages })
    const mark = () => carol.api.updateMessageFlags({ op: 'remove', flag: 'read', messages })
    const [event] = await expectEventsToReproduceState(carol, mark)
    expect(event).toMatchObject({ message_details: { [ids.plain]: { mentioned: true } } })
    expect((await unreadOf(carol))?.mentions).toEqual([ids.plain])
  })
})

describe('The conditions for queries', () => {
  it('select muted and followed messages by topic, channel and user', async () => {
    const { app, carol, dave, general, ids } = await fourTopics()
    const matching = async (condition: RawBuilder<boolean>) => {
      const { rows } = await sql<{ id: number }>`
        select m.id from message m where ${condition} order by m.id`.execute(app.database.db)
      return rows.map((row) => Object.entries(ids).find(([, id]) => id === row.id)?.[0])
    }
    expect(await matching(isMutedSql(carol.id))).toEqual(['muted'])
    expect(await matching(isTopicMutedSql(carol.id))).toEqual(['muted'])
    expect(await matching(isFollowedSql(carol.id))).toEqual(['followed'])
    await muteChannel(carol, general)
    expect(await matching(isMutedSql(carol.id))).toEqual(['plain', 'muted'])
    expect(await matching(isTopicMutedSql(carol.id))).toEqual(['muted'])
    expect(await matching(isMutedSql(dave.id))).toEqual([])
    // A former subscriber cannot have muted the channel, but may have muted a topic.
    await carol.api.unsubscribe({ subscriptions: ['general'] })
    expect(await matching(isMutedSql(carol.id))).toEqual(['muted'])
  })
})

describe('A muted topic', () => {
  it('still delivers new messages to the user', async () => {
    const { carol, general, send } = await fourTopics()
    await mute(carol, general, 'plain')
    const events = await eventsDuring(carol, () => send('plain'))
    expect(events).toMatchObject([{ type: 'message', flags: [] }])
  })
})
