import type { FetchedMessage } from '@loquat/contract'
import { maxTopicLength } from '@loquat/contract/light'
import { SendHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Branch, changeBranch, closeBranch, sendToBranch } from '../../branches/branch.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { ruleFor } from '../../compose/send-key.ts'
import { TextBox } from '../../compose/TextBox.tsx'
import { plainText } from '../../feed/plain-text.ts'
import { useMessage } from '../../messages/messages.ts'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { useProblemText } from '../forms/saving.ts'
import styles from './Branch.module.css'
import { BranchMessages } from './BranchMessages.tsx'

const excerptLength = 300

/** Answers a message in a topic of its own, beside the conversation on screen. */
export function BranchPanel({ branch }: { branch: Branch }) {
  const text = useText()
  const message = useMessage(branch.messageId)
  const { channelId, topic, isStarted } = branch
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from any of its fields
    <div
      className={styles.panel}
      data-branch={branch.messageId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        closeBranch()
      }}
    >
      <header className={styles.header}>
        <h2>{text('branch.title')}</h2>
        <IconButton label={text('common.close')} keys="Esc" icon={<X size={18} />} onClick={closeBranch} />
      </header>
      {message !== undefined && (
        <blockquote className={styles.original} dir="auto">
          <strong>{message.sender_full_name}</strong>
          {plainText(message.content, excerptLength)}
        </blockquote>
      )}
      {isStarted ? (
        <>
          <p className={styles.topic}>
            <a href={addressOf({ kind: 'topic', channelId, topic: topic.trim() })}>
              {text('branch.open', { topic: topic.trim() })}
            </a>
          </p>
          <BranchMessages channelId={channelId} topic={topic.trim()} />
        </>
      ) : (
        <p className={styles.hint}>{text('branch.hint')}</p>
      )}
      {message !== undefined && <AnswerForm branch={branch} message={message} />}
    </div>
  )
}

function AnswerForm({ branch, message }: { branch: Branch; message: FetchedMessage }) {
  const text = useText()
  const sayProblem = useProblemText()
  const field = useRef<HTMLTextAreaElement>(null)
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { messageId, channelId, topic, isStarted, text: written } = branch
  const denied =
    topic.trim() === ''
      ? text('branch.needsTopic')
      : [...topic].length > maxTopicLength
        ? text('move.tooLong', { most: maxTopicLength })
        : written.trim() === ''
          ? text('branch.needsText')
          : undefined
  useEffect(() => field.current?.focus(), [])
  const send = async () => {
    if (denied !== undefined || isBusy) return
    setBusy(true)
    setProblem(sayProblem(await sendToBranch(branch, message)))
    setBusy(false)
    field.current?.focus()
  }
  return (
    <div className={styles.form}>
      {!isStarted && (
        <TextField
          label={text('branch.topic')}
          value={topic}
          onChange={({ target }) => changeBranch(messageId, { topic: target.value })}
        />
      )}
      <div className={styles.box}>
        <TextBox
          field={field}
          text={written}
          onText={(next) => changeBranch(messageId, { text: next })}
          to={{ kind: 'topic', channelId, topic }}
          label={text('branch.answer')}
          placeholder={text('branch.answer')}
          rule={ruleFor(enterSends)}
          onSend={() => void send()}
          onEscape={closeBranch}
        />
      </div>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button kind="primary" busy={isBusy} denied={denied} onClick={() => void send()}>
        <SendHorizontal size={16} aria-hidden="true" />
        {text('branch.send')}
      </Button>
    </div>
  )
}
