import { createHmac } from 'node:crypto'
import { type CallObject, maxSignalLength } from '@loquat/contract'
import { createWorld, type Person, scrapeValues, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { endAbandonedCalls } from './jobs.ts'

const topic = { type: 'channel', to: 'general', topic: 'plums' } as const
const capabilities = { client_capabilities: { calls: true } }

/** A queue of a user for calls, and the events that arrived. */
async function listen({ api }: Person, types = ['call', 'call_signal', 'submessage']) {
  const { queue_id = null, last_event_id = -1 } = await api.register({ event_types: types, ...capabilities })
  let last = last_event_id
  const take = async () => {
    const { events } = await api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last,
      dont_block: true,
    })
    last = events.at(-1)?.id ?? last
    return events.filter((event) => event.type !== 'heartbeat')
  }
  return { queueId: queue_id ?? '', take }
}

const usersOf = (call: CallObject | undefined) => call?.participants.map(({ user_id }) => user_id)
const callOf = async ({ api }: Person) => (await api.getCalls()).calls[0]

async function cardOf({ api }: Person, messageId: number) {
  const { message } = await api.getMessage({ message_id: messageId, apply_markdown: false })
  const [card] = message.submessages
  return { content: message.content, type: card?.msg_type, card: JSON.parse(card?.content ?? '{}') }
}

async function startIn(person: Person, where: Parameters<Person['api']['startCall']>[0] = topic) {
  return (await person.api.startCall(where)).call
}

