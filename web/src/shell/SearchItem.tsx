import { Search } from 'lucide-react'
import { MenuItem } from '../components/Menu.tsx'
import { isNarrow } from '../state/layout.ts'
import { navigate } from '../state/router.ts'
import { useText } from '../texts/texts.tsx'

/** In the menu of a conversation, where the header has no room for its button. */
export function SearchItem() {
  const text = useText()
  if (!isNarrow()) return null
  return (
    <MenuItem icon={<Search size={16} />} onSelect={() => navigate({ kind: 'search', q: '' })}>
      {text('common.search')}
    </MenuItem>
  )
}
