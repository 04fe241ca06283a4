import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { logOut } from '../../session/log-out.ts'
import { endLogin, endOtherLogins, useLogins } from '../../settings/logins.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { deviceOf } from './device-of.ts'

/** The reader's sessions. */
export function SessionsSection() {
  const text = useText()
  const locale = useLocale()
  const sessions = useLogins()
  const time = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <SettingGroup note={text('settings.sessions.effect')}>
      <Loaded resource={sessions}>
        {(all) => (
          <>
            <ul className={lists.list}>
              {all.map((session) => {
                const { browser, system, isPhone } = deviceOf(session.user_agent)
                return (
                  <li key={session.id} className={lists.row}>
                    {isPhone ? (
                      <Smartphone size={20} aria-hidden="true" />
                    ) : (
                      <Monitor size={20} aria-hidden="true" />
                    )}
                    <span className={lists.main}>
                      <span className={lists.name}>
                        {browser === undefined
                          ? session.user_agent
                          : text('settings.sessions.on', { browser, system: system ?? '' })}
                      </span>
                      {session.is_current && (
                        <span className={lists.chip}>{text('settings.sessions.this')}</span>
                      )}
                      <div className={lists.soft}>
                        {text('settings.sessions.used', {
                          time: time(session.last_used_at),
                          address: session.address,
                        })}
                      </div>
                    </span>
                    {!session.is_current && (
                      <Button size="small" onClick={async () => showProblemToast(await endLogin(session.id))}>
                        {text('settings.sessions.end')}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
            <div className={lists.buttons}>
              {all.length > 1 && (
                <Button kind="danger" onClick={async () => showProblemToast(await endOtherLogins())}>
                  {text('settings.sessions.endOthers')}
                </Button>
              )}
              <Button onClick={() => void logOut()}>{text('settings.sessions.logOut')}</Button>
            </div>
          </>
        )}
      </Loaded>
    </SettingGroup>
  )
}
