import { emptyTopicDisplayName, isResolved } from '../../../directory/topics.ts'
import { trim } from '../../../text.ts'

export const checkMark = '\u2714'
const prefix = `${checkMark} `

export type TopicChange = 'resolve' | 'unresolve' | 'move'

/** What a new topic is to the old one. It is compared before it is cut, so that long topics can be resolved. */
export function changeOf(old: string, wanted: string): TopicChange {
  if (!isResolved(old) && wanted === prefix + old) return 'resolve'
  if (isResolved(old) && !isResolved(wanted) && withoutChecks(old) === wanted) return 'unresolve'
  return 'move'
}

const withoutChecks = (topic: string) => topic.replace(/^[\u2714 ]+/, '')

/** The empty topic cannot be resolved: there would be nothing but the mark. */
export const isBareCheck = (topic: string) =>
  trim(topic) === checkMark || topic === prefix + emptyTopicDisplayName
