import { caseless, visibility } from '@loquat/contract/light'
import { topicPolicy, unread } from '../lib/derived.ts'
import { parseUrl } from '../lib/parse.ts'
import type { Conversation } from '../navigation/conversation.ts'
import { keyOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { changeOrg } from '../session/session.ts'
import { copyText } from '../shell/copy-text.ts'
import { useSidebar } from '../shell/sidebar.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'
import { isResolved, resolvedPrefix, withoutPrefix } from './topic-names.ts'
import { knownTopics, loadTopics } from './topics.ts'

type TopicPolicy = (typeof visibility)[keyof typeof visibility]

const policyToasts: Record<TopicPolicy, string> = {
  0: 'topic.nowInherits',
  1: 'topic.nowMuted',
  2: 'topic.nowUnmuted',
  3: 'topic.nowFollowed',
}

/** Sets whether a topic is followed, muted or inherits from its channel, and shows a toast. */
export async function setTopicPolicy(channelId: number, topic: string, policy: TopicPolicy): Promise<void> {
  const before = topicPolicy(channelId, topic) as TopicPolicy
  showPolicy(channelId, topic, policy)
  try {
    await api.updateUserTopic({ stream_id: channelId, topic, visibility_policy: policy })
    showUndoToast(policyToasts[policy], () => void setTopicPolicy(channelId, topic, before), {
      topic: withoutPrefix(topic),
    })
  } catch (error) {
    showPolicy(channelId, topic, before)
    showErrorToast(error)
  }
}

function showPolicy(channelId: number, topic: string, policy: TopicPolicy): void {
  changeOrg((org) => {
    const others = (org.user_topics ?? []).filter(
      (one) => one.stream_id !== channelId || caseless(one.topic_name) !== caseless(topic),
    )
    const entry = {
      stream_id: channelId,
      topic_name: topic,
      last_updated: Math.floor(Date.now() / 1_000),
      visibility_policy: policy,
    }
    return { ...org, user_topics: policy === visibility.inherit ? others : [...others, entry] }
  })
}

export const toggleFollow = (channelId: number, topic: string) =>
  setTopicPolicy(
    channelId,
    topic,
    topicPolicy(channelId, topic) === visibility.followed ? 0 : visibility.followed,
  )

export const toggleMute = (channelId: number, topic: string) =>
  setTopicPolicy(channelId, topic, topicPolicy(channelId, topic) === visibility.muted ? 0 : visibility.muted)

/** The newest message of a topic. Renaming a whole topic needs one of its messages. */
export async function newestMessageIn(channelId: number, topic: string): Promise<number | undefined> {
  await loadTopics(channelId)
  return knownTopics(channelId).find((one) => caseless(one.name) === caseless(topic))?.newest
}

/** Like `newestMessageIn`, but shows an error if the topics could not be loaded. */
export async function requireNewestMessageIn(channelId: number, topic: string): Promise<number | undefined> {
  const id = await newestMessageIn(channelId, topic)
  if (!useSidebar.getState().topics.has(channelId)) showToast('common.unreachable', { kind: 'danger' })
  return id
}

/** Resolves or reopens a topic, and offers undo. Undoing also removes the notice of the server. */
export async function toggleResolved(channelId: number, topic: string): Promise<void> {
  const isDone = isResolved(topic)
  const id = await requireNewestMessageIn(channelId, topic)
  if (id === undefined) return
  if (!(await renameTopicOf(id, isDone ? withoutPrefix(topic) : `${resolvedPrefix}${topic}`))) return
  // By message ID: the server may have shortened the name.
  showUndoToast(isDone ? 'topic.nowReopened' : 'topic.nowResolved', () => void renameTopicOf(id, topic), {
    topic: withoutPrefix(topic),
  })
}

/** Renames the topic of a message. Returns whether it succeeded. */
async function renameTopicOf(id: number, topic: string): Promise<boolean> {
  try {
    await api.updateMessage({ message_id: id, topic, propagate_mode: 'change_all' })
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

/** The server deletes in batches; repeat until it is complete. */
export async function deleteTopic(channelId: number, topic: string): Promise<void> {
  try {
    for (let isDone = false; !isDone; ) {
      const { complete } = await api.deleteTopic({ stream_id: channelId, topic_name: topic })
      isDone = complete
    }
  } catch (error) {
    showErrorToast(error)
  }
}

/** Marks a conversation as read, and offers undo. */
export async function markConversationRead(conversation: Conversation): Promise<void> {
  const ids = unread().conversations.get(keyOf(conversation))?.ids ?? []
  if (ids.length === 0) return
  try {
    await api.updateMessageFlags({ messages: [...ids], op: 'add', flag: 'read' })
    showUndoToast('reading.marked', () => void markUnread(ids), { count: ids.length })
  } catch (error) {
    showErrorToast(error)
  }
}

export async function markUnread(ids: readonly number[]): Promise<void> {
  try {
    await api.updateMessageFlags({ messages: [...ids], op: 'remove', flag: 'read' })
  } catch (error) {
    showErrorToast(error)
  }
}

export const copyAddress = (address: string): Promise<void> =>
  copyText(parseUrl(address, location.href)?.href ?? address)
