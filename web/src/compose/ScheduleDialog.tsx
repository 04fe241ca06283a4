import { type FormEvent, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { clockAt, momentOf } from '../lib/zoned.ts'
import { useText } from '../texts/texts.tsx'
import { minScheduleDelayMs } from './schedule-times.ts'

const two = (value: number) => String(value).padStart(2, '0')

interface Props {
  onPick: (at: number) => void
  onClose: () => void
  /** The current time, in milliseconds. */
  initial?: number
  focusAfter?: () => HTMLElement | null
}

/** Asks for a custom date and time. */
export function ScheduleDialog({ onPick, onClose, initial, focusAfter }: Props) {
  const text = useText()
  const start = clockAt(initial ?? Date.now() + 3_600_000)
  const [date, setDate] = useState(start.date)
  const [time, setTime] = useState(`${two(start.hour)}:${two(start.minute)}`)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    const at = momentOf(date, hour, minute)
    if (Number.isNaN(at) || at - Date.now() < minScheduleDelayMs) {
      setProblem(text('compose.schedule.tooSoon'))
      return
    }
    onPick(at)
    onClose()
  }
  return (
    <Dialog title={text('compose.schedule.title')} size="small" onClose={onClose} focusAfter={focusAfter}>
      <form onSubmit={submit}>
        <TextField
          label={text('compose.schedule.date')}
          type="date"
          value={date}
          min={clockAt(Date.now()).date}
          required
          onChange={(event) => setDate(event.target.value)}
        />
        <TextField
          label={text('compose.schedule.time')}
          type="time"
          value={time}
          required
          hint={text('compose.schedule.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          problem={problem}
          onChange={(event) => setTime(event.target.value)}
        />
        <Button kind="primary" type="submit">
          {text('compose.schedule.confirm')}
        </Button>
      </form>
    </Dialog>
  )
}
