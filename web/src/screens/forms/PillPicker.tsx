import { X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { SuggestionList } from '../../components/SuggestionList.tsx'
import { type SuggestionItem, useSuggestionList } from '../../components/use-suggestion-list.ts'
import { foldText } from '../../lib/fold-text.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './PillPicker.module.css'

export interface Option {
  key: string
  label: string
  icon?: ReactNode
  detail?: string
}

interface Props {
  id?: string
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  denied?: string | undefined
  placeholder?: string
  /** Turns typed or pasted text into pills that are not options. Returns the rest for the field. */
  onText?: (typed: string, isFinal: boolean) => string
}

const maxSuggestions = 8

/** A multi-select with search: chosen options are pills in the field. */
export function PillPicker({ id, label, options, chosen, onChange, denied, placeholder, onText }: Props) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const byKey = useMemo(() => new Map(options.map((option) => [option.key, option])), [options])
  const items = useMemo((): (Option & SuggestionItem)[] => {
    if (!isOpen) return []
    const wanted = foldText(typed.trim())
    const taken = new Set(chosen)
    const found: Option[] = []
    for (const option of options) {
      if (taken.has(option.key)) continue
      const name = foldText(option.label)
      if (
        name.startsWith(wanted) ||
        name.split(/[\s\-_.]+/).some((word) => word.startsWith(wanted)) ||
        name.includes(wanted)
      )
        found.push(option)
      if (found.length === maxSuggestions) break
    }
    return found
  }, [isOpen, typed, options, chosen])
  const suggestions = useSuggestionList({
    items,
    onPick: ({ key }) => {
      onChange([...chosen, key])
      setTyped('')
      // Closes the list, so that controls below the field are reachable; typing reopens it.
      setOpen(false)
    },
    onClose: () => setOpen(false),
    // Tab without typing does not choose anything.
    isOptional: onText !== undefined || typed === '',
  })
  const read = (value: string, isFinal: boolean) =>
    setTyped(onText === undefined ? value : onText(value, isFinal))
  return (
    <div className={styles.picker}>
      <div className={styles.field} data-denied={denied !== undefined || undefined}>
        {chosen.map((key) => {
          const option = byKey.get(key)
          return (
            <span key={key} className={styles.pill}>
              {option?.icon}
              <span dir="auto">{option?.label ?? key}</span>
              {denied === undefined && (
                <button
                  type="button"
                  aria-label={text('forms.removePill', { name: option?.label ?? key })}
                  onClick={() => onChange(chosen.filter((one) => one !== key))}
                >
                  <X size={13} />
                </button>
              )}
            </span>
          )
        })}
        {denied === undefined && (
          <input
            id={id}
            aria-label={label}
            {...suggestions.field}
            value={typed}
            placeholder={chosen.length === 0 ? placeholder : undefined}
            autoComplete="off"
            onFocus={() => setOpen(true)}
            onBlur={() => {
              setOpen(false)
              read(typed, true)
            }}
            onChange={({ target }) => {
              setOpen(true)
              read(target.value, false)
            }}
            onKeyDown={(event) => {
              if (suggestions.onKeyDown(event)) return
              if (event.key === 'ArrowDown') setOpen(true)
              if (event.key === 'Backspace' && typed === '') onChange(chosen.slice(0, -1))
              if (event.key === 'Enter' && (onText !== undefined || typed !== '')) {
                // Enter during a search does not submit the form.
                event.preventDefault()
                read(typed, true)
              }
            }}
          />
        )}
      </div>
      {suggestions.isOpen && <SuggestionList label={label} {...suggestions.list} />}
    </div>
  )
}
