import { Paperclip } from 'lucide-react'
import { MenuItem } from '../components/Menu.tsx'
import type { View } from '../navigation/narrow.ts'
import { navigate } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'

/** Opens the files of a channel or conversation. */
export function FilesItem({ view }: { view: View & { kind: 'channel-files' | 'dm-files' } }) {
  const text = useText()
  return (
    <MenuItem icon={<Paperclip size={16} />} onSelect={() => navigate(view)}>
      {text('files.open')}
    </MenuItem>
  )
}
