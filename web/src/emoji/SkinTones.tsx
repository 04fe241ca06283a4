import { type KeyboardEvent, useRef } from 'react'
import { arrowOf } from '../lib/arrows.ts'
import { useText } from '../texts/texts.tsx'
import { Emoji } from './Emoji.tsx'
import styles from './SkinTones.module.css'
import { type SkinTone, skinTones, tonedCode, useSkinTone } from './skin-tones.ts'

const hand = '270b'
const Toned = ({ code = hand, tone }: { code?: string | undefined; tone: SkinTone }) => (
  <Emoji name="" code={tonedCode(code, tone)} type="unicode_emoji" size={20} />
)

/** Shows the chosen skin tone and opens the selection. */
export function SkinToneButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const text = useText()
  const label = text('emoji.skinTone')
  return (
    <button
      type="button"
      className={styles.tone}
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={onToggle}
    >
      <Toned tone={useSkinTone()} />
    </button>
  )
}

interface ChoiceProps {
  /** The emoji whose tones are shown; a hand if unset. */
  code?: string | undefined
  onChoose: (tone: SkinTone) => void
  onClose: () => void
}

/** One button for each skin tone. */
export function SkinToneChoice({ code, onChoose, onClose }: ChoiceProps) {
  const text = useText()
  const current = useSkinTone()
  // The end of the long press that opened the tones is a click on whichever is below the finger.
  const isPressed = useRef(false)
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[arrowOf(event.key)]
    if (step === undefined) return
    event.preventDefault()
    const hands = [...event.currentTarget.querySelectorAll('button')]
    const at = hands.indexOf(document.activeElement as HTMLButtonElement)
    hands.at((at + step) % hands.length)?.focus()
  }
  return (
    <div className={styles.choice} role="toolbar" aria-label={text('emoji.skinTone')} onKeyDown={keyDown}>
      {skinTones.map((tone, at) => {
        const label = text(`emoji.skinTone.${at}`)
        return (
          <button
            key={tone}
            type="button"
            className={styles.tone}
            // biome-ignore lint/a11y/noAutofocus: opened to choose
            autoFocus={tone === current}
            aria-label={label}
            aria-pressed={tone === current}
            title={label}
            onPointerDown={() => {
              isPressed.current = true
            }}
            onClick={({ detail }) => {
              // Keys click without a pointer.
              if (detail > 0 && !isPressed.current) return
              onChoose(tone)
              onClose()
            }}
          >
            <Toned code={code} tone={tone} />
          </button>
        )
      })}
    </div>
  )
}
