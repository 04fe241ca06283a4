import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import type { Problem } from '../../session/attempt.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './ImageField.module.css'
import { SettingLine } from './Setting.tsx'
import { useSaving } from './saving.ts'

interface Props {
  label: string
  effect: string
  /** The current image. */
  preview: ReactNode
  denied?: string | undefined
  upload: (file: File) => Promise<Problem | undefined>
  /** Omitted if there is nothing to remove. */
  remove?: (() => Promise<Problem | undefined>) | undefined
}

const acceptedTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/tiff,image/heic'

/** An image that is uploaded when chosen. */
export function ImageField({ label, effect, preview, denied, upload, remove }: Props) {
  const id = useId()
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const { phase, problem, run } = useSaving((file: File | undefined) =>
    file === undefined ? (remove?.() ?? Promise.resolve(undefined)) : upload(file),
  )
  return (
    <SettingLine id={id} label={label} effect={effect} denied={denied} problem={problem} phase={phase}>
      <div className={styles.image}>
        {preview}
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedTypes}
          className="hidden-visually"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file !== undefined) void run(file)
          }}
        />
        <Button size="small" denied={denied} busy={phase === 'saving'} onClick={() => input.current?.click()}>
          {text('forms.upload')}
        </Button>
        {remove !== undefined && (
          <Button size="small" kind="quiet" denied={denied} onClick={() => void run(undefined)}>
            {text('common.remove')}
          </Button>
        )}
      </div>
    </SettingLine>
  )
}
