import type { FetchedMessage } from '@loquat/contract'
import { type FormEvent, useMemo, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { useNames } from '../lib/names.ts'
import { foldWidget } from '../messages/fold-widget.ts'
import { usePendingActions, withPending } from '../messages/pending-actions.ts'
import { addOption, addTask, strikeTask, vote } from '../messages/widgets.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { enqueue } from '../outbox/outbox-run.ts'
import { myId } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { MessageContent } from './MessageContent.tsx'
import styles from './Widget.module.css'

/** A widget with the actions of all users applied. */
export function WidgetBody({ message }: { message: FetchedMessage }) {
  const text = useText()
  const { id, sender_id, submessages } = message
  const pending = usePendingActions(({ byMessage }) => byMessage.get(id))
  const widget = useMemo(
    () => foldWidget({ sender_id, submessages: [...withPending(submessages, pending ?? [])] }),
    [sender_id, submessages, pending],
  )
  if (widget === undefined) return <MessageContent html={message.content} />
  if (widget.kind === 'poll') {
    const most = Math.max(1, ...widget.options.map(({ voters }) => voters.length))
    return (
      <fieldset className={styles.widget}>
        <legend dir="auto">{widget.question === '' ? text('widget.poll') : widget.question}</legend>
        {widget.options.map((option) => (
          <Option key={option.key} messageId={id} option={option} most={most} />
        ))}
        <Adder label={text('widget.addOption')} onAdd={(option) => void addOption(id, option)} />
      </fieldset>
    )
  }
  if (widget.kind === 'todo') {
    return (
      <fieldset className={styles.widget}>
        <legend dir="auto">{widget.title === '' ? text('widget.todo') : widget.title}</legend>
        {widget.tasks.map(({ key, task, description, isDone }) => (
          <label key={key} className={styles.task} data-done={isDone}>
            <input type="checkbox" checked={isDone} onChange={() => void strikeTask(id, key)} />
            <span dir="auto">
              {task}
              {description !== '' && <span className={styles.soft}>: {description}</span>}
            </span>
          </label>
        ))}
        <Adder label={text('widget.addTask')} onAdd={(task) => void addTask(id, task, '')} />
      </fieldset>
    )
  }
  return (
    <fieldset className={styles.widget}>
      <legend dir="auto">{widget.heading}</legend>
      {widget.choices.map(({ shortName, longName, reply }) => (
        <div key={shortName} className={styles.choice}>
          <Button size="small" onClick={() => enqueue(conversationOf(message, myId()), reply)}>
            {shortName}
          </Button>
          <span dir="auto">{longName}</span>
        </div>
      ))}
    </fieldset>
  )
}

interface OptionProps {
  messageId: number
  option: { key: string; text: string; voters: readonly number[] }
  most: number
}

function Option({ messageId, option, most }: OptionProps) {
  const { key, text: label, voters } = option
  const names = useNames(voters)
  const isOwn = voters.includes(myId())
  return (
    <label className={styles.option} data-own={isOwn}>
      <input type="checkbox" checked={isOwn} onChange={() => void vote(messageId, key, !isOwn)} />
      <span className={styles.label} dir="auto">
        {label}
      </span>
      <span className={styles.votes}>{voters.length}</span>
      <span
        className={styles.meter}
        style={{ inlineSize: `${(voters.length / most) * 100}%` }}
        aria-hidden="true"
      />
      {voters.length > 0 && <span className={styles.names}>{names}</span>}
    </label>
  )
}

function Adder({ label, onAdd }: { label: string; onAdd: (text: string) => void }) {
  const text = useText()
  const [value, setValue] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') onAdd(value.trim())
    setValue('')
  }
  return (
    <form className={styles.adder} onSubmit={submit}>
      <input
        value={value}
        placeholder={label}
        aria-label={label}
        dir="auto"
        onChange={(event) => setValue(event.target.value)}
      />
      {value.trim() !== '' && (
        <Button size="small" type="submit">
          {text('common.add')}
        </Button>
      )}
    </form>
  )
}
