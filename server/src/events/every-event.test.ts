import { type Api, reduce } from '@loquat/client'
import { eventKey, type InitialState, type QueueEvent } from '@loquat/contract'
import {
  addBot,
  createWorld,
  modernClientOptions,
  pendingEvents,
  snapshotIn,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectRecorded } from '../http/docs/testing/record.ts'
import { type EventWorld, type UserName, userNames } from './testing/every-event/stage.ts'
import { everyEvent, type SeparatelyTestedEvent } from './testing/every-event/table.ts'

/** The tables in `testing/every-event/` name the audience of each event, one table per area. This file runs every row. */

/**
 * One that can do next to nothing that the protocol has learned. Without this one capability, which clients have always
 * named, a subscription is announced with nulls that register does not show.
 */
const ancient = { ...modernClientOptions, client_capabilities: { notification_settings_null: true } }
type Client = typeof modernClientOptions | typeof ancient

/** The clients of all users with the same options, and their states. */
interface Audience {
  client: Client
  known: Record<UserName, ReturnType<typeof snapshotIn>>
  /** Users who received events since their state was last compared with a new register call. */
  received: Set<UserName>
  /** The first event of each kind. */
  seen: Map<string, QueueEvent>
}

async function setStage(): Promise<EventWorld> {
  const world = await createWorld()
  return { ...world, bot: await addBot(world, world.carol) }
}

const ofEveryone = async <T>(stage: EventWorld, ask: (api: Api, player: UserName) => Promise<T>) =>
  Object.fromEntries(
    await Promise.all(userNames.map(async (player) => [player, await ask(stage[player].api, player)])),
  ) as Record<UserName, T>

async function seat(stage: EventWorld, client: Client): Promise<Audience> {
  const known = await ofEveryone(stage, async (api) => snapshotIn(await api.register(client)))
  return { client, known, received: new Set(), seen: new Map() }
}

/** The users whose clients received an event of this kind after a position. */
async function whoHeard(
  stage: EventWorld,
  { known, received, seen }: Audience,
  key: string,
  after: number,
): Promise<UserName[]> {
  const heard = await ofEveryone(stage, async (api, player) => {
    const { queueId, position, state } = known[player]
    const events = await pendingEvents(api, queueId, position)
    if (events.length > 0) received.add(player)
    known[player] = {
      queueId,
      position: events.at(-1)?.id ?? position,
      state: events.reduce(reduce, state),
    }
    return events.filter((event) => event.id > after && eventKey(event) === key)
  })
  const first = userNames.map((player) => heard[player][0]).find((event) => event !== undefined)
  if (first !== undefined && !seen.has(key)) seen.set(key, first)
  return userNames.filter((player) => heard[player].length > 0)
}

/** The golden rule: the state from events equals the state of a new register call. */
async function expectToBeCurrent(
  stage: EventWorld,
  audience: Audience,
  who: ReadonlySet<UserName>,
  why: string,
) {
  await ofEveryone(stage, async (api, player) => {
    if (!who.has(player)) return
    const { state } = snapshotIn(await api.register(audience.client))
    expect
      .soft(comparable(audience.known[player].state), `what ${player} knows, ${why}`)
      .toEqual(comparable(state))
  })
  audience.received.clear()
}

/**
 * Users outside a channel receive no event about its first message, and register does not count messages that a bot
 * received without a subscription as its newest message.
 */
function comparable(state: InitialState): InitialState {
  const mine = new Set(state.subscriptions?.map((one) => one.stream_id))
  const known = <T extends { stream_id: number }>(channels: T[] | undefined) =>
    channels?.map((one) => (mine.has(one.stream_id) ? one : { ...one, first_message_id: null }))
  const { streams, unsubscribed, never_subscribed, max_message_id = -1 } = state
  return {
    ...state,
    streams: known(streams),
    unsubscribed: known(unsubscribed),
    never_subscribed: known(never_subscribed),
    max_message_id: mine.size === 0 ? -1 : max_message_id,
  } as InitialState
}

const positionOf = async ({ alice }: EventWorld) =>
  (await alice.api.register({ event_types: [], fetch_event_types: [] })).last_event_id ?? -1

describe('Every event', () => {
  it('reaches exactly its audience, and reproduces the state of a new register call', async () => {
    const stage = await setStage()
    const audience = await seat(stage, modernClientOptions)
    const veterans = await seat(stage, ancient)
    const heard: Record<string, readonly UserName[]> = {}
    const meant: Record<string, readonly UserName[]> = {}
    for (const [key, cases] of Object.entries(everyEvent)) {
      expect(Object.keys(cases), key).not.toEqual([])
      for (const [sentence, { to, old, ...how }] of Object.entries(cases)) {
        const row = `${key}: ${sentence}`
        const action = 'given' in how ? await how.given(stage) : () => how.by(stage)
        const after = await positionOf(stage)
        await action()
        heard[row] = await whoHeard(stage, audience, key, after)
        meant[row] = userNames.filter((player) => to.includes(player))
        if (old === undefined) continue
        heard[`${row} (old clients)`] = await whoHeard(stage, veterans, key, after)
        meant[`${row} (old clients)`] = userNames.filter((player) => old.includes(player))
      }
      for (const clients of [audience, veterans])
        await expectToBeCurrent(stage, clients, clients.received, key)
    }
    expect.soft(heard).toEqual(meant)
    // Users without events had no changes, and old clients received every change.
    await whoHeard(stage, veterans, '', 0)
    for (const clients of [audience, veterans]) {
      await expectToBeCurrent(stage, clients, new Set(userNames), 'in the end')
    }
    await expectRecorded('events', new Map([...veterans.seen, ...audience.seen]))
  }, 180_000)
})

const apart: Record<SeparatelyTestedEvent, [promise: string, test: () => Promise<void>]> = {
  heartbeat: [
    'reaches waiting polls without other events, and changes nothing',
    async () => {
      const stage = await setStage()
      const audience = await seat(stage, modernClientOptions)
      const answers = await waitForEvents(stage, audience, () => stage.clock.advance(60))
      expect(answers).toEqual(userNames.map(() => ['heartbeat']))
      expect(await whoHeard(stage, audience, 'heartbeat', -1), 'who does not wait').toEqual([])
      await expectToBeCurrent(stage, audience, new Set(userNames), 'after a heartbeat')
    },
  ],
  'realm:deactivated': [
    'reaches every waiting poll as the last event',
    async () => {
      const stage = await setStage()
      const audience = await seat(stage, modernClientOptions)
      const answers = await waitForEvents(stage, audience, () => stage.alice.api.deactivateRealm())
      expect(answers).toEqual(userNames.map(() => ['realm:deactivated']))
      await ofEveryone(stage, (api) =>
        expect(api.register(modernClientOptions)).rejects.toMatchObject(
          withReason('credentials-organization-deactivated'),
        ),
      )
    },
  ],
}

/** The responses to waiting polls of all users during an action. */
async function waitForEvents(stage: EventWorld, { known }: Audience, action: () => unknown) {
  const answers = ofEveryone(stage, async (api, player) => {
    const { queueId, position } = known[player]
    return (await api.getEvents({ queue_id: queueId, last_event_id: position })).events.map(eventKey)
  })
  await waitForParkedPolls(stage, userNames.length)
  await action()
  return Object.values(await answers)
}

describe.each(Object.entries(apart))('%s', (_key, [promise, test]) => {
  it(promise, test)
})
