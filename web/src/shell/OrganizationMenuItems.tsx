import {
  BookOpen,
  Building2,
  CircleQuestionMark,
  CircleUser,
  Keyboard,
  LogIn,
  LogOut,
  Settings,
  SmilePlus,
  Sparkles,
  UserPlus,
} from 'lucide-react'
import { MenuItem, MenuLine } from '../components/Menu.tsx'
import { NewsDot } from '../help/NewsDot.tsx'
import { navigate } from '../navigation/router.ts'
import { logOut } from '../session/log-out.ts'
import { loginAddress, useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { openHelp, openStatus } from './dialogs.ts'
import { OtherOrganizations } from './OtherOrganizations.tsx'

export function OrganizationMenuItems({ onAdd }: { onAdd: () => void }) {
  const text = useText()
  const me = useOrg((org) => org.user_id ?? 0)
  const isMember = useIsMember()
  return (
    <>
      {isMember && (
        <>
          <MenuItem icon={<CircleUser size={16} />} onSelect={() => navigate({ kind: 'person', userId: me })}>
            {text('menu.profile')}
          </MenuItem>
          <MenuItem icon={<SmilePlus size={16} />} onSelect={openStatus}>
            {text('status.set')}
          </MenuItem>
          <MenuItem
            icon={<Settings size={16} />}
            keys="Ctrl+,"
            onSelect={() => navigate({ kind: 'settings', section: 'preferences' })}
          >
            {text('menu.settings')}
          </MenuItem>
          <MenuItem
            icon={<Building2 size={16} />}
            onSelect={() => navigate({ kind: 'organization', section: 'profile' })}
          >
            {text('menu.organization')}
          </MenuItem>
          <MenuItem
            icon={<UserPlus size={16} />}
            onSelect={() => navigate({ kind: 'organization', section: 'invitations' })}
          >
            {text('menu.invite')}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <OtherOrganizations onAdd={onAdd} />
      <MenuLine />
      <MenuItem
        icon={<CircleQuestionMark size={16} />}
        keys="G H"
        onSelect={() => navigate({ kind: 'help' })}
      >
        {text('view.help')}
      </MenuItem>
      <MenuItem icon={<Sparkles size={16} />} onSelect={() => navigate({ kind: 'help', page: 'whats-new' })}>
        {text('help.news')} {isMember && <NewsDot />}
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} />} keys="?" onSelect={openHelp}>
        {text('menu.keyboard')}
      </MenuItem>
      <MenuItem icon={<BookOpen size={16} />} onSelect={() => window.open('/api/docs', '_blank')}>
        {text('menu.api')}
      </MenuItem>
      <MenuLine />
      {isMember ? (
        <MenuItem icon={<LogOut size={16} />} onSelect={() => void logOut()}>
          {text('menu.logOut')}
        </MenuItem>
      ) : (
        <MenuItem icon={<LogIn size={16} />} onSelect={() => location.assign(loginAddress())}>
          {text('session.logIn')}
        </MenuItem>
      )}
    </>
  )
}
