import type { View } from '../navigation/narrow.ts'
import { useIcon } from './use-icon.ts'
import { useTitle } from './use-title.ts'

/** Title and icon of the browser tab. Separate, because they change with every message. */
export function BrowserTab({ view }: { view: View }) {
  useTitle(view)
  useIcon()
  return null
}
