import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { addressOf } from '../../navigation/router.ts'
import { isPushPossible } from '../../notifications/push-possible.ts'
import { show } from '../../notifications/system-notifications.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { ChannelOverrides } from './ChannelOverrides.tsx'
import { DndGroup } from './DndGroup.tsx'
import { NotificationMatrix } from './NotificationMatrix.tsx'
import { OwnRows } from './OwnRows.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { matrixColumns } from './settings-table.ts'

export function NotificationsSection() {
  const hasPush = useHasPush()
  return (
    <>
      <BrowserPermission />
      {hasPush && <PushSwitch />}
      <DndGroup />
      <NotificationMatrix columns={matrixColumns.filter((column) => column !== 'push' || hasPush)} />
      <OwnRows
        section="notifications"
        groups={['mentions', 'desktop', ...(hasPush ? ['push'] : []), 'email']}
      />
      <ChannelOverrides />
    </>
  )
}

/** Whether server and browser support push notifications. */
const useHasPush = () => useOrg((org) => org.server_web_push_public_key !== undefined) && isPushPossible()

/** The notification permission of this browser, and how to change it. */
function BrowserPermission() {
  const text = useText()
  const isKnown = typeof Notification !== 'undefined'
  const [permission, setPermission] = useState(isKnown ? Notification.permission : 'unsupported')
  const ask = async () => setPermission(await Notification.requestPermission())
  const test = () =>
    show({
      title: text('settings.testTitle'),
      body: text('settings.testBody'),
      tag: 'test',
      address: addressOf({ kind: 'settings', section: 'notifications' }),
      messages: [],
    })
  return (
    <SettingGroup title={text('settings.permission')} note={text(`settings.permission.${permission}`)}>
      <div className={lists.buttons}>
        {permission === 'default' && (
          <Button kind="primary" onClick={() => void ask()}>
            {text('settings.permission.ask')}
          </Button>
        )}
        {permission === 'granted' && <Button onClick={() => void test()}>{text('settings.test')}</Button>}
      </div>
    </SettingGroup>
  )
}
