import { AppWindow, Video } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { useOrg } from '../../../session/session.ts'
import {
  type ConnectedAppObject,
  disconnectApp,
  disconnectZoom,
  useConnectedApps,
} from '../../../settings/apps.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { SectionNote } from '../../forms/Setting.tsx'

/** The apps that the reader allowed to use their account. */
export function ConnectedAppsSection() {
  const text = useText()
  const connected = useConnectedApps()
  const hasZoom = useOrg((org) => org.has_zoom_token === true)
  const [leaving, setLeaving] = useState<ConnectedAppObject>()
  return (
    <>
      <SectionNote>{text('apps.connected.about')}</SectionNote>
      <Loaded resource={connected}>
        {({ apps }) =>
          apps.length === 0 && !hasZoom ? (
            <p>{text('apps.connected.none')}</p>
          ) : (
            <ul className={lists.list}>
              {apps.map((app) => (
                <ConnectedApp key={app.app_id} app={app} onDisconnect={() => setLeaving(app)} />
              ))}
              {hasZoom && <ConnectedZoom />}
            </ul>
          )
        }
      </Loaded>
      {leaving !== undefined && (
        <Confirm
          title={text('apps.disconnect')}
          body={text('apps.disconnect.body', { name: leaving.name })}
          action={text('apps.disconnect')}
          onConfirm={async () => showProblemToast(await disconnectApp(leaving.app_id))}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

/** The account of Zoom that the reader connected for links to calls. */
function ConnectedZoom() {
  const text = useText()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <li className={lists.row}>
      <Video size={20} aria-hidden="true" />
      <span className={lists.main}>
        <span className={lists.name}>Zoom</span>
        <div className={lists.soft}>{text('apps.zoom.about')}</div>
      </span>
      <Button size="small" onClick={() => setLeaving(true)}>
        {text('apps.disconnect')}
      </Button>
      {isLeaving && (
        <Confirm
          title={text('apps.disconnect')}
          body={text('apps.zoom.disconnect')}
          action={text('apps.disconnect')}
          onConfirm={async () => showProblemToast(await disconnectZoom())}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  )
}

function ConnectedApp({ app, onDisconnect }: { app: ConnectedAppObject; onDisconnect: () => void }) {
  const text = useText()
  const locale = useLocale()
  const channels = useOrg((org) => org.streams)
  const day = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  const names = app.channel_ids?.map(
    (id) => `#${channels?.find((channel) => channel.stream_id === id)?.name ?? id}`,
  )
  const used =
    app.last_used_at === null
      ? text('settings.tokens.unused')
      : text('settings.tokens.used', { date: day(app.last_used_at) })
  return (
    <li className={lists.row}>
      <AppWindow size={20} aria-hidden="true" />
      <span className={lists.main}>
        <span className={lists.name} dir="auto">
          {app.name}
        </span>
        {app.registered_itself && <span className={lists.chip}>{text('apps.unverified')}</span>}
        {app.description !== '' && (
          <div className={lists.soft} dir="auto">
            {app.description}
          </div>
        )}
        <div className={lists.soft}>{[...app.scopes, ...(names ?? [])].join(', ')}</div>
        <div className={lists.soft}>
          {text('apps.connected.since', { date: day(app.connected_at) })} · {used}
        </div>
      </span>
      <Button size="small" onClick={onDisconnect}>
        {text('apps.disconnect')}
      </Button>
    </li>
  )
}
