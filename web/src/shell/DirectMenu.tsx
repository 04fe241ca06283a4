import { CheckCheck, Ellipsis, Link, UserRound } from 'lucide-react'
import { copyAddress, markConversationRead } from '../channels/topic-actions.ts'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { useNames } from '../lib/names.ts'
import { addressOf, navigate } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import { FilesItem } from './FilesItem.tsx'
import { PeopleItem } from './PeopleItem.tsx'
import { PinsItem } from './PinsItem.tsx'

/** The menu of a direct conversation. */
export function DirectMenu({ userIds }: { userIds: readonly number[] }) {
  const text = useText()
  const names = useNames(userIds)
  const label = userIds.length === 0 ? text('dm.notesToSelf') : text('dm.menu', { names })
  const place = { kind: 'dm', userIds } as const
  const [only, ...others] = userIds
  return (
    <Menu label={label} trigger={<IconButton label={label} icon={<Ellipsis size={18} />} />}>
      <MenuItem
        icon={<CheckCheck size={16} />}
        keys="Shift+E"
        onSelect={() => void markConversationRead({ kind: 'dm', userIds: [...userIds] })}
      >
        {text('reading.markRead')}
      </MenuItem>
      {only !== undefined && others.length === 0 && (
        <MenuItem icon={<UserRound size={16} />} onSelect={() => navigate({ kind: 'person', userId: only })}>
          {text('menu.profile')}
        </MenuItem>
      )}
      <MenuItem
        icon={<Link size={16} />}
        onSelect={() => void copyAddress(addressOf({ ...place, userIds: [...userIds] }))}
      >
        {text('common.copyLink')}
      </MenuItem>
      <PinsItem place={{ kind: 'dm', userIds }} />
      <FilesItem view={{ kind: 'dm-files', userIds }} />
      <PeopleItem />
    </Menu>
  )
}
