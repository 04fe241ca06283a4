import { emptyTopicDisplayName, isResolved } from '../../../directory/topics.ts'
import { trim } from '../../../text.ts'

export const checkMark = '\u2714'
const prefix = `${checkMark} `

export type TopicChange = 'resolve' | 'unresolve' | 'move'

/** Compares a new topic with the old one, before truncation, so that long topics can be resolved. */
export function classifyTopicChange(old: string, requested: string): TopicChange {
  if (!isResolved(old) && requested === prefix + old) return 'resolve'
  if (isResolved(old) && !isResolved(requested) && withoutChecks(old) === requested) return 'unresolve'
  return 'move'
}

const withoutChecks = (topic: string) => topic.replace(/^[\u2714 ]+/, '')

/** The empty topic cannot be resolved: only the check mark would remain. */
export const isBareCheck = (topic: string) =>
  trim(topic) === checkMark || topic === prefix + emptyTopicDisplayName
