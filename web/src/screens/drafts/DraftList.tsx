import { CalendarClock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { channelById } from '../../channels/channels.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PlaceName } from '../../components/PlaceName.tsx'
import { openDraft, useCompose } from '../../compose/compose.ts'
import { recipientKey, toConversation } from '../../compose/recipient.ts'
import { deleteDrafts, scheduleDraft } from '../../drafts/draft-actions.ts'
import { useDrafts } from '../../drafts/draft-list.ts'
import { type LocalDraft, splitDrafts } from '../../drafts/draft-merge.ts'
import { exactTime, listTime } from '../../lib/times.ts'
import { can } from '../../permissions/can.ts'
import { myId, useOrg } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
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
  if (drafts.length === 0) return <EmptyState text={text('drafts.empty')} />
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

interface Props {
  draft: LocalDraft
  isChosen: boolean
  onChoose: () => void
  onSchedule: () => void
}

function DraftItem({ draft, isChosen, onChoose, onSchedule }: Props) {
  const text = useText()
  const locale = useLocale()
  const org = useOrg((state) => state)
  const place = toConversation(draft.to, myId())
  const denial =
    place === undefined
      ? undefined
      : place.kind === 'topic'
        ? can({ kind: 'post', channelId: place.channelId }, org, Date.now())
        : can({ kind: 'post-directly', userIds: place.userIds }, org, Date.now())
  const isGone = place?.kind === 'topic' && channelById(place.channelId) === undefined
  const seconds = Math.floor(draft.changedAt / 1_000)
  return (
    <li className={styles.item} data-row={draft.id}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={text('drafts.choose')}
          className={styles.check}
          onChange={onChoose}
        />
      </label>
      <button type="button" className={styles.main} data-main="true" onClick={() => openDraft(draft.id)}>
        <span className={styles.place}>
          {place === undefined || isGone ? (
            <em>{text(isGone ? 'drafts.gone' : 'drafts.nobody')}</em>
          ) : (
            <PlaceName place={place} />
          )}
          {draft.isFromElsewhere && <span className={styles.tag}>{text('drafts.fromElsewhere')}</span>}
        </span>
        <span className={styles.text} dir="auto">
          {draft.text}
        </span>
        {denial !== undefined && denial !== true && (
          <span className={styles.problem}>{text(`denied.${denial}`)}</span>
        )}
      </button>
      <time className={styles.time} title={exactTime(seconds, locale)}>
        {listTime(seconds, locale)}
      </time>
      <span className={styles.actions}>
        <IconButton
          label={text('drafts.schedule')}
          icon={<CalendarClock size={17} />}
          denied={place === undefined || isGone ? text('drafts.nobody') : undefined}
          onClick={onSchedule}
        />
        <IconButton
          label={text('common.delete')}
          keys="Delete"
          icon={<Trash2 size={17} />}
          onClick={() => deleteDrafts([draft.id])}
        />
      </span>
    </li>
  )
}
