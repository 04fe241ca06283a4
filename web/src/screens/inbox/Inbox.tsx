import { CheckCheck } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import lines from '../../components/ConversationLine.module.css'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ScreenHeader } from '../../components/ScreenHeader.tsx'
import { useKeepScroll } from '../../components/use-keep-scroll.ts'
import { noteFirstRows } from '../../feed/first-rows.ts'
import { lookup, useUnread } from '../../lib/derived.ts'
import { usePreviews } from '../../messages/previews.ts'
import { addressOf } from '../../navigation/router.ts'
import { isAlone } from '../../notifications/alone-here.ts'
import { can } from '../../permissions/can.ts'
import { useOrg } from '../../session/session.ts'
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
import { markAllRead } from '../../unread/read-all.ts'
import { OwnerSetupSlot } from '../setup/OwnerSetupSlot.tsx'
import { ChannelBand } from './ChannelBand.tsx'
import { FollowedTopics } from './FollowedTopics.tsx'
import styles from './Inbox.module.css'
import { InboxLine } from './InboxLine.tsx'

const filters: readonly InboxFilter[] = ['unmuted', 'followed', 'all']

/** Everything unread, by conversation: what is for the reader first. */
export function Inbox() {
  const text = useText()
  const counts = useUnread((all) => all)
  const [filter, setFilter] = useState<InboxFilter>('unmuted')
  const [words, setWords] = useState('')
  const shown = useRef<InboxRow[]>([])
  const rows = useMemo(() => {
    // What is read while one looks stays where it is, dimmed: nothing moves under the pointer.
    shown.current = keepRead(shown.current, inboxRows(counts, filter))
    return filterByText(shown.current, words, nameOf)
  }, [counts, filter, words])
  usePreviews(rows.map((row) => row.newest))
  const { toYou, following, channels } = inboxOf(rows, channelRank())
  const isEmpty = rows.length === 0
  const isQuiet = useOrg((org) => isAlone(org) && can({ kind: 'invite' }, org, 0) === true)
  const list = useRef<HTMLDivElement>(null)
  useEffect(noteFirstRows, [])
  useKeepScroll(list, !isEmpty)
  return (
    <>
      <ScreenHeader title={text('view.inbox')}>
        <select
          className={`${lines.field} ${styles.filter}`}
          value={filter}
          aria-label={text('inbox.show')}
          onChange={(event) => {
            shown.current = []
            setFilter(event.target.value as InboxFilter)
          }}
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
          onChange={(event) => setWords(event.target.value)}
        />
        <Button
          size="small"
          kind="quiet"
          aria-label={text('inbox.markAll')}
          onClick={() => void markAllRead()}
        >
          <CheckCheck size={16} aria-hidden="true" />
          <span className={styles.markAll}>{text('inbox.markAll')}</span>
        </Button>
      </ScreenHeader>
      <OwnerSetupSlot />
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

/** A grid has nothing but rows; headings are in one, too. */
const BandTitle = ({ title }: { title: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: part of a grid
  <div role="row" tabIndex={-1}>
    {/* biome-ignore lint/a11y/useSemanticElements: part of a grid */}
    <div role="gridcell" tabIndex={-1}>
      <h2 className={styles.band}>{title}</h2>
    </div>
  </div>
)

function Band({ title, rows }: { title: string; rows: readonly InboxRow[] }) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    <div role="rowgroup" aria-label={title}>
      <BandTitle title={title} />
      {rows.map((row) => (
        <InboxLine key={row.key} row={row} />
      ))}
    </div>
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
