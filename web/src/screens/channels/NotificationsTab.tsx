import type { SubscriptionObject } from '@loquat/contract'
import { useSubscription } from '../../channels/channels.ts'
import { changeSubscription, type SubscriptionProperty } from '../../channels/manage-channels.ts'
import { hueOf } from '../../lib/color.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoChoice, AutoSwitch } from '../forms/AutoField.tsx'
import { SavedMark, SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Channels.module.css'
import { palette } from './palette.ts'

/** Each with the personal setting that it overrides. */
const overrides = [
  ['desktop_notifications', 'enable_stream_desktop_notifications'],
  ['audible_notifications', 'enable_stream_audible_notifications'],
  ['push_notifications', 'enable_stream_push_notifications'],
  ['email_notifications', 'enable_stream_email_notifications'],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify'],
] as const

/** Personal settings of a subscription. */
export function NotificationsTab({ channelId }: { channelId: number }) {
  const subscription = useSubscription(channelId)
  return subscription === undefined ? null : <SubscriptionSettings subscription={subscription} />
}

function SubscriptionSettings({ subscription }: { subscription: SubscriptionObject }) {
  const text = useText()
  const settings = useOrg((org) => org.user_settings)
  const id = subscription.stream_id
  const save = (property: SubscriptionProperty) => (value: boolean | string) =>
    changeSubscription(id, property, value)
  const state = (isOn: boolean) => text(isOn ? 'channels.on' : 'channels.off')
  return (
    <>
      <SettingGroup title={text('channels.personal')}>
        <AutoSwitch
          label={text('channels.muted')}
          effect={text('channels.muted.effect')}
          value={subscription.is_muted}
          save={save('is_muted')}
        />
        <AutoSwitch
          label={text('channels.pinned')}
          effect={text('channels.pinned.effect')}
          value={subscription.pin_to_top}
          save={save('pin_to_top')}
        />
        <ColorSetting value={subscription.color} save={save('color')} />
      </SettingGroup>
      <SettingGroup title={text('channels.settings.notifications')} note={text('channels.inheritNote')}>
        {overrides.map(([property, fallback]) => {
          const value = subscription[property]
          const inherited = text('channels.inherit', { state: state(settings?.[fallback] === true) })
          return (
            <AutoChoice
              key={property}
              label={text(`channels.${property}`)}
              value={value === null ? 'inherit' : String(value)}
              // The protocol cannot reset to inheriting.
              options={[
                ...(value === null ? [{ value: 'inherit', label: inherited }] : []),
                { value: 'true', label: state(true) },
                { value: 'false', label: state(false) },
              ]}
              save={(chosen) =>
                chosen === 'inherit' ? Promise.resolve(undefined) : save(property)(chosen === 'true')
              }
            />
          )
        })}
      </SettingGroup>
    </>
  )
}

function ColorSetting({
  value,
  save,
}: {
  value: string
  save: (color: string) => ReturnType<typeof changeSubscription>
}) {
  const text = useText()
  const { phase, run } = useSaving(save)
  const hue = hueOf(value)
  const nearest = palette.toSorted((a, b) => hueDistance(hueOf(a), hue) - hueDistance(hueOf(b), hue))[0]
  return (
    <div className={styles.color}>
      <p>
        {text('channels.color')}
        <SavedMark phase={phase} />
      </p>
      <div className={styles.colors} role="radiogroup" aria-label={text('channels.color')}>
        {palette.map((color, index) => (
          // biome-ignore lint/a11y/useSemanticElements: it is drawn as a disc
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={color === nearest}
            aria-label={text('channels.colorNumber', { number: index + 1 })}
            style={{ '--hue': hueOf(color) } as React.CSSProperties}
            onClick={() => void run(color)}
          />
        ))}
      </div>
    </div>
  )
}

const hueDistance = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))
