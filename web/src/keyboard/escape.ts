import { closeCompose, isComposeShown } from '../compose/compose.ts'
import { select, useSelection } from '../feed/selection.ts'
import { stopEditing, useEditing } from '../messages/editing.ts'
import { leaveSearch, navigate } from '../navigation/router.ts'
import { org } from '../session/session.ts'
import { closeDrawer, useLayout } from '../shell/layout.ts'
import { feedElement, shownView } from './target.ts'

/**
 * Closes the topmost panel. Suggestions, menus and dialogs handle the key before. Never
 * discards text.
 */
export function closeTopmost(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.matches('input, select, textarea')) {
    activeElement.blur()
    feedElement()?.focus({ preventScroll: true })
  } else if (useLayout.getState().isLeftOpen === 'drawer') closeDrawer()
  else if (useEditing.getState().messageId !== undefined) stopEditing()
  else if (useSelection.getState().selected !== undefined) select(undefined)
  else if (shownView().kind === 'search') leaveSearch()
  else if (isComposeShown()) closeCompose()
  else if (org().user_settings?.web_escape_navigates_to_home_view !== false) navigate({ kind: 'home' })
}
