import { useState } from 'react'
import { useDrafts } from '../../drafts/draft-list.ts'
import { useAllPending } from '../../messages/pending-message.ts'
import { useOrg } from '../../session/session.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import { DraftList } from './DraftList.tsx'
import styles from './Drafts.module.css'
import { SnippetList } from './SnippetList.tsx'
import { UnsentList } from './UnsentList.tsx'

const tabs = ['drafts', 'unsent', 'snippets'] as const
type Tab = (typeof tabs)[number]

/** Drafts, unsent messages and snippets. */
export function Drafts() {
  const text = useText()
  const [tab, setTab] = useState<Tab>('drafts')
  const drafts = useDrafts((state) => state.drafts.length)
  const unsent = useAllPending().length
  const snippets = useOrg((org) => org.saved_snippets?.length ?? 0)
  const counts: Record<Tab, number> = { drafts, unsent, snippets }
  return (
    <>
      <ScreenHeader title={text('view.drafts')} />
      <div className={styles.tabs} role="tablist" aria-label={text('view.drafts')}>
        {tabs.map((one, index) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="drafts-panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => setTab(one)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
              const next = step === undefined ? undefined : tabs[(index + step + tabs.length) % tabs.length]
              if (next === undefined) return
              setTab(next)
              document.getElementById(`tab-${next}`)?.focus()
            }}
          >
            {text(`drafts.tab.${one}`)}
            {counts[one] > 0 && <span className={styles.number}>{counts[one]}</span>}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" id="drafts-panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'drafts' ? <DraftList /> : tab === 'unsent' ? <UnsentList /> : <SnippetList />}
      </div>
    </>
  )
}
