import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { useText } from '../texts/texts.tsx'
import { widgetText } from './widget-text.ts'

interface Props {
  kind: 'poll' | 'todo'
  onInsert: (text: string) => void
  onClose: () => void
  focusAfter: () => HTMLElement | null
}

/** A form for a poll or a to-do list, with at least two fields for entries and an empty one for one more. */
export function WidgetForm({ kind, onInsert, onClose, focusAfter }: Props) {
  const text = useText()
  const [title, setTitle] = useState('')
  const [entries, setEntries] = useState(['', ''])
  const change = (at: number, value: string) => {
    const changed = entries.map((entry, index) => (index === at ? value : entry))
    setEntries(changed.at(-1)?.trim() === '' ? changed : [...changed, ''])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An open dialog would steal the focus back.
    flushSync(onClose)
    onInsert(widgetText(kind, title, entries))
  }
  /** Enter goes from a filled field to the next one; in an empty one it is done. */
  const goOn = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target, key, ctrlKey, metaKey } = event
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.value.trim() === '') return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const next = fields[fields.indexOf(target) + 1]
    if (next === undefined || ctrlKey || metaKey) event.currentTarget.requestSubmit()
    else next.focus()
  }
  return (
    <Dialog title={text(`compose.${kind}.title`)} size="small" onClose={onClose} focusAfter={focusAfter}>
      <form onSubmit={submit} onKeyDown={goOn}>
        <TextField
          label={text(`compose.${kind}.name`)}
          value={title}
          required={kind === 'poll'}
          autoFocus
          onChange={(event) => setTitle(event.target.value)}
        />
        {entries.map((entry, index) => (
          <TextField
            key={index}
            label={text(`compose.${kind}.entry`, { number: index + 1 })}
            value={entry}
            onChange={(event) => change(index, event.target.value)}
          />
        ))}
        <Button kind="primary" type="submit">
          {text('compose.addToMessage')}
        </Button>
      </form>
    </Dialog>
  )
}
