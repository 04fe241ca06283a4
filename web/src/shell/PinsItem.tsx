import { Pin } from 'lucide-react'
import { MenuItem } from '../components/Menu.tsx'
import type { PinPlace } from '../pins/pin-state.ts'
import { useText } from '../texts/texts.tsx'
import { openPins } from './dialogs.ts'

/** Opens the pinned messages and bookmarks of a conversation or channel. */
export function PinsItem({ place }: { place: PinPlace }) {
  const text = useText()
  return (
    <MenuItem icon={<Pin size={16} />} keys="Shift+B" onSelect={() => openPins(place)}>
      {text(place.kind === 'dm' ? 'pins.openDirect' : 'pins.open')}
    </MenuItem>
  )
}
