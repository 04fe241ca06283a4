import type { QueueEvent } from '@loquat/contract'
import { createWorld, type Person, type World } from '@loquat/devkit'
import { idOf } from '../../../places/channels/testing/fixtures.ts'

/** For moves without a notice in the new topic. */
export const withoutNotice = { send_notification_to_new_thread: false }

export const eventsOfType = (events: readonly QueueEvent[] = [], type: string) =>
  events.filter((event) => event.type === type)

/** Messages of a channel or topic that a user can see, with their source. */
export async function messagesIn(person: Person, channel = 'general', topic?: string) {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: 500,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channel },
      ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
    ],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return messages
}

export const messageIdsIn = async (person: Person, channel = 'general') =>
  (await messagesIn(person, channel)).map(({ id }) => id)

/** Subscribes everyone to `plaza`, and only Carol to a private channel. */
export async function withChannels(): Promise<World & { plaza: number; den: number; general: number }> {
  const world = await createWorld()
  const { alice, carol, dave, mona } = world
  await carol.api.subscribe({
    subscriptions: [{ name: 'plaza' }],
    principals: [alice.id, carol.id, dave.id, mona.id],
  })
  await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
  const ids = {
    plaza: await idOf(carol, 'plaza'),
    den: await idOf(carol, 'den'),
    general: await idOf(carol, 'general'),
  }
  return Object.assign(world, ids)
}
