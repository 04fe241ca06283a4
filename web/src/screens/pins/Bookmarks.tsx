import type { BookmarkObject } from '@loquat/contract'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { useDenial } from '../../permissions/use-denial.ts'
import { removeBookmark, reorderBookmarks, restoreBookmark } from '../../pins/bookmark-actions.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showUndoToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { moveEntry } from '../forms/move-entry.ts'
import { BookmarkForm } from './BookmarkForm.tsx'
import { BookmarkLink } from './PinStrip.tsx'
import styles from './Pins.module.css'

/** The bookmarks of a channel, with buttons for people who may change them. */
export function Bookmarks({
  channelId,
  bookmarks,
}: {
  channelId: number
  bookmarks: readonly BookmarkObject[]
}) {
  const text = useText()
  const isEditor = useDenial({ kind: 'pin-in-channel', channelId }) === undefined
  const [edited, setEdited] = useState<number>()
  const ids = bookmarks.map((one) => one.bookmark_id)
  const restore = async (one: BookmarkObject, index: number) =>
    showProblemToast(await restoreBookmark(channelId, one, index))
  return (
    <>
      <h3 className={styles.heading}>{text('pins.bookmarks')}</h3>
      {bookmarks.length === 0 && <p className={styles.nothing}>{text('pins.noBookmarks')}</p>}
      <ul className={styles.list}>
        {bookmarks.map((one, index) =>
          one.bookmark_id === edited ? (
            <li key={one.bookmark_id}>
              <BookmarkForm channelId={channelId} edited={one} onDone={() => setEdited(undefined)} />
            </li>
          ) : (
            <li key={one.bookmark_id} className={styles.row}>
              <BookmarkLink bookmark={one} />
              {isEditor && (
                <span className={styles.actions}>
                  <Actions
                    bookmark={one}
                    isFirst={index === 0}
                    isLast={index === ids.length - 1}
                    onMove={async (step) =>
                      showProblemToast(await reorderBookmarks(channelId, moveEntry(ids, index, step)))
                    }
                    onEdit={() => setEdited(one.bookmark_id)}
                    onRemove={async () => {
                      if (showProblemToast(await removeBookmark(one)))
                        showUndoToast('pins.removed', () => void restore(one, index), { title: one.title })
                    }}
                  />
                </span>
              )}
            </li>
          ),
        )}
      </ul>
      {isEditor && edited === undefined && <BookmarkForm channelId={channelId} />}
    </>
  )
}

interface ActionProps {
  bookmark: BookmarkObject
  isFirst: boolean
  isLast: boolean
  onMove: (step: number) => Promise<unknown>
  onEdit: () => void
  onRemove: () => Promise<void>
}

function Actions({ bookmark: { title }, isFirst, isLast, onMove, onEdit, onRemove }: ActionProps) {
  const text = useText()
  return (
    <>
      <IconButton
        label={text('pins.up', { title })}
        icon={<ArrowUp size={16} />}
        denied={isFirst ? text('pins.isFirst') : undefined}
        onClick={() => void onMove(-1)}
      />
      <IconButton
        label={text('pins.down', { title })}
        icon={<ArrowDown size={16} />}
        denied={isLast ? text('pins.isLast') : undefined}
        onClick={() => void onMove(1)}
      />
      <IconButton label={text('pins.editOne', { title })} icon={<Pencil size={16} />} onClick={onEdit} />
      <IconButton
        label={text('pins.removeOne', { title })}
        icon={<Trash2 size={16} />}
        onClick={() => void onRemove()}
      />
    </>
  )
}
