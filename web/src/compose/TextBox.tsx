import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { SuggestionList } from '../components/SuggestionList.tsx'
import { useSuggestionList } from '../components/use-suggestion-list.ts'
import { useText } from '../texts/texts.tsx'
import { formatByKey } from './format-keys.ts'
import { pasteInto } from './paste.ts'
import type { Recipient } from './recipient.ts'
import { type SendRule, sendsBy } from './send-key.ts'
import styles from './TextBox.module.css'
import { useGrowth } from './use-growth.ts'
import { useTextSuggestions } from './use-text-suggestions.tsx'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  /** Ranks suggestions: subscribers and recent senders first. */
  to: Recipient
  label: string
  placeholder?: string
  rule: SendRule
  onSend: () => void
  /** Escape, unless it closed the suggestions. */
  onEscape?: () => void
  /** ArrowUp in an empty text. Returns whether it did something. */
  onUp?: () => boolean
  onFiles?: (files: readonly File[]) => void
  describedBy?: string | undefined
  isReadOnly?: boolean
}

const isPlainUp = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  key === 'ArrowUp' && !shiftKey && !ctrlKey && !altKey && !metaKey

/** A growing text area with suggestions, formatting keys and paste handling. Used for composing and editing. */
export function TextBox(props: Props) {
  const {
    field,
    text,
    onText,
    to,
    label,
    placeholder,
    rule,
    onSend,
    onEscape,
    onUp,
    onFiles,
    describedBy,
    isReadOnly,
  } = props
  const say = useText()
  const [caret, setCaret] = useState<number>()
  const suggestions = useTextSuggestions({ field, text, caret, to })
  const list = useSuggestionList({
    items: suggestions.items,
    onPick: suggestions.pick,
    onClose: suggestions.close,
  })
  useGrowth(field, text)

  const updateCaret = () => {
    const area = field.current
    const isTyping =
      area !== null && document.activeElement === area && area.selectionStart === area.selectionEnd
    setCaret(isTyping ? area.selectionStart : undefined)
  }
  useEffect(() => {
    // Arrow keys and clicks move the caret without an input event.
    document.addEventListener('selectionchange', updateCaret)
    return () => document.removeEventListener('selectionchange', updateCaret)
  })

  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (sendsBy(event, 'always')) {
      event.preventDefault()
      onSend()
    } else if (list.onKeyDown(event)) {
      // The list used the key.
    } else if (sendsBy(event, rule)) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'Escape' && onEscape !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    } else if (isPlainUp(event) && text === '' && onUp?.() === true) {
      event.preventDefault()
    } else if (formatByKey(event, event.currentTarget)) {
      event.preventDefault()
    }
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files]
    if (pasteInto(event.nativeEvent, event.currentTarget)) event.preventDefault()
    else if (files.length > 0 && onFiles !== undefined) {
      event.preventDefault()
      onFiles(files)
    }
  }
  return (
    <div className={styles.box}>
      <textarea
        {...list.field}
        ref={field}
        className={styles.text}
        dir="auto"
        readOnly={isReadOnly}
        rows={1}
        value={text}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        onChange={(event) => {
          onText(event.target.value)
          updateCaret()
        }}
        onKeyDown={keyDown}
        onPaste={paste}
        onBlur={() => setCaret(undefined)}
        onFocus={updateCaret}
      />
      <SuggestionList {...list.list} side="top" label={say('compose.suggestionsLabel')} />
    </div>
  )
}
