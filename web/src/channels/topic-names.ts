import type { TopicEntry } from '../shell/sidebar.ts'

/** How the protocol marks a topic as resolved. */
export const resolvedPrefix = '✔ '
export const isResolved = (topic: string): boolean => topic.startsWith(resolvedPrefix)
export const withoutPrefix = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedPrefix.length) : topic

/** A topic as people see it: the check is drawn beside it, and the empty one has the name that the organization gave it. */
export function shownTopic(topic: string, emptyName: string): { text: string; isPlaceholder: boolean } {
  const plain = withoutPrefix(topic)
  return plain === '' ? { text: emptyName, isPlaceholder: true } : { text: plain, isPlaceholder: false }
}

const maxReadTopics = 5
const maxUnreadTopics = 12

interface TopicFacts {
  isUnread(name: string): boolean
  isMuted(name: string): boolean
  isCurrent(name: string): boolean
}

/**
 * Which topics the sidebar lists: the newest, some with unread messages, and the one being read. In their order; muted ones and
 * those that are done are left out.
 */
export function topicsToShow(
  all: readonly TopicEntry[],
  { isUnread, isMuted, isCurrent }: TopicFacts,
): TopicEntry[] {
  let unread = 0
  let read = 0
  return all.filter(({ name }) => {
    if (isCurrent(name)) return true
    if (isMuted(name)) return false
    if (isUnread(name)) return unread++ < maxUnreadTopics
    return !isResolved(name) && read++ < maxReadTopics
  })
}
