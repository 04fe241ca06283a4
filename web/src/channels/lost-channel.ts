import type { SubscriptionObject } from '@loquat/contract'
import { create } from 'zustand'
import { useRouter } from '../navigation/router.ts'
import { hasLiveSession, useSession } from '../session/session.ts'

interface LostChannelState {
  /** The open channel, as it was before the reader was removed from it. */
  channel: SubscriptionObject | undefined
}

/** A channel that the reader is removed from while reading it stays listed until they leave the view. */
export const useLostChannel = create<LostChannelState>(() => ({ channel: undefined }))

/** Channels that the reader is leaving on purpose. */
const leavingIds = new Set<number>()

/** Channels left on purpose disappear immediately. Returns a function that cancels the mark. */
export function markLeaving(channelId: number): () => void {
  leavingIds.add(channelId)
  return () => leavingIds.delete(channelId)
}

function currentChannelId(): number | undefined {
  const { view, behind } = useRouter.getState()
  const here = behind ?? view
  return 'channelId' in here ? here.channelId : undefined
}

export function startLostChannelSync(): void {
  const keep = (channel: SubscriptionObject | undefined) => {
    if (useLostChannel.getState().channel !== channel) useLostChannel.setState({ channel })
  }
  useSession.subscribe(({ org: { subscriptions } }, { org: { subscriptions: before } }) => {
    // The first update after the start only replaces the stored state.
    if (subscriptions === before || !hasLiveSession()) return
    const id = currentChannelId()
    const isIn = (channelId: number) => subscriptions?.some((one) => one.stream_id === channelId) === true
    const was = before?.find((one) => one.stream_id === id)
    if (id !== undefined && isIn(id)) keep(undefined)
    else if (was !== undefined && !leavingIds.has(was.stream_id) && !was.is_archived) keep(was)
    for (const one of leavingIds) if (!isIn(one)) leavingIds.delete(one)
  })
  useRouter.subscribe(() => {
    if (currentChannelId() !== useLostChannel.getState().channel?.stream_id) keep(undefined)
  })
}
