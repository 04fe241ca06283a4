import type { LaterItemObject } from '@loquat/contract'
import { AlarmClock, Check, PenLine, Trash2, Undo2 } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { plainText } from '../../feed/plain-text.ts'
import { go, viewAround } from '../../keyboard/target.ts'
import { deleteItem, setDone, snooze } from '../../later/later-actions.ts'
import { reminderPresets } from '../../later/reminder-times.ts'
import { dateFormat } from '../../lib/zoned.ts'
import { useMessage } from '../../messages/messages.ts'
import { conversationOf } from '../../navigation/conversation.ts'
import { usePerson } from '../../people/people.ts'
import { myId } from '../../session/session.ts'
import { openReminder } from '../../shell/dialogs.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from '../drafts/Drafts.module.css'

const excerptLength = 200

export function LaterItem({ item }: { item: LaterItemObject }) {
  const text = useText()
  const message = useMessage(item.message_id ?? 0)
  const sender = usePerson(message?.sender_id ?? 0)
  const edit = () => openReminder({ item })
  const open = () => (message === undefined ? edit() : go({ ...viewAround(message), at: message.id }))
  return (
    <li className={styles.item} data-row={item.later_id}>
      <button type="button" className={styles.main} data-main="true" onClick={open}>
        {message !== undefined && (
          <span className={styles.place}>
            <ConversationName place={conversationOf(message, myId())} />
          </span>
        )}
        {item.note !== '' && (
          <span dir="auto">
            <strong>{item.note}</strong>
          </span>
        )}
        {message !== undefined && (
          <span className={styles.text} dir="auto">
            {sender?.full_name ?? message.sender_full_name}: {plainText(message.content, excerptLength)}
          </span>
        )}
        {message === undefined && item.note === '' && (
          <span className={styles.text}>{text('later.unavailable')}</span>
        )}
        <ReminderTime item={item} />
      </button>
      <span className={styles.actions}>
        {item.is_done ? (
          <IconButton
            label={text('later.reopen')}
            icon={<Undo2 size={17} />}
            onClick={() => void setDone(item, false)}
          />
        ) : (
          <>
            <IconButton
              label={text('later.done')}
              icon={<Check size={17} />}
              onClick={() => void setDone(item, true)}
            />
            <SnoozeMenu item={item} />
          </>
        )}
        <IconButton label={text('later.edit')} icon={<PenLine size={17} />} onClick={edit} />
        <IconButton
          label={text('common.delete')}
          keys="Delete"
          icon={<Trash2 size={17} />}
          onClick={() => void deleteItem(item)}
        />
      </span>
    </li>
  )
}

function ReminderTime({ item: { remind_timestamp: at, is_reminded, is_done } }: { item: LaterItemObject }) {
  const text = useText()
  const locale = useLocale()
  if (at === null) return null
  const time = dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at * 1_000)
  const isDue = is_reminded && !is_done
  return (
    <span className={isDue ? styles.problem : styles.soft}>
      {text(is_reminded ? 'later.remindedAt' : 'later.remindsAt', { time })}
    </span>
  )
}

function SnoozeMenu({ item }: { item: LaterItemObject }) {
  const text = useText()
  const label = text(item.remind_timestamp === null ? 'later.remind' : 'later.snooze')
  return (
    <Menu label={label} trigger={<IconButton label={label} icon={<AlarmClock size={17} />} />}>
      {reminderPresets(Date.now()).map(({ kind, at }) => (
        <MenuItem key={kind} onSelect={() => void snooze(item, at)}>
          {text(`later.preset.${kind}`)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => openReminder({ item })}>{text('later.pick')}</MenuItem>
    </Menu>
  )
}