describe('A call', () => {
  it('is shown by a message, has participants, and ends when the last one leaves', async () => {
    const world = await createWorld()
    const { alice, bob, carol, clock } = world
    const other = await listen(bob)
    const call = await startIn(carol)
    expect(await startIn(alice)).toMatchObject({ call_id: call.call_id })
    const { content, type, card } = await cardOf(alice, call.message_id)
    expect(content).toBe(`Started a call. [Join](${world.app.config.url}/calls/${call.call_id})`)
    expect([type, card]).toEqual(['call', { call_id: call.call_id }])

    const first = await carol.api.joinCall({ call_id: call.call_id })
    const second = await alice.api.joinCall({ call_id: call.call_id, is_muted: true })
    expect(usersOf(second.call)).toEqual([carol.id, alice.id])
    const again = await carol.api.joinCall({ call_id: call.call_id, has_camera: true })
    expect(usersOf(again.call)).toEqual([alice.id, carol.id])
    await expect(
      carol.api.updateCallParticipant({ call_id: call.call_id, participant_id: first.participant_id }),
    ).rejects.toMatchObject(withReason('call-participant-not-found'))
    await alice.api.updateCallParticipant({
      call_id: call.call_id,
      participant_id: second.participant_id,
      is_muted: false,
      shares_screen: true,
    })
    expect((await callOf(bob))?.participants[0]).toMatchObject({ is_muted: false, shares_screen: true })
    const seen = (await other.take()).map((event) => usersOf((event as { call?: CallObject }).call))
    expect(seen).toEqual([[], [carol.id], [carol.id, alice.id], [alice.id, carol.id], [alice.id, carol.id]])

    clock.advance(20)
    const leave = { call_id: call.call_id, participant_id: second.participant_id }
    await expect(carol.api.leaveCall(leave)).rejects.toMatchObject(withReason('call-participant-not-found'))
    await alice.api.leaveCall(leave)
    await carol.api.leaveCall({ call_id: call.call_id, participant_id: again.participant_id })
    expect(await callOf(bob)).toBeUndefined()
    const events = await other.take()
    expect(events.map((event) => event.type)).toEqual(['call', 'submessage', 'call'])
    expect((await cardOf(bob, call.message_id)).card).toMatchObject({
      call_id: call.call_id,
      ended_timestamp: call.started_timestamp + 20,
      user_ids: [carol.id, alice.id],
    })
    await expect(carol.api.joinCall({ call_id: call.call_id })).rejects.toMatchObject(
      withReason('call-not-found'),
    )
    expect((await startIn(carol)).call_id).not.toBe(call.call_id)
  })

  it('has at most six participants', async () => {
    const { alice, bob, carol, dave, mona, ...world } = await createWorld()
    const { call_id } = await startIn(carol)
    for (const { api } of [alice, bob, carol, dave, mona]) await api.joinCall({ call_id })
    const created = await Promise.all(
      [6, 7].map((n) =>
        alice.api.createUser({ email: `p${n}@example.com`, full_name: `P${n}`, password: 'loquats ripen' }),
      ),
    )
    const [sixth, seventh] = created.map(({ user_id }) => world.person(user_id))
    await sixth!.api.joinCall({ call_id })
    await expect(seventh!.api.joinCall({ call_id })).rejects.toMatchObject(
      withReason('call-full', { limit: 6 }),
    )
    // Another device of a participant replaces the first one.
    expect((await sixth!.api.joinCall({ call_id })).call.participants).toHaveLength(6)
    const metrics = await scrapeValues(world)
    const joins = (outcome: string) => metrics.get(`loquat_call_joins_total{outcome="${outcome}"}`)
    expect([joins('joined'), joins('full'), joins('refused')]).toEqual([7, 1, 0])
    expect([metrics.get('loquat_calls'), metrics.get('loquat_call_participants')]).toEqual([1, 6])
  })

  it('is started only with permission, and joined only by people who can read there', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    await alice.api.subscribe({
      subscriptions: [{ name: 'attic' }],
      invite_only: true,
      principals: [alice.id, bob.id],
    })
    const call = await startIn(bob, { type: 'channel', to: 'attic', topic: 'chairs' })
    const direct = await startIn(carol, { type: 'direct', to: [dave.id] })
    const own = await bob.api.joinCall({ call_id: call.call_id })
    for (const { api } of [carol, greta]) {
      expect((await api.getCalls()).calls.map(({ call_id }) => call_id)).not.toContain(call.call_id)
      await expect(api.joinCall({ call_id: call.call_id })).rejects.toMatchObject(
        withReason('call-not-found'),
      )
      await expect(api.declineCall({ call_id: call.call_id })).rejects.toMatchObject(
        withReason('call-not-found'),
      )
      await expect(
        api.sendCallSignal({
          call_id: call.call_id,
          participant_id: own.participant_id,
          to_participant_id: own.participant_id,
          data: 'x',
        }),
      ).rejects.toMatchObject(withReason('call-not-found'))
    }
    await expect(bob.api.joinCall({ call_id: direct.call_id })).rejects.toMatchObject(
      withReason('call-not-found'),
    )
    await expect(alice.api.declineCall({ call_id: call.call_id })).rejects.toMatchObject(
      withReason('call-not-direct'),
    )
    await expect(startIn(carol, { type: 'channel', to: 'attic', topic: 'chairs' })).rejects.toMatchObject({
      status: 400,
    })
    await alice.api.unsubscribe({ subscriptions: ['attic'], principals: [bob.id] })
    const renewal = { call_id: call.call_id, participant_id: own.participant_id }
    await expect(bob.api.updateCallParticipant(renewal)).rejects.toMatchObject(withReason('call-not-found'))
    expect((await alice.api.getCalls()).calls).toEqual([])

    const groups = (await alice.api.getUserGroups({})).user_groups
    const administrators = groups.find(({ name }) => name === 'role:administrators')!
    await alice.api.updateRealm({ can_start_calls_group: { new: administrators.id } })
    await expect(startIn(carol)).rejects.toMatchObject(withReason('call-start-denied'))
    await expect(alice.api.updateRealm({ calls_relay_only: true })).rejects.toMatchObject(
      withReason('organization-relay-unavailable'),
    )
  })

  it('rings until it is declined or answered, on all devices', async () => {
    const { carol, dave } = await createWorld()
    const device = await listen(dave)
    const call = await startIn(carol, { type: 'direct', to: [dave.id] })
    await dave.api.declineCall({ call_id: call.call_id })
    await dave.api.declineCall({ call_id: call.call_id })
    expect(await device.take()).toMatchObject([
      { call: { declined_user_ids: [], user_ids: [carol.id, dave.id] } },
      { call: { declined_user_ids: [dave.id] } },
    ])
    expect(usersOf((await dave.api.joinCall({ call_id: call.call_id })).call)).toEqual([dave.id])
  })

  it('ends with its message, and for people who are deactivated', async () => {
    const world = await createWorld()
    const { alice, bob, carol, app } = world
    const call = await startIn(carol)
    await bob.api.joinCall({ call_id: call.call_id })
    await carol.api.joinCall({ call_id: call.call_id })
    await alice.api.deactivateUser({ user_id: bob.id })
    await endAbandonedCalls.run(app, {})
    expect(usersOf(await callOf(alice))).toEqual([carol.id])
    const queue = await listen(carol, ['call'])
    await alice.api.deleteMessage({ message_id: call.message_id })
    expect(await callOf(alice)).toBeUndefined()
    expect(await queue.take()).toMatchObject([{ call: { call_id: call.call_id, participants: [] } }])
  })
})

