import type { SubscriptionObject } from '@loquat/contract'
import { create } from 'zustand'
import { useRouter } from '../navigation/router.ts'
import { hasLiveSession, useSession } from '../session/session.ts'

interface LostChannelState {
  /** The channel that is being read, as it was until somebody took the reader out of it. */
  channel: SubscriptionObject | undefined
}

/** Nothing vanishes under the eyes of whoever reads it: the channel stays listed until they go elsewhere. */
export const useLostChannel = create<LostChannelState>(() => ({ channel: undefined }))

/** Channels that the reader leaves on purpose. */
const leavingIds = new Set<number>()

/** What is left on purpose goes at once. Answers how to say that nothing came of it. */
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
    // At the start the list is brought up to date; nobody has read anything yet.
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
