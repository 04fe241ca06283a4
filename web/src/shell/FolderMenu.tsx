import { Archive, ArrowDown, ArrowUp, Bell, BellOff, Ellipsis, Folders } from 'lucide-react'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../components/Menu.tsx'
import { archiveFolder, moveFolder, setFolderMuted } from '../folders/folder-actions.ts'
import { channelsIn, foldersOf, isFolderMuted } from '../folders/folders.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { openFolders } from './dialogs.ts'

export function FolderMenu({ folderId, name }: { folderId: number; name: string }) {
  const text = useText()
  const channels = useOrg((org) => channelsIn(org, folderId))
  const folders = useOrg(foldersOf)
  const isManager = useIsAllowed({ kind: 'manage-folders' })
  const isMuted = isFolderMuted(channels)
  const at = folders.findIndex(({ id }) => id === folderId)
  return (
    <Menu
      label={text('folders.menu', { folder: name })}
      trigger={
        <IconButton
          size="small"
          tabIndex={-1}
          label={text('folders.menu', { folder: name })}
          icon={<Ellipsis size={16} />}
        />
      }
    >
      <MenuItem
        icon={isMuted ? <Bell size={16} /> : <BellOff size={16} />}
        denied={channels.length === 0 ? text('folders.noChannels') : undefined}
        onSelect={() => void setFolderMuted(folderId, !isMuted)}
      >
        {text(isMuted ? 'folders.unmute' : 'folders.mute')}
      </MenuItem>
      <MenuItem
        icon={<ArrowUp size={16} />}
        keys="Alt+Up"
        denied={at === 0 ? text('folders.isFirst') : undefined}
        onSelect={() => moveFolder(folderId, -1)}
      >
        {text('folders.up')}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={16} />}
        keys="Alt+Down"
        denied={at === folders.length - 1 ? text('folders.isLast') : undefined}
        onSelect={() => moveFolder(folderId, 1)}
      >
        {text('folders.down')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Folders size={16} />} keys="G F" onSelect={openFolders}>
        {text('folders.manage')}
      </MenuItem>
      {isManager && (
        <MenuItem icon={<Archive size={16} />} onSelect={() => void archiveFolder(folderId)}>
          {text('folders.archive')}
        </MenuItem>
      )}
    </Menu>
  )
}
