import { maxTopicLength } from '@loquat/contract'
import { firstCharacters, isLongerThan } from '../text.ts'

/** Shown to clients without support for the empty topic, which may also send it. */
export const emptyTopicDisplayName = 'general chat'

const resolvedPrefix = '\u2714 '

export const isResolved = (topic: string) => topic.startsWith(resolvedPrefix)

/** Clients may send the display name for the empty topic. */
export const fromWire = (topic: string) => (topic === emptyTopicDisplayName ? '' : topic)

export const toWire = (topic: string, clientKnowsEmpty: boolean) =>
  topic === '' && !clientKnowsEmpty ? emptyTopicDisplayName : topic

/** Truncates long topics without an error. */
export function truncateTopic(topic: string): string {
  return isLongerThan(topic, maxTopicLength) ? `${firstCharacters(topic, maxTopicLength - 3)}...` : topic
}
