import { useState } from 'react'
import { ArchivedMark } from '../../components/ArchivedMark.tsx'
import { Button } from '../../components/Button.tsx'
import { ChannelGlyph } from '../../components/ChannelGlyph.tsx'
import { memoised } from '../../lib/memoised.ts'
import { addressOf } from '../../navigation/router.ts'
import { isPushPossible } from '../../notifications/push-possible.ts'
import { show } from '../../notifications/system-notifications.ts'
import { useOrg } from '../../session/session.ts'
import { changeSetting } from '../../settings/settings-actions.ts'
import { sayProblem } from '../../shell/error-toasts.ts'
import { say } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { DndGroup } from './DndGroup.tsx'
import { OwnRows } from './OwnRows.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import styles from './Settings.module.css'
import { matrix, matrixColumns, type SettingId } from './settings-table.ts'

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
        groups={['mentions', 'desktop', ...(hasPush ? ['push'] : []), 'mail']}
      />
      <ChannelOverrides />
    </>
  )
}

/** Whether server and browser support push notifications. */
const useHasPush = () => useOrg((org) => org.server_web_push_public_key !== undefined) && isPushPossible()

function NotificationMatrix({ columns }: { columns: readonly (typeof matrixColumns)[number][] }) {
  const text = useText()
  return (
    <SettingGroup title={text('settings.group.matrix')}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`settings.matrix.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(matrix) as (keyof typeof matrix)[]).map((row) => (
            <tr key={row}>
              <th scope="row">{text(`settings.matrix.${row}`)}</th>
              {columns.map((column) => (
                <td key={column}>
                  <MatrixCell id={matrix[row][column]} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{text('settings.matrix.alertWords')}</th>
            <td colSpan={columns.length} className={styles.same}>
              {text('settings.matrix.asDirect')}
            </td>
          </tr>
        </tbody>
      </table>
    </SettingGroup>
  )
}

function MatrixCell({ id }: { id: SettingId }) {
  const text = useText()
  const value = useOrg((org) => org.user_settings?.[id] === true)
  const change = async (next: boolean) => {
    if (sayProblem(await changeSetting(id, next))) say('common.saved')
  }
  return (
    <label>
      <span className="hidden-visually">{text(`settings.${id}`)}</span>
      <input type="checkbox" checked={value} onChange={({ target }) => void change(target.checked)} />
    </label>
  )
}

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

const channelsWithOverrides = memoised(
  (org) => [org.subscriptions],
  ({ subscriptions = [] }) =>
    subscriptions.filter(
      (one) =>
        one.desktop_notifications !== null ||
        one.audible_notifications !== null ||
        one.push_notifications !== null ||
        one.email_notifications !== null ||
        one.wildcard_mentions_notify !== null,
    ),
)

/** Channels that override these settings. */
function ChannelOverrides() {
  const text = useText()
  const channels = useOrg(channelsWithOverrides)
  return (
    <SettingGroup title={text('settings.exceptions')} note={text('settings.exceptions.effect')}>
      <ul className={lists.list}>
        {channels.map((channel) => (
          <li key={channel.stream_id} className={lists.row}>
            <ChannelGlyph channelId={channel.stream_id} />
            <span className={lists.main}>
              <a
                href={addressOf({
                  kind: 'channel-settings',
                  channelId: channel.stream_id,
                  tab: 'notifications',
                })}
              >
                {channel.name} <ArchivedMark channelId={channel.stream_id} />
              </a>
            </span>
          </li>
        ))}
      </ul>
      {channels.length === 0 && <p className={lists.nothing}>{text('settings.exceptions.none')}</p>}
    </SettingGroup>
  )
}
