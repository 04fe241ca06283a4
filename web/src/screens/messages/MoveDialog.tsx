import { maxTopicLength } from '@loquat/contract/light'
import { type FormEvent, useState } from 'react'
import { knownTopics } from '../../channels/topics.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, SwitchField, TextField } from '../../components/Field.tsx'
import { type MoveMode, type MoveResult, moveMessage, moveTopic } from '../../messages/message-actions.ts'
import type { MoveTarget } from '../../shell/dialogs.ts'
import { useText } from '../../texts/texts.tsx'
import { ChannelPicker } from './ChannelPicker.tsx'

const modes: readonly MoveMode[] = ['change_one', 'change_later', 'change_all']

/** Moves a message, optionally with those after it, or a whole topic. */
export function MoveDialog({ target, onClose }: { target: MoveTarget; onClose: () => void }) {
  const text = useText()
  const [channelId, setChannelId] = useState(target.channelId)
  const [topic, setTopic] = useState(target.topic)
  const [mode, setMode] = useState<MoveMode>(target.messageId === undefined ? 'change_all' : 'change_later')
  const [notices, setNotices] = useState({ old: false, new: true })
  const [isBusy, setBusy] = useState(false)
  /** Set if some messages are too old to be moved; moves the others. */
  const [part, setPart] = useState<Exclude<MoveResult, string>>()
  const isTooLong = [...topic].length > maxTopicLength
  const isSame = channelId === target.channelId && topic === target.topic
  const run = async (moving: Promise<MoveResult>) => {
    setBusy(true)
    const moved = await moving
    setBusy(false)
    setPart(typeof moved === 'string' ? undefined : moved)
    if (moved === 'done') onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || isSame) return
    const { messageId } = target
    const to = { channelId, topic: topic.trim() }
    void run(
      messageId === undefined ? moveTopic(target, to, notices) : moveMessage(messageId, to, mode, notices),
    )
  }
  return (
    <Dialog title={text('move.title')} onClose={onClose}>
      <form onSubmit={submit}>
        <ChannelPicker label={text('move.channel')} channelId={channelId} onChange={setChannelId} />
        <TextField
          label={text('move.topic')}
          value={topic}
          autoFocus
          list="known-topics"
          problem={isTooLong ? text('move.tooLong', { most: maxTopicLength }) : undefined}
          onChange={(event) => setTopic(event.target.value)}
        />
        <datalist id="known-topics">
          {knownTopics(channelId).map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {target.messageId !== undefined && (
          <SelectField
            label={text('move.what')}
            value={mode}
            options={modes.map((one) => ({ value: one, label: text(`move.${one}`) }))}
            onChange={(value) => setMode(value as MoveMode)}
          />
        )}
        <SwitchField
          label={text('move.noticeNew')}
          checked={notices.new}
          onChange={(checked) => setNotices({ ...notices, new: checked })}
        />
        <SwitchField
          label={text('move.noticeOld')}
          checked={notices.old}
          onChange={(checked) => setNotices({ ...notices, old: checked })}
        />
        {part === undefined ? (
          <Button kind="primary" type="submit" busy={isBusy}>
            {text('move.do')}
          </Button>
        ) : (
          <div role="alert">
            <p>{text('move.part')}</p>
            <Button kind="primary" busy={isBusy} onClick={() => void run(part.moveOthers())}>
              {text('move.others')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
