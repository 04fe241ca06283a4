import type { QueueEvent } from '@loquat/contract'
import { channelById } from '../channels/channels.ts'
import { isResolved, shownTopic, withoutPrefix } from '../channels/topic-names.ts'
import { compose, setRecipient } from '../compose/compose.ts'
import { recipientKey, toRecipient } from '../compose/recipient.ts'
import type { FeedModel } from '../feed/feed-model.ts'
import { knownFeed, openFeeds, renameFeed } from '../feed/feeds.ts'
import { useSelection } from '../feed/selection.ts'
import { messages, myId, onEvents, org } from '../session/session.ts'
import { showToast } from '../shell/toasts.ts'
import { type Conversation, conversationOf, keyOf } from './conversation.ts'
import { feedKey } from './narrow.ts'
import { navigate, replaceAddress, useRouter } from './router.ts'

type MoveEvent = Extract<QueueEvent, { type: 'update_message' }>
type Topic = Conversation & { kind: 'topic' }

interface Move {
  event: MoveEvent
  from: Topic
  to: Topic
}

/** Keeps the view on its topic when that is renamed, resolved or moved. Call before the feeds subscribe to events. */
export function startMoveSync(): void {
  onEvents((events) => {
    for (const event of events) {
      const move = event.type === 'update_message' ? moveOf(event) : undefined
      if (move !== undefined) applyMove(move)
    }
  })
}

function moveOf(event: MoveEvent): Move | undefined {
  const { stream_id: channelId, new_stream_id: newChannelId, orig_subject: topic, subject } = event
  if (
    channelId === undefined ||
    topic === undefined ||
    (subject === undefined && newChannelId === undefined)
  ) {
    return undefined
  }
  const from: Topic = { kind: 'topic', channelId, topic }
  const to: Topic = { kind: 'topic', channelId: newChannelId ?? channelId, topic: subject ?? topic }
  return { event, from, to }
}

function applyMove(move: Move): void {
  const { event, from, to } = move
  const feed = knownFeed(keyOf(from))
  const isSpelling = keyOf(from) === keyOf(to)
  if (isSpelling || (feed !== undefined && isWholeTopic(move, feed))) {
    if (feed !== undefined && !isSpelling) renameFeed(feed, { ...to, with: event.message_id })
    if (isShown(from)) followTopic(move)
  } else if (isShown(from)) handlePartialMove(move)
  for (const one of openFeeds()) {
    const { view } = one
    const isTarget = 'channelId' in view && view.channelId === to.channelId
    if (isTarget && (view.kind === 'channel' || feedKey(view) === keyOf(to)))
      void one.takeIn(event.message_ids)
  }
}

/** Whether all messages of the topic were moved. */
function isWholeTopic({ event }: Move, feed: FeedModel): boolean {
  if (event.propagate_mode === 'change_all') return true
  const { ids, hasOldest, hasNewest, status } = feed.snapshot()
  const moved = new Set(event.message_ids)
  return status === 'ready' && hasOldest && hasNewest && ids.every((id) => moved.has(id))
}

function isShown(topic: Topic): boolean {
  const { view, behind } = useRouter.getState()
  const shown = behind ?? view
  return shown.kind === 'topic' && feedKey(shown) === keyOf(topic)
}

/** Changes the address and the recipient without moving anything on screen. */
function followTopic({ event, from, to }: Move): void {
  moveCompose(from, to)
  const { view, behind } = useRouter.getState()
  const following = { ...to, with: event.message_id }
  if (behind === undefined) replaceAddress({ ...following, ...('at' in view ? { at: view.at } : {}) })
  else useRouter.setState({ behind: following })
  if (event.user_id !== myId()) showMoveToast(from, to)
}

function moveCompose(from: Topic, to: Topic): void {
  if (recipientKey(compose().to, myId()) === keyOf(from)) setRecipient(toRecipient(to, myId()))
}

function showMoveToast(from: Topic, to: Topic): void {
  const values = names(to)
  if (to.channelId !== from.channelId) showToast('feed.nowMoved', { values })
  else if (
    withoutPrefix(from.topic) === withoutPrefix(to.topic) &&
    isResolved(from.topic) !== isResolved(to.topic)
  ) {
    showToast(isResolved(to.topic) ? 'feed.nowResolved' : 'feed.nowReopened')
  } else showToast('feed.nowRenamed', { values })
}

const names = ({ channelId, topic }: Topic) => ({
  channel: channelById(channelId)?.name ?? '?',
  topic: shownTopic(topic, org().realm_empty_topic_display_name ?? '').text,
})

/** Part of the topic was moved. If that includes everything on screen, navigate there; otherwise offer a link. */
function handlePartialMove({ event, from, to }: Move): void {
  const moved = new Set(event.message_ids)
  const visible = useSelection.getState().controls?.visible() ?? []
  const first = visible[0]
  const target = { ...to, with: event.message_id }
  if (first !== undefined && visible.every((id) => moved.has(id))) {
    moveCompose(from, to)
    navigate(target, { replace: true, at: { anchorKey: `m${first}`, offset: 0 } })
    showMoveToast(from, to)
  } else if (event.user_id !== myId() && event.message_ids.some((id) => messages.get(id) !== undefined)) {
    const values = { ...names(to), count: event.message_ids.length }
    showToast('feed.partMoved', { values, action: { label: 'feed.goThere', run: () => navigate(target) } })
  }
}

/** Corrects the address of a view whose `with` message was moved. */
export function correctTopic(feed: FeedModel): void {
  const { view } = feed
  const { ids, status } = feed.snapshot()
  const message = view.kind === 'topic' && status === 'ready' ? messages.get(ids[0] ?? 0) : undefined
  const conversation = message === undefined ? undefined : conversationOf(message, myId())
  if (view.kind !== 'topic' || conversation?.kind !== 'topic' || keyOf(conversation) === keyOf(view)) return
  const isCurrent = isShown(view)
  const corrected = { ...view, ...conversation }
  renameFeed(feed, corrected)
  if (isCurrent) replaceAddress(corrected)
}
