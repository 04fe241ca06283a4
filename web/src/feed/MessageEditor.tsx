import type { FetchedMessage } from '@loquat/contract'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useSubscriberSet } from '../channels/subscribers.ts'
import { Button } from '../components/Button.tsx'
import { OverlayContext } from '../components/overlay-context.ts'
import { FormatBar } from '../compose/FormatBar.tsx'
import { toRecipient } from '../compose/recipient.ts'
import { ruleFor } from '../compose/send-key.ts'
import { TextBox } from '../compose/TextBox.tsx'
import { reportTyping, stopTyping } from '../compose/typing-status.ts'
import { confirmDelete } from '../messages/delete-confirmation.ts'
import { changeEdit, keepMine, saveEdit, stopEditing, useEditing } from '../messages/editing.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { myId, useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './MessageEditor.module.css'

/** Edits the source of a message in place. Closing the editor loses nothing. */
export function MessageEditor({ message }: { message: FetchedMessage }) {
  const text = useText()
  const { original, text: source, theirs, isSaving } = useEditing()
  const area = useRef<HTMLTextAreaElement>(null)
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const isThere = original !== undefined
  const place = useMemo(() => conversationOf(message, myId()), [message])
  const to = useMemo(() => toRecipient(place, myId()), [place])
  const subscribers = useSubscriberSet(message.stream_id)
  const { focusMain } = useContext(OverlayContext)
  useEffect(() => stopTyping, [])
  // Must run before the field takes the focus. Afterwards, typing continues where it was: in the compose box after ↑.
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const isOver = useEditing.getState().messageId !== message.id
      if (!isOver || document.activeElement !== document.body) return
      if (before instanceof HTMLTextAreaElement && before.isConnected) before.focus({ preventScroll: true })
      else focusMain()
    }
  }, [message.id, focusMain])
  // Immediately, even before the source is loaded: keystrokes must not run commands.
  useEffect(() => {
    const field = area.current
    field?.focus()
    if (isThere) field?.setSelectionRange(field.value.length, field.value.length)
  }, [isThere])
  const save = () => {
    if (!isThere) return
    if (source.trim() === '') confirmDelete(message.id)
    else void saveEdit()
  }
  return (
    <div className={styles.editor}>
      {theirs !== undefined && <Conflict theirs={theirs} />}
      <TextBox
        field={area}
        text={source}
        onText={(typed) => {
          changeEdit(typed)
          if (typed.trim() !== '') reportTyping(place, subscribers?.size, message.id)
          else stopTyping()
        }}
        to={to}
        isReadOnly={!isThere}
        label={text('message.editLabel')}
        rule={ruleFor(enterSends)}
        onSend={save}
        onEscape={stopEditing}
      />
      <div className={styles.buttons}>
        <FormatBar field={area} />
        <Button size="small" kind="primary" busy={isSaving} onClick={save}>
          {text('common.save')}
        </Button>
        <Button size="small" kind="quiet" onClick={stopEditing}>
          {text('common.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** The message was changed on another device. Shows that version; saving overwrites it. */
function Conflict({ theirs }: { theirs: string }) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.conflict} role="status">
      <span>{text('message.changedElsewhere')}</span>
      <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {text('message.showTheirs')}
      </Button>
      <Button size="small" onClick={keepMine}>
        {text('message.keepMine')}
      </Button>
      {isShown && (
        <p className={styles.theirs} dir="auto">
          {theirs}
        </p>
      )}
    </div>
  )
}
