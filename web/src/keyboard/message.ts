import type { FetchedMessage } from '@loquat/contract'
import { compose, openCompose, replyTo, replyToSender } from '../compose/compose.ts'
import { forward, replyWithMention } from '../compose/forward.ts'
import { quote } from '../compose/quote.ts'
import { toRecipient } from '../compose/recipient.ts'
import { feedFor } from '../feed/feeds.ts'
import { moveSelection, useSelection } from '../feed/selection.ts'
import { copyMessageLink, markUnreadFrom, toggleStar } from '../messages/change.ts'
import { toggleCollapsed } from '../messages/collapse.ts'
import { askToDelete } from '../messages/delete-confirmation.ts'
import { lastOwn, startEditing } from '../messages/editing.ts'
import { toggleReaction } from '../messages/reactions.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import type { Action } from '../permissions/action-denial.ts'
import { denialTextId } from '../permissions/is-allowed.ts'
import { messages, myId, org } from '../session/session.ts'
import { openPerson } from '../shell/cards.ts'
import { openHistory, openMove, openReceipts } from '../shell/dialogs.ts'
import type { Command } from './command.ts'
import { go } from './go.ts'
import { holdKeysFor } from './held-keys.ts'
import { rowOf, selectInView, shownFeed, takeMessage, targetMessage, viewAround } from './target.ts'

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

const inFeed = () => (shownFeed() === undefined ? 'keyboard.needs.feed' : true)
const onMessage = () => (targetMessage() === undefined ? 'keyboard.needs.message' : true)
/** By right, as menus have it. */
const may = (action: (message: FetchedMessage) => Action) => () => {
  const message = targetMessage()
  return message === undefined ? 'keyboard.needs.message' : (denialTextId(action(message)) ?? true)
}
const mayMark = may(() => ({ kind: 'mark' }))
const mayReact = may((message) => ({ kind: 'react', message }))
/** Whoever is not logged in cannot answer; others are told in the box why they may not. */
const mayWrite = () =>
  shownFeed() === undefined ? 'keyboard.needs.feed' : (denialTextId({ kind: 'mark' }) ?? true)

/** Something that is done with the selected message. */
const withMessage = (
  id: string,
  keys: string,
  run: (message: FetchedMessage, view: FeedView) => void,
  can: () => true | string = onMessage,
): Command => ({
  id,
  group: 'message',
  keys: [keys],
  scope: 'app',
  can,
  run: () => {
    const view = shownFeed()
    const message = takeMessage()
    if (message !== undefined && view !== undefined) run(message, view)
  },
})

function ownLast(): FetchedMessage | undefined {
  const view = shownFeed()
  const id = view === undefined ? undefined : lastOwn(feedFor(view).snapshot().ids, myId())
  return id === undefined ? undefined : messages.get(id)
}

