import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { markFirstRows } from '../../feed/startup-mark.ts'
import { lookup, useUnread } from '../../lib/derived.ts'
import { usePreviews } from '../../messages/previews.ts'
import { addressOf } from '../../navigation/router.ts'
import { useRestoredScroll } from '../../navigation/use-restored-scroll.ts'
import { isAlone } from '../../notifications/alone-here.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { FirstStepsSlot } from '../../shell/FirstRunSlot.tsx'
import { useText } from '../../texts/texts.tsx'
import {
  filterByText,
  type InboxFilter,
  type InboxRow,
  inboxOf,
  inboxRows,
  keepRead,
} from '../../unread/inbox.ts'
import { channelRank } from '../../unread/inbox-order.ts'
import { OwnerSetupSlot } from '../setup/OwnerSetupSlot.tsx'
import { Band, BandTitle } from './Band.tsx'
import { ChannelBand } from './ChannelBand.tsx'
import { FollowedTopics } from './FollowedTopics.tsx'
import styles from './Inbox.module.css'
import { InboxHeader } from './InboxHeader.tsx'

/** All unread conversations: direct messages and mentions first. */
export function Inbox() {
  const text = useText()
  const counts = useUnread((all) => all)
  const [filter, setFilter] = useState<InboxFilter>('unmuted')
  const [words, setWords] = useState('')
  const shown = useRef<InboxRow[]>([])
  const rows = useMemo(() => {
    // Conversations read meanwhile stay, dimmed, so that nothing moves under the pointer.
    shown.current = keepRead(shown.current, inboxRows(counts, filter))
    return filterByText(shown.current, words, nameOf)
  }, [counts, filter, words])
  usePreviews(rows.map((row) => row.newest))
  const { toYou, following, channels } = inboxOf(rows, channelRank())
  const isEmpty = rows.length === 0
  const mayInvite = useIsAllowed({ kind: 'invite' })
  const isQuiet = useOrg(isAlone) && mayInvite
  const list = useRef<HTMLDivElement>(null)
  useEffect(markFirstRows, [])
  useRestoredScroll(list, !isEmpty)
  return (
    <>
      <InboxHeader
        filter={filter}
        onFilter={(next) => {
          shown.current = []
          setFilter(next)
        }}
        words={words}
        onWords={setWords}
      />
      <OwnerSetupSlot />
      <FirstStepsSlot />
      {isEmpty ? (
        <EmptyState text={text(words !== '' ? 'inbox.noMatch' : isQuiet ? 'inbox.alone' : 'inbox.empty')}>
          {isQuiet && (
            <a href={addressOf({ kind: 'organization', section: 'invitations' })}>{text('inbox.invite')}</a>
          )}
          <a href={addressOf({ kind: 'recent' })}>{text('inbox.recent')}</a>
          {words === '' && <FollowedTopics />}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: rows with one column of links
        <div
          ref={list}
          className={styles.inbox}
          role="grid"
          aria-label={text('view.inbox')}
          onKeyDown={moveByKeys}
        >
          <Band title={text('inbox.toYou')} rows={toYou} />
          <Band title={text('inbox.following')} rows={following} />
          {channels.length > 0 && <BandTitle title={text('sidebar.channels')} />}
          {channels.map((channel) => (
            <ChannelBand key={channel.channelId} {...channel} />
          ))}
        </div>
      )}
    </>
  )
}

function nameOf({ conversation }: InboxRow): string {
  const { channelName, userName } = lookup()
  return conversation.kind === 'topic'
    ? `${channelName(conversation.channelId) ?? ''} ${conversation.topic}`
    : conversation.userIds.map((id) => userName(id) ?? '').join(' ')
}

/** J, K and the arrows go from row to row. */
function moveByKeys(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row] a[href]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
  event.preventDefault()
  event.stopPropagation()
}
