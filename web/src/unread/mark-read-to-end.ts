import { markUnread } from '../channels/topic-actions.ts'
import { lookup } from '../lib/derived.ts'
import { type FeedView, toNarrow } from '../navigation/narrow.ts'
import { parseSearch } from '../search/search-text.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'
import { showErrorToast, showUndoToast } from '../shell/toasts.ts'
import { pauseReading } from './mark-read-pause.ts'
import { showRead, showUnread } from './optimistic-read.ts'
import { marksRead, unreadInView } from './unread-in-view.ts'

/** Maximum messages that the server marks in one request. */
const maxPerRequest = 5_000
/** Maximum message IDs in one request. */
const maxIdsPerRequest = 1_000

/**
 * Marks everything in the view read, loaded or not, up to the newest known message, so that later
 * arrivals stay unread. Undo pauses marking as read, which would mark them again.
 */
export async function markReadToEnd(view: FeedView): Promise<void> {
  const policy = org().user_settings?.web_mark_read_on_scroll_policy ?? 1
  const ids = marksRead(view, policy) ? unreadInView(view) : []
  const newest = ids.at(-1)
  if (newest === undefined) return
  showRead(ids)
  try {
    await markBefore(view, newest)
    showUndoToast('reading.marked', () => void takeBack(ids), { count: ids.length })
  } catch (error) {
    showUnread(ids)
    showErrorToast(error)
  }
}

async function markBefore(view: FeedView, newest: number): Promise<void> {
  const narrow = toNarrow(view, { me: myId(), searchTerms: (q) => parseSearch(q, lookup()).terms })
  for (let anchor: number | null = newest, isDone = false; !isDone && anchor !== null; ) {
    const reply = await api.updateMessageFlagsForNarrow({
      anchor: String(anchor),
      include_anchor: anchor === newest,
      num_before: maxPerRequest,
      num_after: 0,
      narrow: [...narrow, { operator: 'is', operand: 'unread', negated: false }],
      op: 'add',
      flag: 'read',
    })
    isDone = reply.found_oldest
    anchor = reply.first_processed_id
  }
}

async function takeBack(ids: readonly number[]): Promise<void> {
  pauseReading()
  showUnread(ids)
  for (let at = 0; at < ids.length; at += maxIdsPerRequest)
    await markUnread(ids.slice(at, at + maxIdsPerRequest))
}
