import { maxTopicLength } from '@loquat/contract'
import { firstCharacters, isLongerThan } from '../text.ts'

/** What clients that do not know the empty topic are shown in its place, and may send for it. */
export const emptyTopicDisplayName = 'general chat'

const resolvedPrefix = '\u2714 '

export const isResolved = (topic: string) => topic.startsWith(resolvedPrefix)

/** The display value stands for the empty topic wherever a client sends a topic. */
export const fromWire = (topic: string) => (topic === emptyTopicDisplayName ? '' : topic)

export const toWire = (topic: string, clientKnowsEmpty: boolean) =>
  topic === '' && !clientKnowsEmpty ? emptyTopicDisplayName : topic

/** Topics that are too long are cut, silently. */
export function truncateTopic(topic: string): string {
  return isLongerThan(topic, maxTopicLength) ? `${firstCharacters(topic, maxTopicLength - 3)}...` : topic
}
