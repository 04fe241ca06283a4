import type { FetchedMessage } from '@loquat/contract'
import { feedFor } from '../feed/feeds.ts'
import { shownFeed } from '../keyboard/target.ts'
import { lastOwn, startEditing } from '../messages/editing.ts'
import { denialTextId } from '../permissions/is-allowed.ts'
import { messages, myId } from '../session/session.ts'
import { showToast } from '../shell/toasts.ts'

/** The reader's last message in the feed on screen. */
export function lastOwnMessage(): FetchedMessage | undefined {
  const view = shownFeed()
  const id = view === undefined ? undefined : lastOwn(feedFor(view).snapshot().ids, myId())
  return id === undefined ? undefined : messages.get(id)
}

/** Edits the reader's last message. Returns whether there is one. */
export function editLast(): boolean {
  const message = lastOwnMessage()
  if (message === undefined) return false
  const denial = denialTextId({ kind: 'edit', message })
  if (denial === undefined) void startEditing(message.id)
  else showToast(denial)
  return true
}
