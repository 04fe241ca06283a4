import { Emoji } from '../../emoji/Emoji.tsx'
import type { EmojiChoice } from '../../emoji/emoji.ts'
import { emojiOfPreset, statusPresets } from '../../people/status-presets.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './StatusDialog.module.css'

export function StatusPresets({ onPick }: { onPick: (label: string, emoji: EmojiChoice) => void }) {
  const text = useText()
  return (
    <ul className={styles.presets} aria-label={text('status.presets')}>
      {statusPresets.map((preset) => {
        const label = text(`status.preset.${preset.id}`)
        return (
          <li key={preset.id}>
            <button type="button" onClick={() => onPick(label, emojiOfPreset(preset))}>
              <span aria-hidden="true">
                <Emoji name="" code={preset.code} type="unicode_emoji" />
              </span>
              {label}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
