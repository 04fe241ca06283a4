import type { View } from '../navigation/narrow.ts'
import { useIcon } from './use-icon.ts'
import { useTitle } from './use-title.ts'

/** What the tab of the browser shows. By itself: it changes with every message, and nothing else needs to because of that. */
export function BrowserTab({ view }: { view: View }) {
  useTitle(view)
  useIcon()
  return null
}