/** Lists of conversations are gone through by row, lists of messages by message. */
const inList = () => (inGrid() !== null ? true : inFeed())
const inGrid = () => document.querySelector<HTMLElement>('[data-region="centre"] [role="grid"]')
function step(by: 1 | -1): void {
  const grid = inGrid()
  if (grid === null) {
    if (useSelection.getState().selected === undefined) selectInView(by === 1 ? 'first' : 'last')
    else moveSelection(by)
    return
  }
  const links = [...grid.querySelectorAll<HTMLElement>('[data-row] a[href]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}

const controls = () => useSelection.getState().controls
const scrolling = (id: string, keys: readonly string[], run: () => void): Command => ({
  id,
  group: 'message',
  keys,
  scope: 'app',
  repeats: true,
  can: inFeed,
  run,
})

/** In a conversation the answer is to it; elsewhere to whoever is selected. */
function reply(): void {
  const view = shownFeed()
  const { selected } = useSelection.getState()
  if (view !== undefined && isConversation(view) && selected === undefined) {
    openCompose({ to: toRecipient(view, myId()), focus: 'text' })
    return
  }
  const message = takeMessage()
  if (message !== undefined) replyTo(message)
}

/** What is found is opened where it was said; elsewhere one answers. */
function enter(): void {
  const message = takeMessage()
  if (shownFeed()?.kind === 'search' && message !== undefined) go({ ...viewAround(message), at: message.id })
  else reply()
}

/** Buttons of the row, for what they alone can open: drawn a moment after it was selected. Menus listen for keys, not for clicks. */
const press = ({ id }: FetchedMessage, part: string) =>
  requestAnimationFrame(() => {
    const button = rowOf(id)?.querySelector<HTMLElement>(part)
    if (part === '[data-menu]') {
      button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    } else button?.click()
  })

export const messageCommands: readonly Command[] = [
  { ...scrolling('nextMessage', ['J', 'Down'], () => step(1)), can: inList },
  { ...scrolling('previousMessage', ['K', 'Up'], () => step(-1)), can: inList },
  scrolling('screenDown', ['Space', 'PgDn', 'Shift+J'], () => controls()?.page(1)),
  scrolling('screenUp', ['Shift+Space', 'PgUp', 'Shift+K'], () => controls()?.page(-1)),
  scrolling('oldest', ['Home'], () => void controls()?.toStart()),
  scrolling('newest', ['End', 'Shift+G'], () => void controls()?.toEnd()),
  { id: 'reply', group: 'message', keys: ['R'], scope: 'app', can: mayWrite, run: reply },
  { id: 'enter', group: 'message', keys: ['Enter'], scope: 'app', can: inFeed, run: enter },
  withMessage(
    'replyToSender',
    'Shift+R',
    (message) => replyToSender(message),
    may(({ sender_id: id }) => ({ kind: 'post-directly', userIds: id === myId() ? [] : [id] })),
  ),
  withMessage('quote', '>', (message) => void quote(message), mayMark),
  withMessage('forward', '<', (message) => void forward(message), mayMark),
  withMessage('mention', '@', (message) => replyWithMention(message), mayMark),
  withMessage(
    'react',
    ':',
    (message) => {
      press(message, '[data-react]')
      holdKeysFor('[role="dialog"] input[type="search"]')
    },
    mayReact,
  ),
  withMessage('thumbsUp', '+', ({ id }) => void toggleReaction(id, thumbsUp), mayReact),
  withMessage(
    'sameReaction',
    '=',
    ({ id, reactions: [first] }) => {
      if (first === undefined) return
      const { emoji_name, emoji_code, reaction_type } = first
      void toggleReaction(id, { emoji_name, emoji_code, reaction_type })
    },
    mayReact,
  ),
  withMessage(
    'edit',
    'E',
    ({ id }) => void startEditing(id),
    may((message) => ({ kind: 'edit', message })),
  ),
  {
    id: 'editLast',
    group: 'message',
    keys: ['Left'],
    scope: 'app',
    can: () => {
      const message = ownLast()
      if (message === undefined || compose().text !== '') return 'keyboard.needs.ownMessage'
      return denialTextId({ kind: 'edit', message }) ?? true
    },
    run: () => {
      const message = ownLast()
      if (message !== undefined) void startEditing(message.id)
    },
  },
  withMessage(
    'move',
    'M',
    ({ id, stream_id: channelId, subject: topic }) => {
      if (channelId !== undefined) openMove({ channelId, topic, messageId: id })
    },
    may((message) => ({ kind: 'move', message })),
  ),
  withMessage('star', 'Ctrl+S', ({ id }) => void toggleStar(id), mayMark),
  withMessage(
    'markUnread',
    'Shift+U',
    ({ id }, view) => void markUnreadFrom(id, feedFor(view).snapshot().ids),
    mayMark,
  ),
  withMessage('copyLink', 'Y', ({ id }) => void copyMessageLink(id)),
  withMessage('image', 'V', (message) => press(message, '.message_inline_image a, .message_inline_video a')),
  withMessage('sender', 'U', ({ id, sender_id: sender }) => {
    const row = rowOf(id)
    if (row !== null) openPerson(sender, row.querySelector<HTMLElement>('button') ?? row)
  }),
  withMessage('menu', 'I', (message) => press(message, '[data-menu]')),
  withMessage(
    'receipts',
    'Shift+V',
    ({ id }) => openReceipts(id),
    () => (org().realm_enable_read_receipts === true ? onMessage() : 'keyboard.needs.receipts'),
  ),
  withMessage(
    'history',
    'Shift+H',
    ({ id }) => openHistory(id),
    () => {
      const message = targetMessage()
      const changedAt = message?.last_edit_timestamp ?? message?.last_moved_timestamp
      return changedAt === undefined ? 'keyboard.needs.history' : true
    },
  ),
  withMessage('collapse', '-', ({ id }) => void toggleCollapsed(id), mayMark),
  withMessage(
    'delete',
    'Delete',
    ({ id }) => askToDelete(id),
    may((message) => ({ kind: 'delete', message })),
  ),
]
