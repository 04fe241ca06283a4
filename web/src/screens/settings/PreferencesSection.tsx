import { setSingleKeys, useSingleKeys } from '../../keyboard/single-keys.ts'
import { setSwipe, useSwipe } from '../../lib/swipe.ts'
import { setAnnouncing, useAnnouncing } from '../../notifications/announcements.ts'
import { useOrg } from '../../session/session.ts'
import { changeSettings } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoSwitch } from '../forms/AutoField.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { OwnRows } from './OwnRows.tsx'
import styles from './Settings.module.css'

/** Presets of text size, line height and spacing. */
const densities = {
  compact: { web_font_size_px: 14, web_line_height_percent: 122, web_spacing: 'dense' },
  comfortable: { web_font_size_px: 16, web_line_height_percent: 140, web_spacing: 'regular' },
  large: { web_font_size_px: 18, web_line_height_percent: 150, web_spacing: 'roomy' },
} as const
type Density = keyof typeof densities

export function PreferencesSection() {
  return (
    <>
      <DensityChoice />
      <OwnRows section="preferences" />
      <Gestures />
      <DeviceSwitches />
    </>
  )
}

function Gestures() {
  const text = useText()
  const isOn = useSwipe((state) => state.isOn)
  return (
    <SettingGroup title={text('touch.gestures')}>
      <AutoSwitch
        label={text('touch.swipe')}
        effect={text('touch.swipeHint')}
        value={isOn}
        save={(isOn) => {
          setSwipe(isOn)
          return Promise.resolve(undefined)
        }}
      />
    </SettingGroup>
  )
}

function DensityChoice() {
  const text = useText()
  const size = useOrg((org) => org.user_settings?.web_font_size_px)
  const height = useOrg((org) => org.user_settings?.web_line_height_percent)
  const spacing = useOrg((org) => org.user_settings?.web_spacing)
  const { run } = useSaving((density: Density) => changeSettings(densities[density]))
  return (
    <SettingGroup title={text('settings.density')}>
      <div className={styles.cards} role="radiogroup" aria-label={text('settings.density')}>
        {(Object.keys(densities) as Density[]).map((density) => {
          const {
            web_font_size_px: ownSize,
            web_line_height_percent: ownHeight,
            web_spacing: ownSpacing,
          } = densities[density]
          return (
            // biome-ignore lint/a11y/useSemanticElements: it is drawn as a card
            <button
              key={density}
              type="button"
              role="radio"
              aria-checked={size === ownSize && height === ownHeight && spacing === ownSpacing}
              className={styles.card}
              onClick={() => void run(density)}
            >
              <span style={{ fontSize: ownSize, lineHeight: ownHeight / 100 }}>
                {text('settings.density.sample')}
              </span>
              <strong>{text(`settings.density.${density}`)}</strong>
            </button>
          )
        })}
      </div>
    </SettingGroup>
  )
}

/** Settings of this device. */
function DeviceSwitches() {
  const text = useText()
  const isAnnouncing = useAnnouncing((state) => state.isOn)
  const hasKeys = useSingleKeys((state) => state.isOn)
  return (
    <SettingGroup title={text('settings.group.device')}>
      <AutoSwitch
        label={text('settings.announce')}
        effect={text('settings.announce.effect')}
        value={isAnnouncing}
        save={async (isOn) => void setAnnouncing(isOn)}
      />
      <AutoSwitch
        label={text('settings.singleKeys')}
        effect={text('settings.singleKeys.effect')}
        value={hasKeys}
        save={async (isOn) => void setSingleKeys(isOn)}
      />
    </SettingGroup>
  )
}
