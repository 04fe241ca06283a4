import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useCompose } from '../../compose/compose.ts'
import { recipientKey } from '../../compose/recipient.ts'
import { deleteDrafts, scheduleDraft } from '../../drafts/draft-actions.ts'
import { useDrafts } from '../../drafts/draft-list.ts'
import { type LocalDraft, splitDrafts } from '../../drafts/draft-merge.ts'
import { LearnMore } from '../../help/HelpLinks.tsx'
import { myId } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { DraftItem } from './DraftItem.tsx'
import styles from './Drafts.module.css'
import { ItemList } from './ItemList.tsx'
import { TimeDialog } from './TimeDialog.tsx'

export function DraftList() {
  const text = useText()
  const drafts = useDrafts((state) => state.drafts)
  // The last open conversation.
  const key = useCompose((state) => recipientKey(state.to, myId()))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [scheduling, setScheduling] = useState<LocalDraft>()
  if (drafts.length === 0)
    return (
      <EmptyState text={text('drafts.empty')}>
        <LearnMore page="drafts" />
      </EmptyState>
    )
  const present = drafts.filter(({ id }) => chosen.has(id))
  const choose = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const { here, elsewhere } = splitDrafts(drafts, key, myId())
  const hasBoth = here.length > 0 && elsewhere.length > 0
  const item = (draft: LocalDraft) => (
    <DraftItem
      key={draft.id}
      draft={draft}
      isChosen={chosen.has(draft.id)}
      onChoose={() => choose(draft.id)}
      onSchedule={() => setScheduling(draft)}
    />
  )
  return (
    <>
      {present.length > 0 && (
        <div className={styles.selection} role="status">
          {text('drafts.chosen', { count: present.length })}
          <Button
            size="small"
            onClick={() => {
              deleteDrafts(present.map(({ id }) => id))
              setChosen(new Set())
            }}
          >
            <Trash2 size={15} aria-hidden="true" />
            {text('common.delete')}
          </Button>
        </div>
      )}
      <ItemList label={text('drafts.tab.drafts')} onDelete={(id) => deleteDrafts([id])}>
        {hasBoth && <li className={styles.heading}>{text('drafts.here')}</li>}
        {here.map(item)}
        {hasBoth && <li className={styles.heading}>{text('drafts.elsewhere')}</li>}
        {elsewhere.map(item)}
      </ItemList>
      {scheduling !== undefined && (
        <TimeDialog
          title={text('drafts.schedule')}
          onClose={() => setScheduling(undefined)}
          onSave={async (at) => {
            await scheduleDraft(scheduling, at)
            return true
          }}
        />
      )}
    </>
  )
}
