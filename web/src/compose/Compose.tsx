import { useEffect } from 'react'
import { FirstRunPlace } from '../shell/FirstRunPlace.tsx'
import { followView, useCompose } from '../state/compose.ts'
import { type FeedView, feedKey } from '../state/narrow.ts'
import { useOrg } from '../state/session.ts'
import { ClosedCompose } from './ClosedCompose.tsx'
import styles from './Compose.module.css'
import { ComposeBox } from './ComposeBox.tsx'
import { LogInToReply } from './LogInToReply.tsx'

/** Where messages are written, at the bottom of a list of them. */
export function Compose({ view }: { view: FeedView }) {
  const isOpen = useCompose((state) => state.isOpen)
  const isMember = useOrg((org) => org.user_id !== undefined)
  const key = feedKey(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  useEffect(() => {
    if (isMember) followView(view)
  }, [key, isMember])
  if (!isMember) return <LogInToReply />
  return (
    <>
      <FirstRunPlace view={view} />
      <div className={styles.dock}>{isOpen ? <ComposeBox view={view} /> : <ClosedCompose view={view} />}</div>
    </>
  )
}
