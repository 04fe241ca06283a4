import { clientCapabilities, type QueueEvent } from '@loquat/contract'
import { createWorld, eventsPerUser, eventTypesOf, type Person, pendingEvents } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const everything = Object.fromEntries(Object.keys(clientCapabilities.shape).map((name) => [name, true]))

/** The events of a current client and of one without capabilities, of the same user, during an action. */
async function asBoth({ api }: Person, action: () => Promise<unknown>) {
  const queues = await Promise.all([
    api.register({ fetch_event_types: [], client_capabilities: everything }),
    api.register({ fetch_event_types: [] }),
  ])
  await action()
  const [today, old] = await Promise.all(
    queues.map((one) => pendingEvents(api, one.queue_id ?? '', one.last_event_id ?? -1)),
  )
  return { today: today ?? [], old: old ?? [] }
}

const aboutChannels = (events: readonly QueueEvent[]) => events.filter((event) => event.type === 'stream')

describe('Current and older clients', () => {
  it('receive the same changes in their own format, or nothing they cannot handle', async () => {
    const { alice, bob, carol } = await createWorld()
    const group = await alice.api.createUserGroup({ name: 'plums', description: '', members: [] })
    const user_group_id = group.group_id

    const gone = await asBoth(carol, () => alice.api.deactivateUserGroup({ user_group_id }))
    expect(eventTypesOf(gone.today)).toEqual(['user_group:update'])
    expect(eventTypesOf(gone.old)).toEqual(['user_group:remove'])
    const renamed = await asBoth(carol, () => alice.api.updateUserGroup({ user_group_id, name: 'pears' }))
    expect(renamed.today).toMatchObject([{ type: 'user_group', op: 'update', data: { name: 'pears' } }])
    expect(renamed.old).toEqual([])

    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const archived = await asBoth(carol, () => alice.api.archiveChannel({ stream_id }))
    expect(aboutChannels(archived.today)).toMatchObject([
      { type: 'stream', op: 'update', property: 'is_archived' },
    ])
    expect(aboutChannels(archived.old)).toMatchObject([
      { type: 'stream', op: 'delete', stream_ids: [stream_id] },
    ])
    const restored = await asBoth(carol, () => alice.api.updateChannel({ stream_id, is_archived: false }))
    expect(aboutChannels(restored.today)).toMatchObject([
      { type: 'stream', op: 'update', property: 'is_archived' },
    ])
    expect(aboutChannels(restored.old)).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id }] },
    ])
    for (const events of Object.values(restored))
      expect(eventTypesOf(events)).not.toContain('subscription:add')

    await alice.api.addLinkifier({ pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' })
    const fetch = { fetch_event_types: ['realm_linkifiers'], event_types: [] }
    const known = await carol.api.register({ ...fetch, client_capabilities: { ...everything } })
    expect(known.realm_linkifiers).toHaveLength(1)
    expect((await carol.api.register(fetch)).realm_linkifiers).toEqual([])

    // Each of two people sees the other as the recipient.
    const received = await eventsPerUser({ bob, carol }, () =>
      bob.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' }),
    )
    const recipients = [received.bob, received.carol].map(
      (events) => events?.find((event) => event.type === 'message')?.message.recipient_id,
    )
    expect(new Set([undefined, ...recipients]).size).toBe(3)
  })
})
