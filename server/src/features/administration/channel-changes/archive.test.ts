import { changeRows, eventsPerUser, eventTypesOf, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { channel, updates, withChannels } from './testing/channels.ts'

describe('Archiving a channel', () => {
  it('publishes a property to clients that support archived channels, a deletion to others', async () => {
    const { alice, carol, dave, plaza } = await withChannels()
    await alice.api.updateChannel({ stream_id: plaza, is_default_stream: true })
    const { queue_id, last_event_id } = await dave.api.register({ event_types: ['stream'] })
    const received = await eventsPerUser({ dave }, () => carol.api.archiveChannel({ stream_id: plaza }))
    expect(eventTypesOf(received.dave ?? [])).toEqual(['default_streams', 'stream:update', 'message'])
    expect(updates(received.dave)).toEqual([['is_archived', true]])
    expect(received.dave?.[2]).toMatchObject({ flags: ['read'] })
    const { events } = await dave.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    expect(events).toMatchObject([{ type: 'stream', op: 'delete', stream_ids: [plaza] }])
    await expect(carol.api.archiveChannel({ stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-already-archived'),
    )
    const post = dave.api.sendMessage({ type: 'channel', to: plaza, topic: 'x', content: 'hi' })
    await expect(post).rejects.toMatchObject(withReason('channel-posting-denied'))
    expect((await channel(carol, plaza)).is_archived).toBe(true)
  })

  it('clears organization settings that name the channel', async () => {
    const world = await withChannels()
    const { alice, dave, plaza } = world
    await changeRows(
      world,
      { realm: true },
      sql`update realm set settings = jsonb_build_object('signup_announcements_stream_id', ${plaza}::int)`,
    )
    const received = await eventsPerUser({ dave }, () => alice.api.archiveChannel({ stream_id: plaza }))
    expect(received.dave?.[0]).toMatchObject({
      type: 'realm',
      op: 'update_dict',
      data: { signup_announcements_stream_id: -1 },
    })
  })

  it('still allows changes, without notices, and can be undone by administrators', async () => {
    const { alice, carol, dave, plaza } = await withChannels()
    await carol.api.updateChannel({ stream_id: plaza, is_archived: true })
    const quiet = await eventsPerUser({ dave }, () =>
      carol.api.updateChannel({ stream_id: plaza, description: 'while archived' }),
    )
    expect(eventTypesOf(quiet.dave ?? [])).toEqual(['stream:update'])
    await expect(carol.api.updateChannel({ stream_id: plaza, is_archived: false })).rejects.toMatchObject(
      withReason('channel-unarchiving-denied'),
    )
    const received = await eventsPerUser({ dave }, () =>
      alice.api.updateChannel({ stream_id: plaza, is_archived: false }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['stream:update', 'message'])
    await dave.api.sendMessage({ type: 'channel', to: plaza, topic: 'x', content: 'hi' })
  })
})
