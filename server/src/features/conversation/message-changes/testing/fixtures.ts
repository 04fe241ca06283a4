import type { QueueEvent } from '@loquat/contract'
import type { Person } from '@loquat/devkit'

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