describe('Signals of a call', () => {
  async function connect(world: World) {
    const { carol, dave } = world
    const { call_id } = await startIn(carol, { type: 'direct', to: [dave.id] })
    const [phone, laptop] = [await listen(dave, ['call_signal']), await listen(dave, ['call_signal'])]
    const from = await carol.api.joinCall({ call_id })
    const to = await dave.api.joinCall({ call_id, queue_id: laptop.queueId })
    const signal = {
      call_id,
      participant_id: from.participant_id,
      to_participant_id: to.participant_id,
      data: 'offer',
    }
    return { call_id, phone, laptop, from, to, signal }
  }

  it('reach only the device of the participant, through any process', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { phone, laptop, signal, from } = await connect(world)
    const node = await world.secondNode()
    await node.as(carol).sendCallSignal(signal)
    await node.as(carol).updateCallParticipant({ ...signal, is_muted: true })
    await expect.poll(async () => (await laptop.take()).length).toBe(1)
    expect(await phone.take()).toEqual([])
    const old = await dave.api.register({ event_types: ['call_signal'] })
    await carol.api.sendCallSignal(signal)
    const poll = { queue_id: old.queue_id ?? '', last_event_id: old.last_event_id ?? -1, dont_block: true }
    expect((await dave.api.getEvents(poll)).events).toEqual([])

    const problems = [
      [{ to_participant_id: from.participant_id }, 'call-participant-not-found'],
      [{ participant_id: signal.to_participant_id }, 'call-participant-not-found'],
      [{ to_participant_id: 1_000_000 }, 'call-participant-not-found'],
      [{ call_id: 1_000_000 }, 'call-not-found'],
      [{ data: 'x'.repeat(maxSignalLength + 1) }, 'parameter-too-long'],
    ] as const
    for (const [change, reason] of problems) {
      await expect(carol.api.sendCallSignal({ ...signal, ...change }), reason).rejects.toMatchObject({
        status: expect.any(Number),
        reason,
      })
    }
    await dave.api.leaveCall({ call_id: signal.call_id, participant_id: signal.to_participant_id })
    await expect(carol.api.sendCallSignal(signal)).rejects.toMatchObject(
      withReason('call-participant-not-found'),
    )
  })

  it('are limited', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const { signal } = await connect(world)
    const send = async () => await world.carol.api.sendCallSignal(signal)
    for (let n = 0; n < 150; n++) await send()
    await expect(send()).rejects.toMatchObject({ status: 429 })
  })
})

describe('Leases of a call', () => {
  it('are renewed, and end it by a job or by another participant, when browsers and processes die', async () => {
    const world = await createWorld()
    const { bob, carol, clock, app } = world
    const node = await world.secondNode()
    const call = await startIn(carol)
    clock.advance(50)
    await endAbandonedCalls.run(app, {})
    const { participant_id } = await carol.api.joinCall({ call_id: call.call_id })
    await node.as(bob).joinCall({ call_id: call.call_id })
    clock.advance(30)
    const renewed = await node.as(carol).updateCallParticipant({ call_id: call.call_id, participant_id })
    expect(usersOf(renewed.call)).toHaveLength(2)
    clock.advance(30)
    const after = await carol.api.updateCallParticipant({ call_id: call.call_id, participant_id })
    expect(usersOf(after.call)).toEqual([carol.id])
    clock.advance(46)
    await node.stop()
    await endAbandonedCalls.run(app, {})
    expect(await callOf(bob)).toBeUndefined()
    expect((await cardOf(bob, call.message_id)).card.user_ids).toEqual([carol.id, bob.id])
    const unanswered = await startIn(carol, { type: 'direct', to: [bob.id] })
    clock.advance(61)
    await endAbandonedCalls.run(app, {})
    expect((await cardOf(bob, unanswered.message_id)).card.user_ids).toEqual([])
  })
})

describe('TURN servers', () => {
  it('accept credentials that are signed for each participant, and can be required', async () => {
    const turn = { urls: ['turn:turn.example.com:3478'], secret: 'hush' }
    const iceServers = [{ urls: ['stun:stun.example.com'] }]
    const { alice, carol, clock } = await createWorld({ config: { turn, iceServers } })
    await alice.api.updateRealm({ calls_relay_only: true })
    const { call_id } = await startIn(carol)
    const { ice_servers, relay_only, participant_id } = await carol.api.joinCall({ call_id })
    expect(relay_only).toBe(true)
    const username = `${Math.floor(clock.now() / 1_000) + 43_200}:${participant_id}`
    const credential = createHmac('sha1', 'hush').update(username).digest('base64')
    expect(ice_servers).toEqual([...iceServers, { urls: turn.urls, username, credential }])
  })

  it('are not needed where calls are turned off', async () => {
    const { carol } = await createWorld({ config: { calls: false } })
    await expect(startIn(carol)).rejects.toMatchObject(withReason('calls-disabled'))
    const state = await carol.api.register({ fetch_event_types: ['realm'], event_types: [] })
    expect(state.server_calls_enabled).toBe(false)
  })
})
