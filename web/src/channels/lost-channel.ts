import type { SubscriptionObject } from '@loquat/contract'
import { create } from 'zustand'
import { useRouter } from '../navigation/router.ts'
import { isFollowing, useSession } from '../session/session.ts'

interface Lost {
  /** The channel that is being read, as it was until somebody took the reader out of it. */
  channel: SubscriptionObject | undefined
}

/** Nothing vanishes under the eyes of whoever reads it: the channel stays listed until they go elsewhere. */
export const useLostChannel = create<Lost>(() => ({ channel: undefined }))

/** Channels that the reader leaves on purpose. */
const leaving = new Set<number>()

/** What is left on purpose goes at once. Answers how to say that nothing came of it. */
export function noteLeaving(channelId: number): () => void {
  leaving.add(channelId)
  return () => leaving.delete(channelId)
}

function channelHere(): number | undefined {
  const { view, behind } = useRouter.getState()
  const here = behind ?? view
  return 'channelId' in here ? here.channelId : undefined
}

export function followLostChannel(): void {
  const keep = (channel: SubscriptionObject | undefined) => {
    if (useLostChannel.getState().channel !== channel) useLostChannel.setState({ channel })
  }
  useSession.subscribe(({ org: { subscriptions } }, { org: { subscriptions: before } }) => {
    // At the start the list is brought up to date; nobody has read anything yet.
    if (subscriptions === before || !isFollowing()) return
    const id = channelHere()
    const isIn = (channelId: number) => subscriptions?.some((one) => one.stream_id === channelId) === true
    const was = before?.find((one) => one.stream_id === id)
    if (id !== undefined && isIn(id)) keep(undefined)
    else if (was !== undefined && !leaving.has(was.stream_id) && !was.is_archived) keep(was)
    for (const one of leaving) if (!isIn(one)) leaving.delete(one)
  })
  useRouter.subscribe(() => {
    if (channelHere() !== useLostChannel.getState().channel?.stream_id) keep(undefined)
  })
}
