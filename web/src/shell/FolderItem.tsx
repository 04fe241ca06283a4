import { FolderInput } from 'lucide-react'
import { MenuItem } from '../components/Menu.tsx'
import { foldersOf } from '../folders/folders.ts'
import { useDenial, useIsAllowed } from '../permissions/use-denial.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { openFolderOf } from './dialogs.ts'

/** Opens the folders to move a channel to, if there are any or the reader can create one. */
export function FolderItem({ channelId }: { channelId: number }) {
  const text = useText()
  const denied = useDenial({ kind: 'administer-channel', channelId })
  const isManager = useIsAllowed({ kind: 'manage-folders' })
  const hasFolders = useOrg((org) => foldersOf(org).length > 0)
  if (!hasFolders && !isManager) return null
  return (
    <MenuItem icon={<FolderInput size={16} />} denied={denied} onSelect={() => openFolderOf(channelId)}>
      {text('folders.move')}
    </MenuItem>
  )
}
