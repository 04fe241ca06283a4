import { CalendarClock, Trash2 } from 'lucide-react'
import { channelById } from '../../channels/channels.ts'
import { IconButton } from '../../components/Button.tsx'
import { openDraft } from '../../compose/compose.ts'
import { toConversation } from '../../compose/recipient.ts'
import { deleteDrafts } from '../../drafts/draft-actions.ts'
import type { LocalDraft } from '../../drafts/draft-merge.ts'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { exactTime, listTime } from '../../lib/times.ts'
import { useDenials } from '../../permissions/use-denial.ts'
import { myId } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'

interface Props {
  draft: LocalDraft
  isChosen: boolean
  onChoose: () => void
  onSchedule: () => void
}

export function DraftItem({ draft, isChosen, onChoose, onSchedule }: Props) {
  const text = useText()
  const locale = useLocale()
  const denialOf = useDenials()
  const place = toConversation(draft.to, myId())
  const denial =
    place === undefined
      ? undefined
      : place.kind === 'topic'
        ? denialOf({ kind: 'post', channelId: place.channelId })
        : denialOf({ kind: 'post-directly', userIds: place.userIds })
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
            <ConversationName place={place} />
          )}
          {draft.isFromElsewhere && <span className={styles.tag}>{text('drafts.fromElsewhere')}</span>}
        </span>
        <span className={styles.text} dir="auto">
          {draft.text}
        </span>
        {denial !== undefined && <span className={styles.problem}>{denial}</span>}
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
