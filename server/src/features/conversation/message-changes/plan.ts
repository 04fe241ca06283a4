import {
  apiError,
  editDenial,
  editWidgetDenial,
  hasNoMoveLimit,
  moveTargetDenial,
  moveToChannelDenial,
  moveToTopicDenial,
  resolveDenial,
} from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { fromWire, truncateTopic } from '../../../directory/topics.ts'
import { badCharacterAt, trim, trimEnd } from '../../../text.ts'
import { checkedContent } from '../messages/content.ts'
import { classifyTopicChange, isBareCheck, type TopicChange } from './resolve.ts'
import type { StoredMessage } from './store.ts'

export interface EditRequest {
  content: string | undefined
  topic: string | undefined
  stream_id: number | undefined
  propagate_mode: 'change_one' | 'change_later' | 'change_all'
  send_notification_to_old_thread: boolean
  send_notification_to_new_thread: boolean
}

/** The changes an edit makes. Undefined properties stay unchanged. */
export interface EditPlan {
  content: string | undefined
  topic: string | undefined
  /** Relation of the new topic to the old one. */
  change: TopicChange | undefined
  /** Target channel of a move. */
  channel: Channel | undefined
  /** Whether the edit only adds or removes the topic's check mark. */
  onlyResolves: boolean
  moves: boolean
}

/** Tolerates requests in flight when the time limit expires. */
const graceMs = 20_000

/** The content to store. Empty content becomes `(deleted)`. */
export const editedContent = (content: string) =>
  trimEnd(content).replace(/^\n+/, '') === '' ? '(deleted)' : checkedContent(content)

/** Validates an edit in the documented order of checks and returns its plan. */
export function planEdit(
  directory: Directory,
  user: User,
  message: StoredMessage,
  request: EditRequest,
  now: number,
): EditPlan {
  const age = now - message.sentAt.getTime()
  if (request.content !== undefined) assertMayEdit(directory, user, message.senderId, age, graceMs)
  const requestedTopic = request.topic === undefined ? undefined : fromWire(trim(request.topic))
  const topic = requestedTopic === message.topic ? undefined : requestedTopic
  const channelId = request.stream_id === message.channelId ? undefined : request.stream_id
  const moves = topic !== undefined || channelId !== undefined
  if (request.content === undefined && !moves) throw apiError('message-change-empty')
  if (message.channelId === null && (request.topic !== undefined || request.stream_id !== undefined)) {
    throw apiError('message-move-direct')
  }
  if (!moves && request.propagate_mode !== 'change_one') {
    throw apiError('message-move-missing')
  }
  if (topic !== undefined) assertGoodTopic(directory, topic)
  if (channelId !== undefined && request.content !== undefined) {
    throw apiError('message-edit-moves-channel')
  }
  if (request.content !== undefined && message.isHidden) throw apiError('message-edit-hidden')
  if (request.content !== undefined && editWidgetDenial(message.hasWidget) !== undefined) {
    throw apiError('message-edit-has-widget')
  }
  const channel = channelId === undefined ? undefined : targetChannel(directory, user, channelId)
  const change = topic === undefined ? undefined : classifyTopicChange(message.topic, topic)
  if (change !== undefined) assertMayChangeTopic(directory, user, message.topic, change, age)
  if (channel !== undefined) assertMayChangeChannel(directory, user, channel, age)
  return {
    content: request.content === undefined ? undefined : editedContent(request.content),
    topic: topic === undefined ? undefined : truncateTopic(topic),
    change,
    channel,
    onlyResolves: change !== undefined && change !== 'move' && channel === undefined,
    moves,
  }
}

/** Checks whether a user may edit content of this age. Times in milliseconds. */
export function assertMayEdit(
  directory: Directory,
  user: User,
  senderId: number,
  age: number,
  leniencyMs: number,
): void {
  const denial = editDenial(permissionsOf(directory), user, senderId, age, leniencyMs)
  if (denial === 'edit-off') {
    throw apiError('message-editing-disabled')
  }
  if (denial === 'edit-not-own') throw apiError('message-edit-denied')
  if (denial === 'edit-late') {
    throw apiError('message-edit-time-passed')
  }
}

function assertGoodTopic(directory: Directory, topic: string): void {
  if (directory.setting('mandatory_topics') && (topic === '' || topic === '(no topic)')) {
    throw apiError('message-topic-required')
  }
  if (isBareCheck(topic)) throw apiError('topic-resolution-empty')
  const bad = badCharacterAt(topic)
  if (bad !== undefined) throw apiError('topic-name-invalid', { position: bad })
}

function targetChannel(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  if (channel === undefined || moveTargetDenial(permissionsOf(directory), user, channel) !== undefined)
    throw apiError('channel-not-found')
  return channel
}

function assertMayChangeTopic(
  directory: Directory,
  user: User,
  topic: string,
  change: TopicChange,
  age: number,
): void {
  const context = permissionsOf(directory)
  if (change !== 'move') {
    if (resolveDenial(context, user, topic) === undefined) return
    throw apiError('topic-resolution-denied')
  }
  const denial = moveToTopicDenial(context, user, age, graceMs)
  if (denial === 'move-not-permitted') {
    throw apiError('message-move-to-topic-denied')
  }
  if (denial === 'move-late') {
    throw apiError('message-move-time-passed')
  }
}

function assertMayChangeChannel(directory: Directory, user: User, channel: Channel, age: number): void {
  const denial = moveToChannelDenial(permissionsOf(directory), user, channel, age, graceMs)
  if (denial === 'move-not-permitted') {
    throw apiError('message-move-to-channel-denied')
  }
  if (denial === 'post-not-permitted') {
    throw apiError('channel-posting-denied', { channel: channel.name })
  }
  if (denial === 'move-late') {
    throw apiError('message-move-time-passed')
  }
}

/** Maximum age of the messages to move, in milliseconds. Undefined means unlimited. */
export function maxMoveAgeMs(directory: Directory, user: User, plan: EditPlan): number | undefined {
  if (hasNoMoveLimit(user) || plan.onlyResolves) return undefined
  const limits = [
    plan.change === 'move' ? directory.setting('move_messages_within_stream_limit_seconds') : null,
    plan.channel === undefined ? null : directory.setting('move_messages_between_streams_limit_seconds'),
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? undefined : Math.min(...limits) * 1_000 + graceMs
}
