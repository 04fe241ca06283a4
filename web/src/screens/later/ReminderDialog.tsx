import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { plainText } from '../../feed/plain-text.ts'
import { loadLaterMessages } from '../../later/later.ts'
import { addReminder, editReminder, showReminderToast } from '../../later/later-actions.ts'
import { reminderPresets } from '../../later/reminder-times.ts'
import { clockAt, dateFormat, momentOf } from '../../lib/zoned.ts'
import { useMessage } from '../../messages/messages.ts'
import { conversationOf } from '../../navigation/conversation.ts'
import { usePerson } from '../../people/people.ts'
import { myId } from '../../session/session.ts'
import type { ReminderTarget } from '../../shell/dialogs.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from '../drafts/Drafts.module.css'
import { useSaving } from '../forms/saving.ts'

const excerptLength = 200

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

/** Asks for the time and the note of a reminder, for a message, an item or a note of its own. */
export function ReminderDialog({ target, onClose }: { target: ReminderTarget; onClose: () => void }) {
  const { item, messageId } = target
  const text = useText()
  const locale = useLocale()
  const [presets] = useState(() => reminderPresets(Date.now()))
  const proposal = target.at ?? presets[0]?.at
  const current = item?.remind_timestamp ?? null
  const isAhead = current !== null && current * 1_000 > Date.now()
  const [note, setNote] = useState(item?.note ?? target.note ?? '')
  // An item without a time keeps none unless one is chosen.
  const [initial] = useState(() => {
    if (item !== undefined) return isAhead ? fieldValue(current * 1_000) : ''
    return fieldValue(proposal ?? Date.now())
  })
  const [value, setValue] = useState(initial)
  /** The exact time of a chosen preset, which the field shows in minutes. */
  const [preset, setPreset] = useState(() => (item === undefined ? proposal : undefined))
  const moment = preset ?? parseFieldValue(value)
  const isTooSoon = moment !== undefined && moment <= Date.now()
  const needsTime = item === undefined && moment === undefined
  const isNoteAlone = (item?.message_id ?? messageId) === undefined
  const needsNote = isNoteAlone && note.trim() === ''
  const { phase, problem, run } = useSaving(() => {
    const at = moment === undefined ? null : Math.floor(moment / 1_000)
    const isSameTime = preset === undefined && value === initial
    if (item !== undefined) return editReminder(item.later_id, note, isSameTime ? undefined : at)
    return addReminder({ messageId, note, at: at ?? 0 })
  })
  const format = dateFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
  const formId = useId()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (denied !== undefined || !(await run(undefined))) return
    if (moment !== undefined) showReminderToast(moment)
    onClose()
  }
  const denied = isTooSoon
    ? text('later.tooSoon')
    : needsTime
      ? text('later.needsTime')
      : needsNote
        ? text('later.needsNote')
        : undefined
  return (
    <Dialog
      title={text(item === undefined ? 'later.remindTitle' : 'later.edit')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={phase === 'saving'} denied={denied}>
            {text('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void save(event)}>
        <AboutMessage messageId={item?.message_id ?? messageId ?? 0} />
        <div className={styles.presets}>
          {presets.map(({ kind, at }) => (
            <Button
              key={kind}
              size="small"
              aria-pressed={preset === at}
              title={format.format(at)}
              onClick={() => {
                setPreset(at)
                setValue(fieldValue(at))
              }}
            >
              {text(`later.preset.${kind}`)}
            </Button>
          ))}
        </div>
        <TextField
          label={text('later.when')}
          type="datetime-local"
          value={value}
          problem={isTooSoon ? text('later.tooSoon') : undefined}
          hint={moment === undefined ? '' : format.format(moment)}
          onChange={(event) => {
            setPreset(undefined)
            setValue(event.target.value)
          }}
        />
        <TextField
          label={text(isNoteAlone ? 'later.about' : 'later.note')}
          value={note}
          maxLength={500}
          problem={problem}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

/** The message that the reminder is about, if there is one. */
function AboutMessage({ messageId }: { messageId: number }) {
  const message = useMessage(messageId)
  const sender = usePerson(message?.sender_id ?? 0)
  useEffect(() => {
    if (messageId !== 0) void loadLaterMessages([messageId])
  }, [messageId])
  if (message === undefined) return null
  return (
    <blockquote className={styles.about}>
      <span className={styles.place}>
        <ConversationName place={conversationOf(message, myId())} />
      </span>
      <span dir="auto">
        {sender?.full_name ?? message.sender_full_name}: {plainText(message.content, excerptLength)}
      </span>
    </blockquote>
  )
}
