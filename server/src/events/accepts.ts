import type { Directory } from '../directory/directory.ts'
import { isResolved, toWire } from '../directory/topics.ts'
import type { LoggedEvent, LoggedMessage } from './logged-event.ts'
import { type EventReader, flagsFor } from './serialize.ts'

/** Whether a queue's filters accept an event that its owner may receive. */
export function accepts(event: LoggedEvent, reader: EventReader): boolean {
  const { eventTypes, narrow, withoutBots } = reader.options
  if (withoutBots && event.body.type === 'realm_bot') return false
  if (eventTypes !== null && !eventTypes.includes(event.body.type)) return false
  // A signal is for one device of the user.
  if (event.body.type === 'call_signal' && (event.body.queue_id ?? reader.queueId) !== reader.queueId)
    return false
  // The client requested the newer form of the same event.
  if (event.body.type === 'muted_topics' && eventTypes?.includes('user_topic')) return false
  if (event.body.type !== 'message' || narrow.length === 0) return true
  const message = event.body
  return narrow.every(([operator, operand]) => matches(message, operator, operand, reader))
}

/** A message in a public channel, which queues can receive without a subscription of their owner. */
export function isPublicMessage(event: LoggedEvent, directory: Directory): boolean {
  if (event.body.type !== 'message' || event.body.message.stream_id === undefined) return false
  return directory.channels.get(event.body.message.stream_id)?.inviteOnly === false
}

function matches(body: LoggedMessage, operator: string, operand: string, reader: EventReader): boolean {
  const { message } = body
  const wanted = operand.toLowerCase()
  switch (operator) {
    case 'channel':
    case 'stream':
      return (
        typeof message.display_recipient === 'string' && message.display_recipient.toLowerCase() === wanted
      )
    case 'topic':
      return message.type === 'stream' && topicAsSent(message.subject, reader) === wanted
    case 'sender':
      return message.sender_email.toLowerCase() === wanted
    case 'is':
      return matchesIs(body, operand, reader)
    default:
      return false
  }
}

function matchesIs(body: LoggedMessage, operand: string, reader: EventReader): boolean {
  const flags = () => flagsFor(body, reader)
  switch (operand) {
    case 'dm':
    case 'private':
      return body.message.type === 'private'
    case 'starred':
      return flags().includes('starred')
    case 'unread':
      return !flags().includes('read')
    case 'mentioned':
    case 'alerted':
      return flags().includes('mentioned')
    case 'resolved':
      return body.message.type === 'stream' && isResolved(body.message.subject)
    default:
      return true
  }
}

const topicAsSent = (topic: string, { options }: EventReader) =>
  toWire(topic, options.capabilities.empty_topic_name).toLowerCase()
