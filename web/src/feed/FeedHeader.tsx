import { ArrowLeft, Menu as MenuIcon, Pause, Search, Users } from 'lucide-react'
import { Button, IconButton } from '../components/Button.tsx'
import type { FeedView } from '../navigation/narrow.ts'
import { leaveDialog } from '../navigation/router.ts'
import { focusSearch } from '../search/search-field.ts'
import { useIsMember } from '../session/member.ts'
import { isNarrow, toggleLeft, toggleRight, useLayout } from '../shell/layout.ts'
import { useText } from '../texts/texts.tsx'
import { resumeReading, useReadingState } from '../unread/mark-read-pause.ts'
import { FeedActions } from './FeedActions.tsx'
import styles from './FeedHeader.module.css'
import { FeedTitle } from './FeedTitle.tsx'

/** Title and actions of a feed. */
export function FeedHeader({ view }: { view: FeedView }) {
  const text = useText()
  const isLeftOpen = useLayout((layout) => layout.isLeftOpen)
  const isMember = useIsMember()
  const isPaused = useReadingState((state) => state.isPaused)
  return (
    <header className={styles.header} data-view={view.kind}>
      {isLeftOpen === false && !isNarrow() && (
        <IconButton
          label={text('shell.showLeft')}
          keys="L"
          icon={<MenuIcon size={18} />}
          onClick={toggleLeft}
        />
      )}
      <IconButton
        className={styles.back ?? ''}
        label={text('common.back')}
        icon={<ArrowLeft size={20} />}
        onClick={leaveDialog}
      />
      <FeedTitle view={view} />
      {isPaused && (
        <Button
          size="small"
          kind="neutral"
          className={styles.paused ?? ''}
          aria-label={text('reading.paused')}
          onClick={resumeReading}
        >
          <Pause size={14} aria-hidden="true" />
          <span>{text('reading.paused')}</span>
        </Button>
      )}
      {isMember && <FeedActions view={view} />}
      <IconButton
        className={styles.search ?? ''}
        label={text('common.search')}
        keys="/"
        icon={<Search size={18} />}
        onClick={() => focusSearch(view)}
      />
      {isMember && (
        <IconButton
          className={styles.peopleButton ?? ''}
          label={text('shell.togglePeople')}
          keys="Shift+L"
          icon={<Users size={18} />}
          onClick={toggleRight}
        />
      )}
    </header>
  )
}
