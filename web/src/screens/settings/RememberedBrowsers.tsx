import { Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import type { Factors } from '../../settings/factors.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { deviceOf } from './device-of.ts'

interface Props {
  browsers: Factors['remembered_browsers']
  onForget: (id: number) => void
}

/** Browsers that do not ask for a code. */
export function RememberedBrowsers({ browsers, onForget }: Props) {
  const text = useText()
  const locale = useLocale()
  if (browsers.length === 0) return null
  const day = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  return (
    <SettingGroup
      title={text('settings.rememberedBrowsers')}
      note={text('settings.rememberedBrowsers.effect')}
    >
      <ul className={lists.list}>
        {browsers.map((one) => {
          const { browser, system, isPhone } = deviceOf(one.user_agent)
          return (
            <li key={one.browser_id} className={lists.row}>
              {isPhone ? (
                <Smartphone size={20} aria-hidden="true" />
              ) : (
                <Monitor size={20} aria-hidden="true" />
              )}
              <span className={lists.main}>
                <span className={lists.name}>
                  {browser === undefined
                    ? one.user_agent
                    : text('settings.sessions.on', { browser, system: system ?? '' })}
                </span>
                {one.is_current && <span className={lists.chip}>{text('settings.sessions.this')}</span>}
                <div className={lists.soft}>
                  {text('settings.rememberedBrowsers.until', {
                    date: day(one.expires_at),
                    address: one.address,
                  })}
                </div>
              </span>
              <Button size="small" onClick={() => onForget(one.browser_id)}>
                {text('settings.rememberedBrowsers.forget')}
              </Button>
            </li>
          )
        })}
      </ul>
    </SettingGroup>
  )
}
