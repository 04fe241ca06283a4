import { type Api, reduce } from '@loquat/client'
import type { InitialState, QueueEvent } from '@loquat/contract'
import { expect } from 'vitest'
import type { Person } from './world.ts'

/** A client that understands everything, so that events need not be translated for it. */
export const modern = {
  apply_markdown: true,
  client_external_avatar: false,
  include_subscribers: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
  },
}

async function snapshotOf(api: Api): Promise<{ state: InitialState; queueId: string; position: number }> {
  return snapshotIn(await api.register(modern))
}

/** What a register call told. What time it is, and how far presence was read, is left out: no event tells of it. */
export function snapshotIn(reply: Awaited<ReturnType<Api['register']>>) {
  const { queue_id, last_event_id, server_timestamp: _now, presence_last_update_id: _id, ...state } = reply
  return { state: state as InitialState, queueId: queue_id ?? '', position: last_event_id ?? -1 }
}

/** The events somebody gets while something happens. */
export async function eventsDuring(person: Person, action: () => Promise<unknown>): Promise<QueueEvent[]> {
  const { queueId, position } = await snapshotOf(person.api)
  await action()
  return await pendingEvents(person.api, queueId, position)
}

/** What a queue has after a position, without waiting. */
export async function pendingEvents(api: Api, queueId: string, position: number): Promise<QueueEvent[]> {
  const { events } = await api.getEvents({ queue_id: queueId, last_event_id: position, dont_block: true })
  return events as unknown as QueueEvent[]
}

/**
 * The golden test: what somebody knew before, plus the events of an action, is what they would be told afresh.
 * Returns the events.
 */
export async function expectEventsToReproduceState(
  person: Person,
  action: () => Promise<unknown>,
): Promise<QueueEvent[]> {
  const before = await snapshotOf(person.api)
  await action()
  const events = await pendingEvents(person.api, before.queueId, before.position)
  const after = await snapshotOf(person.api)
  expect(events.reduce(reduce, before.state)).toEqual(after.state)
  return events
}

export const keysOf = (events: readonly QueueEvent[]) =>
  events.map((event) => ('op' in event ? `${event.type}:${event.op}` : event.type))

export type Watched = Record<string, QueueEvent[]>

/** What each of several people is told of an action; each could follow it from the events alone. */
export async function watched(
  people: Record<string, Person>,
  action: () => Promise<unknown>,
): Promise<Watched> {
  const told: Watched = {}
  let run = action
  for (const [name, person] of Object.entries(people)) {
    const inner = run
    run = async () => {
      told[name] = await expectEventsToReproduceState(person, inner)
    }
  }
  await run()
  return told
}
