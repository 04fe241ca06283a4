import {
  BookOpen,
  Building2,
  ChevronDown,
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
import { useState } from 'react'
import { Menu, MenuItem, MenuLine } from '../components/Menu.tsx'
import { NewsDot } from '../help/NewsDot.tsx'
import { navigate } from '../navigation/router.ts'
import { logOut } from '../session/log-out.ts'
import { loginAddress, useIsMember } from '../session/member.ts'
import { useOrg, useSession } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { AddOrganization } from './AddOrganization.tsx'
import { openHelp, openStatus } from './dialogs.ts'
import styles from './OrganizationMenu.module.css'
import { OtherOrganizations } from './OtherOrganizations.tsx'

export function OrganizationMenu() {
  const text = useText()
  const name = useOrg((org) => org.realm_name ?? 'Loquat')
  const icon = useOrg((org) => (org.realm_icon_source === 'U' ? org.realm_icon_url : undefined))
  const isLive = useSession(({ connection }) => connection === 'live')
  const me = useOrg((org) => org.user_id ?? 0)
  const isMember = useIsMember()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Menu
        align="start"
        label={name}
        trigger={
          <button type="button" className={styles.button}>
            <img src={icon ?? '/assets/mark.svg'} alt="" width={24} height={24} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {!isLive && <span className={styles.away} title={text('shell.offlineShort')} />}
            {isMember && <NewsDot />}
            <ChevronDown size={15} aria-hidden="true" />
          </button>
        }
      >
        {isMember && (
          <>
            <MenuItem
              icon={<CircleUser size={16} />}
              onSelect={() => navigate({ kind: 'person', userId: me })}
            >
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
        <OtherOrganizations onAdd={() => setAdding(true)} />
        <MenuLine />
        <MenuItem
          icon={<CircleQuestionMark size={16} />}
          keys="G H"
          onSelect={() => navigate({ kind: 'help' })}
        >
          {text('view.help')}
        </MenuItem>
        <MenuItem
          icon={<Sparkles size={16} />}
          onSelect={() => navigate({ kind: 'help', page: 'whats-new' })}
        >
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
      </Menu>
      {isAdding && <AddOrganization onClose={() => setAdding(false)} />}
    </>
  )
}
