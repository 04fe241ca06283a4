import { Play } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import { characters } from '../../emoji/emoji-characters.ts'
import { skinTones, tonedCode } from '../../emoji/skin-tones.ts'
import { parseLanguage } from '../../lib/parse.ts'
import { chime } from '../../notifications/chime.ts'
import type { Problem } from '../../session/attempt.ts'
import { useOrg } from '../../session/session.ts'
import { offeredLanguages, useLocale, useText } from '../../texts/texts.tsx'
import { AccentField } from '../forms/AccentField.tsx'
import { AutoChoice, AutoSwitch } from '../forms/AutoField.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import type { SettingRow } from './settings-table.ts'

interface Props {
  row: SettingRow
  value: unknown
  denied?: string | undefined
  save: (value: unknown) => Promise<Problem | undefined>
}

/** Sounds are named as in the protocol: `beep_boop`. */
const soundLabel = (sound: string) => {
  const words = sound.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The control of one row of the table. */
export function SettingControl({ row, value, denied, save }: Props) {
  const text = useText()
  const locale = useLocale()
  const sounds = useOrg((org) => org.user_settings?.available_notification_sounds)
  const common = {
    label: text(`settings.${row.id}`),
    effect: text(`settings.${row.id}.effect`),
    denied,
    save,
  }
  switch (row.kind) {
    case 'switch':
      return <AutoSwitch {...common} value={value === true} />
    case 'number':
      return (
        <AutoText
          {...common}
          type="number"
          isNarrow
          least={row.least}
          most={row.most}
          value={String(value ?? '')}
          save={(typed) => save(clamp(Number(typed), row))}
        />
      )
    case 'language':
      return <AutoChoice {...common} value={String(value)} options={languageOptions(String(value), locale)} />
    case 'sound':
      return (
        <AutoChoice
          {...common}
          value={String(value)}
          options={['none', ...(sounds ?? [])].map((sound) => ({
            value: sound,
            label: sound === 'none' ? text('settings.noSound') : soundLabel(sound),
          }))}
          extra={
            <IconButton
              label={text('settings.play')}
              icon={<Play size={16} />}
              denied={value === 'none' ? text('settings.noSound') : undefined}
              onClick={() => chime(String(value))}
            />
          }
        />
      )
    case 'accent':
      return (
        <AccentField {...common} value={String(value ?? '')} noneLabel={text('settings.accent_color.none')} />
      )
    case 'tone':
      return (
        <AutoChoice
          {...common}
          value={String(value ?? '')}
          options={skinTones.map((tone, at) => ({
            value: tone as string,
            label: `${characters(tonedCode('270b', tone))} ${text(`emoji.skinTone.${at}`)}`,
          }))}
        />
      )
    case 'choice':
      return (
        <AutoChoice<string | number>
          {...common}
          value={shownChoice(row, value as string | number)}
          options={(row.choices ?? []).map((choice) => ({
            value: choice,
            label: text(`settings.${row.id}.${choice}`),
          }))}
        />
      )
  }
}

/** Other clients have more emoji styles, which this app renders alike. */
const shownChoice = ({ id }: SettingRow, value: string | number) =>
  id === 'emojiset' && value !== 'text' ? 'set_modern' : value

const clamp = (wanted: number, { least = 0, most = wanted }: SettingRow): number =>
  Math.round(Math.min(Math.max(wanted, least), most))

/** The languages of the app, and the current one if another client set it. */
export const languageOptions = (chosen: string, locale: string) =>
  [...new Set([...offeredLanguages, chosen])].map((code) => ({
    value: code,
    label: languageName(code, locale),
  }))

/** The name of a language in that language and in the reader's. */
function languageName(code: string, locale: string): string {
  const tag = parseLanguage(code)
  if (tag === undefined) return code
  const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? code
  const read = new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? code
  return own === read ? own : `${own} (${read})`
}
