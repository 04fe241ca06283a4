import { useEffect, useLayoutEffect, useRef } from 'react'
import { useChannel } from '../channels/channels.ts'
import { type FeedView, feedKey } from '../navigation/narrow.ts'
import { useOrg } from '../session/session.ts'
import { asDock } from '../shell/dock.ts'
import { FirstRunSlot } from '../shell/FirstRunSlot.tsx'
import { ArchivedCompose } from './ArchivedCompose.tsx'
import { ClosedCompose } from './ClosedCompose.tsx'
import styles from './Compose.module.css'
import { ComposeBox } from './ComposeBox.tsx'
import { closeCompose, compose, setRecipientFromView, useCompose } from './compose.ts'
import { LogInToReply } from './LogInToReply.tsx'

/** The compose area at the bottom of a feed. */
export function Compose({ view }: { view: FeedView }) {
  const isOpen = useCompose((state) => state.isOpen)
  const isMember = useOrg((org) => org.user_id !== undefined)
  const key = feedKey(view)
  // Runs before the effects of children: those may set another recipient, which must win.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  useLayoutEffect(() => {
    if (isMember) setRecipientFromView(view)
  }, [key, isMember])
  const channelId = 'channelId' in view ? view.channelId : undefined
  const isArchived = useCloseWhenArchived(channelId)
  const channel = useChannel(channelId ?? 0)
  if (!isMember) return <LogInToReply />
  // Hidden channels have no compose box. An open box stays, so that its text can be sent elsewhere.
  if (channelId !== undefined && channel === undefined && !isOpen) return null
  return (
    <>
      <FirstRunSlot view={view} />
      <div className={styles.dock} ref={asDock}>
        {isOpen ? (
          <ComposeBox view={view} />
        ) : isArchived && channelId !== undefined ? (
          <ArchivedCompose channelId={channelId} />
        ) : (
          <ClosedCompose view={view} />
        )}
      </div>
    </>
  )
}

/** Closes the box when its channel is archived. It can be reopened to send the text elsewhere. */
function useCloseWhenArchived(channelId: number | undefined): boolean {
  const isArchived = useChannel(channelId ?? 0)?.is_archived === true
  const before = useRef({ channelId, isArchived })
  useEffect(() => {
    const wasOpen = before.current.channelId === channelId && !before.current.isArchived
    before.current = { channelId, isArchived }
    const { to } = compose()
    if (isArchived && wasOpen && to.kind === 'topic' && to.channelId === channelId) closeCompose()
  }, [channelId, isArchived])
  return isArchived
}
