import {
  Building2,
  CircleQuestionMark,
  CircleUser,
  LogOut,
  Settings,
  SmilePlus,
  Sparkles,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { NewsDot } from '../help/NewsDot.tsx'
import type { View } from '../navigation/narrow.ts'
import { addressOf } from '../navigation/router.ts'
import { Avatar } from '../people/Avatar.tsx'
import { StatusEmoji } from '../people/StatusEmoji.tsx'
import { logOut } from '../session/log-out.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { openStatus } from './dialogs.ts'
import styles from './YouSheet.module.css'

/** The account sheet on phones. */
export function YouSheet({ onClose }: { onClose: () => void }) {
  const text = useText()
  const me = useOrg((org) => org.user_id ?? 0)
  const name = useOrg((org) => org.full_name ?? '')
  const status = useOrg((org) => org.user_status?.[String(me)]?.status_text)
  const to = (view: View, icon: ReactNode, label: ReactNode) => (
    <a className={styles.item} href={addressOf(view)} onClick={onClose}>
      {icon}
      {label}
    </a>
  )
  const does = (act: () => void, icon: ReactNode, label: string) => (
    <button
      type="button"
      className={styles.item}
      onClick={() => {
        onClose()
        act()
      }}
    >
      {icon}
      {label}
    </button>
  )
  return (
    <Dialog title={text('common.you')} size="small" bare onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Avatar userId={me} size={64} presence />
          <div>
            <p className={styles.name} dir="auto">
              {name} <StatusEmoji userId={me} />
            </p>
            {status !== undefined && status !== '' && (
              <p className={styles.status} dir="auto">
                {status}
              </p>
            )}
          </div>
        </div>
        {does(openStatus, <SmilePlus size={18} aria-hidden="true" />, text('status.set'))}
        {to(
          { kind: 'person', userId: me },
          <CircleUser size={18} aria-hidden="true" />,
          text('menu.profile'),
        )}
        {to(
          { kind: 'settings', section: 'preferences' },
          <Settings size={18} aria-hidden="true" />,
          text('menu.settings'),
        )}
        {to(
          { kind: 'organization', section: 'profile' },
          <Building2 size={18} aria-hidden="true" />,
          text('menu.organization'),
        )}
        {to(
          { kind: 'organization', section: 'invitations' },
          <UserPlus size={18} aria-hidden="true" />,
          text('menu.invite'),
        )}
        {to({ kind: 'help' }, <CircleQuestionMark size={18} aria-hidden="true" />, text('view.help'))}
        {to(
          { kind: 'help', page: 'whats-new' },
          <Sparkles size={18} aria-hidden="true" />,
          <>
            {text('help.news')} <NewsDot />
          </>,
        )}
        {does(() => void logOut(), <LogOut size={18} aria-hidden="true" />, text('menu.logOut'))}
      </div>
    </Dialog>
  )
}
