import { isConversation, type View } from '../navigation/narrow.ts'
import { navigate } from '../navigation/router.ts'
import { focusSearch } from '../search/search-field.ts'
import { org } from '../session/session.ts'
import { openFolders, toggleSwitcher } from '../shell/dialogs.ts'
import { toggleLeft, toggleRight, useLayout } from '../shell/layout.ts'
import { channelSections, channelsInOrder } from '../shell/sidebar.ts'
import { showToast } from '../shell/toasts.ts'
import { nextToRead } from '../unread/inbox-order.ts'
import type { NextUnreadKind } from '../unread/next-unread.ts'
import type { Command } from './command.ts'
import { keyCommands } from './message-commands.ts'
import { go, inFeed, shownFeed, shownView, targetMessage, viewAround } from './target.ts'

/** Opens the next unread conversation. */
export function goToNext(wanted: NextUnreadKind): void {
  const view = shownView()
  const next = nextToRead(isConversation(view) ? view : undefined, wanted)
  if (next === undefined) showToast(`keyboard.nothingUnread.${wanted}`)
  else go(next)
}

/** Opens the previous or next channel in the order of the sidebar. */
function goToChannel(step: 1 | -1): void {
  const ids = channelsInOrder(channelSections(org())).map((one) => one.stream_id)
  const view = shownView()
  const at = 'channelId' in view ? ids.indexOf(view.channelId) : -1
  const channelId = at === -1 && step === -1 ? ids.at(-1) : ids.at((at + step + ids.length) % ids.length)
  if (channelId !== undefined) go({ kind: 'channel', channelId })
}

/** Goes from a conversation up to its channel, or from a mixed feed down to the conversation of the message. */
function goUpOrDown(): void {
  const view = shownView()
  const message = targetMessage()
  if (view.kind === 'topic') go({ kind: 'channel', channelId: view.channelId })
  else if (view.kind === 'dm') go({ kind: 'dms' })
  else if (message !== undefined) go(viewAround(message))
}

function focusFilter(name: string, isOpen: boolean, open: () => void): void {
  if (!isOpen) open()
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>(`[data-shortcut="${name}"]`)
    field?.focus()
    field?.select()
  })
}

const to = (id: string, keys: string, view: View): Command => ({
  id,
  group: 'go',
  keys: [keys],
  scope: 'app',
  run: () => go(view),
})

export const navigationCommands: readonly Command[] = [
  { id: 'switcher', group: 'go', keys: ['Ctrl+K'], scope: 'always', run: toggleSwitcher },
  { id: 'search', group: 'go', keys: ['/'], scope: 'app', run: () => focusSearch(shownFeed()) },
  { id: 'nextUnread', group: 'go', keys: ['N'], scope: 'app', run: () => goToNext('any') },
  { id: 'nextFollowed', group: 'go', keys: ['Shift+N'], scope: 'app', run: () => goToNext('followed') },
  { id: 'nextDirect', group: 'go', keys: ['P'], scope: 'app', run: () => goToNext('dm') },
  to('home', 'G G', { kind: 'home' }),
  to('inbox', 'Shift+I', { kind: 'inbox' }),
  to('recent', 'T', { kind: 'recent' }),
  to('feed', 'A', { kind: 'feed' }),
  to('dms', 'Shift+P', { kind: 'dms' }),
  to('mentions', 'G M', { kind: 'mentions' }),
  to('starred', '*', { kind: 'starred' }),
  to('drafts', 'D', { kind: 'drafts' }),
  to('scheduled', 'G S', { kind: 'scheduled' }),
  to('later', 'G L', { kind: 'later' }),
  { id: 'folders', group: 'go', keys: ['G F'], scope: 'app', run: openFolders },
  { id: 'upOrDown', group: 'go', keys: ['S'], scope: 'app', can: inFeed, run: goUpOrDown },
  ...keyCommands('go'),
  { id: 'previousChannel', group: 'go', keys: ['Shift+A'], scope: 'app', run: () => goToChannel(-1) },
  { id: 'nextChannel', group: 'go', keys: ['Shift+D'], scope: 'app', run: () => goToChannel(1) },
  { id: 'back', group: 'go', keys: ['Alt+Left'], scope: 'given', run: () => history.back() },
  { id: 'goForward', group: 'go', keys: ['Alt+Right'], scope: 'given', run: () => history.forward() },
  {
    id: 'filterLeft',
    group: 'go',
    keys: ['Q'],
    scope: 'app',
    run: () => focusFilter('left-filter', useLayout.getState().isLeftOpen === true, toggleLeft),
  },
  {
    id: 'filterPeople',
    group: 'go',
    keys: ['W'],
    scope: 'app',
    run: () => focusFilter('people-filter', useLayout.getState().isRightOpen, toggleRight),
  },
  { id: 'toggleLeft', group: 'go', keys: ['L'], scope: 'app', run: toggleLeft },
  { id: 'toggleRight', group: 'go', keys: ['Shift+L'], scope: 'app', run: toggleRight },
  {
    id: 'settings',
    group: 'go',
    keys: ['Ctrl+,'],
    scope: 'always',
    run: () => navigate({ kind: 'settings', section: 'preferences' }),
  },
]
