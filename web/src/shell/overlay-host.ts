import type { OverlayHost } from '../components/overlay-context.ts'
import { focusFeed } from '../keyboard/target.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { leaveDialog } from '../navigation/router.ts'

export const overlayHost: OverlayHost = {
  // Dialogs with an address have their own entry in the history.
  useBackCloses: (close, isOpen) => useBackCloses(close, isOpen && close !== leaveDialog),
  focusMain: focusFeed,
}
