import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextArea, TextField } from '../../components/Field.tsx'
import { minScheduleDelayMs, schedulePresets } from '../../compose/schedule-times.ts'
import { clockAt, dateFormat, momentOf } from '../../lib/zoned.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'

interface Props {
  title: string
  /** In seconds; default: the first proposal. */
  at?: number
  /** The text, if it can be edited. */
  content?: string
  onSave: (at: number, content: string) => Promise<boolean>
  onClose: () => void
}

/** Value of a `datetime-local` field. */
function fieldValue(moment: number): string {
  const { date, hour, minute } = clockAt(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date}T${two(hour)}:${two(minute)}`
}

function parseFieldValue(value: string): number | undefined {
  const [, date, hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(value) ?? []
  return date === undefined ? undefined : momentOf(date, Number(hour), Number(minute))
}

/** Asks for the time of a scheduled message, and optionally its text. */
export function TimeDialog({ title, at, content, onSave, onClose }: Props) {
  const text = useText()
  const locale = useLocale()
  const [presets] = useState(() => schedulePresets(Date.now()))
  const [value, setValue] = useState(() =>
    fieldValue(at === undefined ? (presets[0]?.at ?? Date.now()) : at * 1_000),
  )
  const [written, setWritten] = useState(content ?? '')
  const [isSaving, setSaving] = useState(false)
  const moment = parseFieldValue(value)
  const isUnchanged = at !== undefined && fieldValue(at * 1_000) === value
  const isTooSoon = moment === undefined || (!isUnchanged && moment - Date.now() < minScheduleDelayMs)
  const isEmpty = content !== undefined && written.trim() === ''
  const format = dateFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
  const save = async () => {
    if (moment === undefined || isTooSoon || isEmpty) return
    setSaving(true)
    const isDone = await onSave(isUnchanged && at !== undefined ? at : Math.floor(moment / 1_000), written)
    setSaving(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={isSaving}
            denied={isTooSoon ? text('drafts.tooSoon') : isEmpty ? text('drafts.noText') : undefined}
            onClick={() => void save()}
          >
            {text('common.save')}
          </Button>
        </>
      }
    >
      {content !== undefined && (
        <TextArea
          label={text('drafts.text')}
          rows={6}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
      )}
      <div className={styles.presets}>
        {presets.map((preset) => (
          <Button
            key={preset.kind}
            size="small"
            onClick={() => setValue(fieldValue(preset.at))}
            title={format.format(preset.at)}
          >
            {text(`drafts.preset.${preset.kind}`)}
          </Button>
        ))}
      </div>
      <TextField
        label={text('drafts.when')}
        type="datetime-local"
        value={value}
        problem={isTooSoon ? text('drafts.tooSoon') : undefined}
        hint={
          moment === undefined
            ? ''
            : `${format.format(moment)} · ${Intl.DateTimeFormat().resolvedOptions().timeZone}`
        }
        onChange={(event) => setValue(event.target.value)}
      />
    </Dialog>
  )
}
