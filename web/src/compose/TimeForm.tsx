import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { withZone } from '../lib/time-choices.ts'
import { clockAt, momentOf } from '../lib/zoned.ts'
import { useText } from '../texts/texts.tsx'

interface Props {
  onInsert: (text: string) => void
  onClose: () => void
  focusAfter: () => HTMLElement | null
}

/** Inserts a time, which readers see in their own time zone. Defaults to the next full hour. */
export function TimeForm({ onInsert, onClose, focusAfter }: Props) {
  const text = useText()
  const [start] = useState(() => clockAt(Date.now() + 3_600_000))
  const [date, setDate] = useState(start.date)
  const [time, setTime] = useState(`${String(start.hour).padStart(2, '0')}:00`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    const at = momentOf(date, hour, minute)
    if (Number.isNaN(at)) return
    // An open dialog would steal the focus back.
    flushSync(onClose)
    onInsert(`<time:${withZone(new Date(at))}> `)
  }
  return (
    <Dialog title={text('compose.time.title')} size="small" onClose={onClose} focusAfter={focusAfter}>
      <form onSubmit={submit}>
        <TextField
          label={text('compose.schedule.date')}
          type="date"
          value={date}
          required
          autoFocus
          onChange={(event) => setDate(event.target.value)}
        />
        <TextField
          label={text('compose.schedule.time')}
          type="time"
          value={time}
          required
          hint={text('compose.time.hint')}
          onChange={(event) => setTime(event.target.value)}
        />
        <Button kind="primary" type="submit">
          {text('compose.addToMessage')}
        </Button>
      </form>
    </Dialog>
  )
}
