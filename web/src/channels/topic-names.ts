import type { TopicEntry } from '../shell/sidebar.ts'

/** The protocol marks resolved topics with this prefix. */
export const resolvedPrefix = '✔ '
export const isResolved = (topic: string): boolean => topic.startsWith(resolvedPrefix)
export const withoutPrefix = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedPrefix.length) : topic

/** The displayed name: without the resolved prefix, which is shown as an icon; the empty topic has the organization's name for it. */
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
 * Topics listed in the sidebar: the newest, some with unread messages, and the open one, in their order. Muted and resolved topics
 * are left out.
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
