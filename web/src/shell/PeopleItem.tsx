import { Users } from 'lucide-react'
import { MenuItem } from '../components/Menu.tsx'
import { useText } from '../texts/texts.tsx'
import { isNarrow, toggleRight } from './layout.ts'

/** Opens the people sidebar, for narrow headers without its button. */
export function PeopleItem() {
  const text = useText()
  if (!isNarrow()) return null
  return (
    <MenuItem icon={<Users size={16} />} onSelect={toggleRight}>
      {text('shell.people')}
    </MenuItem>
  )
}
