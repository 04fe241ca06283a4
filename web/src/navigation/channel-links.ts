import { knownTopics, loadTopics } from '../channels/topics.ts'
import { isTopicMuted } from '../lib/derived.ts'
import { org, useSession } from '../session/session.ts'
import type { View } from './narrow.ts'
import { navigate, useRouter, viewOfClick } from './router.ts'

/** Maximum wait for the topics of a channel before all its messages are shown instead. */
const topicsTimeoutMs = 1_000

/**
 * Opens links to channels as `web_channel_default_view` says: at the latest topic, or with all messages. From inside a channel its
 * link always leads to all its messages.
 */
export function startChannelLinks(): void {
  document.addEventListener('click', (event) => {
    const target = viewOfClick(event)
    if (target?.kind !== 'channel' || !opensLatestTopic(target)) return
    event.preventDefault()
    openLatestTopic(target.channelId)
  })
}

function opensLatestTopic({ channelId, at }: View & { kind: 'channel' }): boolean {
  const { view } = useRouter.getState()
  const isInside = 'channelId' in view && view.channelId === channelId
  return !isInside && at === undefined && org().user_settings?.web_channel_default_view === 1
}

function openLatestTopic(channelId: number): void {
  if (latestTopic(channelId) !== undefined || useSession.getState().connection !== 'live') {
    open(channelId)
    return
  }
  const { visit } = useRouter.getState()
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, topicsTimeoutMs))
  void Promise.race([loadTopics(channelId), timeout]).then(() => {
    // Only if the reader has not navigated in the meantime.
    if (useRouter.getState().visit === visit) open(channelId)
  })
}

const latestTopic = (channelId: number): string | undefined =>
  knownTopics(channelId).find(({ name }) => !isTopicMuted(channelId, name))?.name

function open(channelId: number): void {
  const topic = latestTopic(channelId)
  navigate(topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic })
}
