import { CheckCheck, Sparkles } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import lines from '../../components/ConversationLine.module.css'
import { openSummary } from '../../shell/dialogs.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useCanSummarize } from '../../summaries/summaries.ts'
import { useText } from '../../texts/texts.tsx'
import type { InboxFilter } from '../../unread/inbox.ts'
import { markAllRead } from '../../unread/mark-all-read.ts'
import styles from './Inbox.module.css'

const filters: readonly InboxFilter[] = ['unmuted', 'followed', 'all']

interface Props {
  filter: InboxFilter
  onFilter: (filter: InboxFilter) => void
  words: string
  onWords: (words: string) => void
}

/** Title of the inbox, with its filters and the button that marks everything read. */
export function InboxHeader({ filter, onFilter, words, onWords }: Props) {
  const text = useText()
  return (
    <ScreenHeader title={text('view.inbox')}>
      <select
        className={`${lines.field} ${styles.filter}`}
        value={filter}
        aria-label={text('inbox.show')}
        onChange={(event) => onFilter(event.target.value as InboxFilter)}
      >
        {filters.map((one) => (
          <option key={one} value={one}>
            {text(`inbox.filter.${one}`)}
          </option>
        ))}
      </select>
      <input
        type="search"
        className={`${lines.field} ${styles.words}`}
        value={words}
        placeholder={text('inbox.find')}
        aria-label={text('inbox.find')}
        onChange={(event) => onWords(event.target.value)}
      />
      {useCanSummarize() && (
        <Button
          size="small"
          kind="quiet"
          aria-label={text('summary.unread')}
          onClick={() => openSummary({ isUnread: true })}
        >
          <Sparkles size={16} aria-hidden="true" />
          <span className={styles.markAll}>{text('summary.unread')}</span>
        </Button>
      )}
      <Button size="small" kind="quiet" aria-label={text('inbox.markAll')} onClick={() => void markAllRead()}>
        <CheckCheck size={16} aria-hidden="true" />
        <span className={styles.markAll}>{text('inbox.markAll')}</span>
      </Button>
    </ScreenHeader>
  )
}
