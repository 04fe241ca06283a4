import type { LaterItemObject } from '@loquat/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { LearnMore } from '../../help/HelpLinks.tsx'
import { loadLaterMessages, useLaterItems } from '../../later/later.ts'
import { deleteItem } from '../../later/later-actions.ts'
import { openReminder } from '../../shell/dialogs.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from '../drafts/Drafts.module.css'
import { ItemList } from '../drafts/ItemList.tsx'
import { SectionSkeleton } from '../forms/SectionSkeleton.tsx'
import { LaterItem } from './LaterItem.tsx'

const tabs = ['progress', 'done'] as const
type Tab = (typeof tabs)[number]

/** Messages and notes saved for later, with their reminders. */
export function Later() {
  const text = useText()
  const [tab, setTab] = useState<Tab>('progress')
  const items = useLaterItems()
  useLoadedMessages(items)
  const open = (items ?? []).filter((one) => !one.is_done).sort(bySoonest)
  const done = (items ?? []).filter((one) => one.is_done).reverse()
  const lists: Record<Tab, readonly LaterItemObject[]> = { progress: open, done }
  const shown = lists[tab]
  const remove = (key: string) => {
    const item = shown.find((one) => String(one.later_id) === key)
    if (item !== undefined) void deleteItem(item)
  }
  return (
    <>
      <ScreenHeader title={text('view.later')}>
        <Button size="small" onClick={() => openReminder({})}>
          {text('later.new')}
        </Button>
      </ScreenHeader>
      <div className={styles.tabs} role="tablist" aria-label={text('view.later')}>
        {tabs.map((one, index) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`later-${one}`}
            aria-selected={tab === one}
            aria-controls="later-panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => setTab(one)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
              const next = tabs[1 - index] ?? one
              setTab(next)
              document.getElementById(`later-${next}`)?.focus()
            }}
          >
            {text(`later.tab.${one}`)}
            {lists[one].length > 0 && <span className={styles.number}>{lists[one].length}</span>}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" id="later-panel" aria-labelledby={`later-${tab}`}>
        {items === undefined ? (
          <SectionSkeleton />
        ) : shown.length === 0 ? (
          <EmptyState text={text(`later.none.${tab}`)}>
            <LearnMore page="later" />
          </EmptyState>
        ) : (
          <ItemList label={text(`later.tab.${tab}`)} onDelete={remove}>
            {shown.map((item) => (
              <LaterItem key={item.later_id} item={item} />
            ))}
          </ItemList>
        )}
      </div>
    </>
  )
}

/** Due ones first, then by time; those without a reminder last, newest first. */
function bySoonest(a: LaterItemObject, b: LaterItemObject): number {
  const rank = (one: LaterItemObject) => one.remind_timestamp ?? Number.POSITIVE_INFINITY
  const [first, second] = [rank(a), rank(b)]
  return first === second ? b.later_id - a.later_id : first - second
}

function useLoadedMessages(items: readonly LaterItemObject[] | undefined): void {
  useEffect(() => {
    if (items !== undefined) void loadLaterMessages(items.flatMap(({ message_id: id }) => id ?? []))
  }, [items])
}
