import type { FetchedMessage } from '@loquat/contract'
import { select, useSelection } from '../feed/selection.ts'
import { type Conversation, conversationOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation, isFeed, type View } from '../navigation/narrow.ts'
import { navigate, useRouter, viewOf } from '../navigation/router.ts'
import { messages, myId } from '../session/session.ts'

/** The target of keys: the selected message, the one under the pointer, or the last in view. */

export function shownView(): View {
  const { view, behind } = useRouter.getState()
  return behind ?? view
}

export const shownFeed = (): FeedView | undefined => {
  const view = shownView()
  return isFeed(view) ? view : undefined
}

/** For `can` of commands: true in a feed, or the text that asks for one. */
export const inFeed = () => (shownFeed() === undefined ? 'keyboard.needs.feed' : true)

export const feedElement = () => document.querySelector<HTMLElement>('[role="feed"]')
export const rowOf = (messageId: number) =>
  document.querySelector<HTMLElement>(`[data-message="${messageId}"]`)

const idOf = (row: Element | null | undefined) => {
  const id = Number(row?.getAttribute('data-message'))
  return id > 0 ? id : undefined
}

function lastInView(): number | undefined {
  const feed = feedElement()
  if (feed === null) return undefined
  const end = feed.getBoundingClientRect().bottom + 1
  const rows = [...feed.querySelectorAll('[data-message]')]
  return idOf(rows.findLast((row) => row.getBoundingClientRect().bottom <= end) ?? rows[0])
}

export function targetMessage(): FetchedMessage | undefined {
  const feed = feedElement()
  if (feed === null) return undefined
  const id =
    useSelection.getState().selected ?? idOf(feed.querySelector('[data-message]:hover')) ?? lastInView()
  return id === undefined ? undefined : messages.get(id)
}

/** The target message, which becomes the selected one, so that the effect of a key is visible. */
export function takeMessage(): FetchedMessage | undefined {
  const message = targetMessage()
  if (message !== undefined) selectRow(message.id)
  return message
}

function selectRow(id: number): void {
  select(id)
  rowOf(id)?.focus({ preventScroll: true })
}

/** Selects the first or last message in view. */
export function selectInView(edge: 'first' | 'last'): void {
  const feed = feedElement()
  const start = (feed?.getBoundingClientRect().top ?? 0) - 1
  const rows = [...(feed?.querySelectorAll('[data-message]') ?? [])]
  const first = idOf(rows.find((row) => row.getBoundingClientRect().top >= start))
  const id = edge === 'first' ? first : lastInView()
  if (id !== undefined) selectRow(id)
}

/** The conversation of the focused row, of the view, or of the target message. */
export function targetConversation(): Conversation | undefined {
  const link = document.activeElement?.closest('[data-row]')?.querySelector('a[href]')
  const row = link === null || link === undefined ? undefined : viewOf(link.getAttribute('href') ?? '')
  if (row !== undefined && isConversation(row)) return row
  const view = shownView()
  if (isConversation(view)) return view
  const message = targetMessage()
  return message === undefined ? undefined : conversationOf(message, myId())
}

export const targetTopic = (): (Conversation & { kind: 'topic' }) | undefined => {
  const conversation = targetConversation()
  return conversation?.kind === 'topic' ? conversation : undefined
}

/** The conversation of a message, as a view that follows moves. */
export function viewAround(message: FetchedMessage): FeedView & { kind: 'topic' | 'dm' } {
  const place = conversationOf(message, myId())
  return place.kind === 'topic' ? { ...place, with: message.id } : place
}

const focusTimeoutMs = 2_000
/** The previous list may still be in the page for this long. */
const staleListMs = 100

/** Focuses the list of a view that was opened by key, once it is drawn. */
export function focusFeed(): void {
  const start = performance.now()
  const before = feedElement()?.dataset.feed
  const held = document.activeElement
  const attempt = () => {
    const passed = performance.now() - start
    const feed = feedElement()
    const list = feed ?? document.querySelector<HTMLElement>('main [data-main], main [data-row] a[href]')
    const isNew = feed === null || feed.dataset.feed !== before
    // The previous list is hidden while the next one is loading.
    if (list?.checkVisibility() === true && (isNew || passed > staleListMs)) {
      const active = document.activeElement
      const isElsewhere = active?.closest('[data-region="compose"], [role="dialog"]') != null
      // Do not take the focus from a field that is being typed in.
      const isWriting = active !== held && active?.matches('textarea, input') === true
      if (!isElsewhere && !isWriting) list.focus({ preventScroll: true })
    } else if (passed < focusTimeoutMs) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** Opens a view, and gives its list the focus. */
export function go(view: View): void {
  navigate(view)
  focusFeed()
}

/** Presses a button of a message row. It is drawn in the frame after the row was selected. Menus listen for keys, not clicks. */
export const pressInRow = (messageId: number, selector: string) =>
  requestAnimationFrame(() => {
    const button = rowOf(messageId)?.querySelector<HTMLElement>(selector)
    if (selector === '[data-menu]') {
      button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    } else button?.click()
  })
