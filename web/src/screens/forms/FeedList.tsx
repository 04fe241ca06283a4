import type { FeedObject } from '@loquat/contract'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../components/Button.tsx'
import type { Problem } from '../../session/attempt.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from './Lists.module.css'

interface FeedListProps<T extends FeedObject> {
  feeds: readonly T[]
  /** Shown if there are none. */
  empty: string
  /** The place of its entries, or the bot that posts them. */
  placeOf: (feed: T) => ReactNode
  remove: (feed: T) => Promise<Problem | undefined>
}

/** RSS and Atom feeds with their state. */
export function FeedList<T extends FeedObject>({ feeds, empty, placeOf, remove }: FeedListProps<T>) {
  const text = useText()
  if (feeds.length === 0) return <p className={lists.nothing}>{empty}</p>
  return (
    <ul className={lists.list}>
      {feeds.map((feed) => {
        const name = feed.title || feed.url
        return (
          <li key={feed.id} className={lists.row}>
            <span className={lists.main}>
              <bdi className={lists.name}>{name}</bdi>
              <div className={lists.soft} dir="auto">
                {placeOf(feed)}
                {name !== feed.url && (
                  <>
                    {' '}
                    · <bdi>{feed.url}</bdi>
                  </>
                )}
              </div>
              <div className={lists.soft}>{text(stateOf(feed))}</div>
            </span>
            <IconButton
              label={text('settings.feeds.remove', { name })}
              icon={<Trash2 size={17} />}
              onClick={async () => showProblemToast(await remove(feed))}
            />
          </li>
        )
      })}
    </ul>
  )
}

function stateOf({ is_active: isActive, failure, last_success: success }: FeedObject) {
  if (!isActive) return 'settings.feeds.stopped'
  if (failure !== null) return `settings.feeds.failure.${failure}` as const
  return success === null ? 'settings.feeds.waiting' : 'settings.feeds.working'
}
