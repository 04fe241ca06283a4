import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { leaveDialog, navigate } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useIsInactive, usePerson } from '../../people/people.ts'
import { StatusEmoji } from '../../people/StatusEmoji.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { Choices } from '../forms/TabbedDialog.tsx'
import { AboutTab } from './AboutTab.tsx'
import { ChannelsTab } from './ChannelsTab.tsx'
import { GroupsTab } from './GroupsTab.tsx'
import { ManageTab } from './ManageTab.tsx'
import styles from './Profile.module.css'

const tabs = ['about', 'channels', 'groups', 'manage'] as const
type Tab = (typeof tabs)[number]

/** The profile of a user or bot. */
export function Profile({ userId }: { userId: number }) {
  const text = useText()
  const person = usePerson(userId)
  const isInactive = useIsInactive(userId)
  const me = useOrg((org) => org.user_id)
  const isAdmin = useOrg((org) => org.is_admin === true)
  const status = useOrg((org) => org.user_status?.[String(userId)]?.status_text)
  const [tab, setTab] = useState<Tab>('about')
  if (person === undefined) {
    return (
      <Dialog title={text('profile.unknown')} size="medium" onClose={leaveDialog}>
        <EmptyState text={text('profile.unknownWhy')} />
      </Dialog>
    )
  }
  const isSystem = person.is_system_bot === true
  const mayManage = !isSystem && (isAdmin || person.bot_owner_id === me)
  const offered = tabs.filter((one) => (one === 'manage' ? mayManage : one === 'about' || !isSystem))
  return (
    <Dialog title={person.full_name} isName size="large" onClose={leaveDialog}>
      <div className={styles.head}>
        <Avatar userId={userId} size={64} presence />
        <div className={styles.words}>
          <p className={styles.role}>
            {isInactive
              ? text('profile.deactivated')
              : person.is_bot
                ? text('profile.bot')
                : text(`profile.role.${person.role}`)}
            {userId === me && ` · ${text('common.you')}`}
          </p>
          {status !== undefined && status !== '' && (
            <p dir="auto">
              <StatusEmoji userId={userId} /> {status}
            </p>
          )}
        </div>
        {!isInactive && (
          <Button
            kind="primary"
            onClick={() => navigate({ kind: 'dm', userIds: userId === me ? [] : [userId] })}
          >
            {text('profile.message')}
          </Button>
        )}
        {userId === me && (
          <Button onClick={() => navigate({ kind: 'settings', section: 'profile' })}>
            {text('common.edit')}
          </Button>
        )}
      </div>
      <Choices
        label={person.full_name}
        options={offered.map((id) => ({ id, label: text(`profile.tab.${id}`) }))}
        current={tab}
        onChange={setTab}
      />
      <div className={styles.body}>
        {tab === 'about' && <AboutTab person={person} />}
        {tab === 'channels' && <ChannelsTab person={person} />}
        {tab === 'groups' && <GroupsTab person={person} />}
        {tab === 'manage' && mayManage && <ManageTab person={person} isInactive={isInactive} />}
      </div>
    </Dialog>
  )
}
