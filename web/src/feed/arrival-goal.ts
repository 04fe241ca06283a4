import type { FeedView } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { unreadInView } from '../unread/unread-in-view.ts'
import { eyeLine } from './eye-line.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { anchorOf } from './feeds.ts'
import type { Row } from './rows.ts'
import { goalAtTop, type ScrollGoal, savedRow } from './scroll-goal.ts'

/**
 * The scroll target when the reader arrives: the saved position, the message in the address, the first unread message, or the
 * end. Returns undefined if `load` has begun to load the messages of the target.
 */
export function arrivalGoal(
  view: FeedView,
  { ids, hasNewest }: FeedSnapshot,
  rows: readonly Row[],
  load: (anchor: Parameters<FeedModel['open']>[0]) => boolean,
): ScrollGoal | undefined {
  const { state } = useRouter.getState()
  if (state.atEnd && hasNewest) return 'end'
  const saved = savedRow(rows, state)
  if (saved !== undefined) return { key: saved.key, offset: state.offset ?? 0 }
  if (view.at !== undefined) {
    const row = rows.find((one) => one.kind === 'message' && one.id === view.at)
    if (row !== undefined) return { row: row.key, part: eyeLine }
    if (load(view.at)) return undefined
  }
  const unread = unreadInView(view)[0]
  const isMissing = unread === undefined ? !hasNewest : !ids.includes(unread)
  if (isMissing && load(unread === undefined ? 'newest' : anchorOf(view))) return undefined
  const first =
    rows.find((row) => row.kind === 'unread') ??
    rows.find((row) => row.kind === 'message' && row.id === unread)
  return first === undefined ? 'end' : goalAtTop(first.key, view)
}
