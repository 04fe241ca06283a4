import { type Api, reduce } from '@loquat/client'
import type { InitialState, QueueEvent } from '@loquat/contract'
import { expect } from 'vitest'
import type { Person } from './world.ts'

/** The options of a client with all capabilities, which gets events unchanged. */
export const modernClientOptions = {
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
    pinned_messages: true,
    interactive_messages: true,
    calls: true,
    later_items: true,
    saved_searches: true,
    restored_messages: true,
    message_reports: true,
    channel_folders: true,
  },
}

async function snapshotOf(api: Api): Promise<{ state: InitialState; queueId: string; position: number }> {
  return snapshotIn(await api.register(modernClientOptions))
}

/** The state in a register reply, without the server time and presence position, which no event updates. */
export function snapshotIn(reply: Awaited<ReturnType<Api['register']>>) {
  const { queue_id, last_event_id, server_timestamp: _now, presence_last_update_id: _id, ...state } = reply
  return { state: state as InitialState, queueId: queue_id ?? '', position: last_event_id ?? -1 }
}

/** Opens a queue for messages, or other events. Returns the parameters of its first poll. */
export async function openQueue({ api }: Pick<Person, 'api'>, options: Parameters<Api['register']>[0] = {}) {
  const reply = await api.register({ event_types: ['message'], fetch_event_types: [], ...options })
  return { queue_id: reply.queue_id ?? '', last_event_id: reply.last_event_id ?? -1 }
}

/** The contents of message events; the types of other events. */
export const contentsOf = (events: readonly unknown[]) =>
  (events as QueueEvent[]).map((event) => (event.type === 'message' ? event.message.content : event.type))

/** The events that a user receives during an action. */
export async function eventsDuring(person: Person, action: () => Promise<unknown>): Promise<QueueEvent[]> {
  // Not openQueue(), which has other defaults. Without the state, which takes far longer than the queue.
  const options = { ...modernClientOptions, fetch_event_types: [] }
  const { queueId, position } = snapshotIn(await person.api.register(options))
  await action()
  return await pendingEvents(person.api, queueId, position)
}

/** The events of a queue after a position, without waiting. */
export async function pendingEvents(api: Api, queueId: string, position: number): Promise<QueueEvent[]> {
  const { events } = await api.getEvents({ queue_id: queueId, last_event_id: position, dont_block: true })
  return events as unknown as QueueEvent[]
}

/** The golden test: the state before an action plus its events equals the state after it. Returns the events. */
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

export const eventTypesOf = (events: readonly QueueEvent[]) =>
  events.map((event) => ('op' in event ? `${event.type}:${event.op}` : event.type))

export type EventsPerUser = Record<string, QueueEvent[]>

/** The events that each of several users receives during an action. Expects them to reproduce each user's state. */
export async function eventsPerUser(
  people: Record<string, Person>,
  action: () => Promise<unknown>,
): Promise<EventsPerUser> {
  const received: EventsPerUser = {}
  let run = action
  for (const [name, person] of Object.entries(people)) {
    const inner = run
    run = async () => {
      received[name] = await expectEventsToReproduceState(person, inner)
    }
  }
  await run()
  return received
}
