import { useMemo, useRef, useState } from 'react'
import lines from '../../components/ConversationLine.module.css'
import { EmptyState } from '../../components/EmptyState.tsx'
import { VirtualGrid } from '../../components/VirtualGrid.tsx'
import { Compose } from '../../compose/Compose.tsx'
import { useUnread } from '../../lib/derived.ts'
import { matchesWords } from '../../lib/match-words.ts'
import { usePreviews } from '../../messages/previews.ts'
import { conversationName } from '../../navigation/conversation-name.ts'
import { useRestoredScroll } from '../../navigation/use-restored-scroll.ts'
import { useOrg } from '../../session/session.ts'
import { directRows } from '../../shell/direct-rows.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import { DirectLine } from './DirectLine.tsx'
import styles from './DirectList.module.css'

const rowHeight = 64

/** Direct conversations on a phone, with the last message and the unread count. */
export function DirectList() {
  const text = useText()
  const [words, setWords] = useState('')
  const counts = useUnread((all) => all)
  const recent = useOrg((org) => org.recent_private_conversations)
  const muted = useOrg((org) => org.muted_users)
  const me = useOrg((org) => org.user_id ?? 0)
  const all = useMemo(() => directRows(recent ?? [], muted ?? [], me, counts), [recent, muted, me, counts])
  const rows = all.filter(
    ({ conversation }) => words.trim() === '' || matchesWords(conversationName(conversation), words),
  )
  const scroller = useRef<HTMLDivElement>(null)
  useRestoredScroll(scroller, rows.length > 0)
  usePreviews(rows.slice(0, 100).map(({ newest }) => newest))
  return (
    <>
      <ScreenHeader title={text('view.dms')} />
      <div className={styles.find}>
        <input
          type="search"
          className={lines.field}
          value={words}
          placeholder={text('direct.find')}
          aria-label={text('direct.find')}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState text={text(words.trim() === '' ? 'direct.none' : 'direct.noMatch')} />
      ) : (
        <VirtualGrid
          scroller={scroller}
          label={text('view.dms')}
          rows={rows}
          keyOf={({ key }) => key}
          height={rowHeight}
          render={(row) => <DirectLine row={row} />}
        />
      )}
      <Compose view={{ kind: 'dms' }} />
    </>
  )
}
