import { SmilePlus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Emoji } from '../../emoji/Emoji.tsx'
import { EmojiPicker } from '../../emoji/EmojiPicker.tsx'
import type { EmojiChoice } from '../../emoji/emoji.ts'
import { codePointCount } from '../../lib/lengths.ts'
import { setStatus } from '../../people/status-actions.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { useProblemText } from '../forms/saving.ts'
import styles from './StatusDialog.module.css'
import { StatusPresets } from './StatusPresets.tsx'

const maxStatusLength = 60

/** Sets the user status: an emoji and a text. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const explain = useProblemText()
  const now = useOrg((org) => org.user_status?.[String(org.user_id)])
  const [words, setWords] = useState(now?.status_text ?? '')
  const [emoji, setEmoji] = useState<EmojiChoice | undefined>(
    now?.emoji_name === undefined
      ? undefined
      : { name: now.emoji_name, code: now.emoji_code ?? '', type: now.reaction_type ?? 'unicode_emoji' },
  )
  const [isPicking, setPicking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isTooLong = codePointCount(words.trim()) > maxStatusLength
  const isEmpty = words.trim() === '' && emoji === undefined
  const save = async (said: string, drawn: EmojiChoice | undefined) => {
    const refused = explain(await setStatus(said, drawn))
    if (refused === undefined) onClose()
    else setProblem(refused)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTooLong) void save(words.trim(), emoji)
  }
  return (
    <Dialog
      title={text('status.title')}
      size="small"
      onClose={onClose}
      footer={
        <>
          {now !== undefined && !isEmpty && (
            <Button kind="quiet" onClick={() => void save('', undefined)}>
              {text('status.clear')}
            </Button>
          )}
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="status"
            denied={isTooLong ? text('status.tooLong', { most: maxStatusLength }) : undefined}
          >
            {text('common.save')}
          </Button>
        </>
      }
    >
      <form id="status" className={styles.line} onSubmit={submit}>
        <button
          type="button"
          className={styles.emoji}
          aria-label={
            emoji === undefined ? text('status.pickEmoji') : text('status.otherEmoji', { name: emoji.name })
          }
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          {emoji === undefined ? <SmilePlus size={20} /> : <Emoji {...emoji} size={22} />}
        </button>
        <input
          autoFocus
          className={styles.words}
          value={words}
          dir="auto"
          placeholder={text('status.placeholder')}
          aria-label={text('status.words')}
          aria-invalid={isTooLong || undefined}
          aria-describedby="status-note"
          onChange={({ target }) => setWords(target.value)}
        />
        {!isEmpty && (
          <IconButton
            size="small"
            label={text('status.empty')}
            icon={<X size={16} />}
            onClick={() => {
              setWords('')
              setEmoji(undefined)
            }}
          />
        )}
      </form>
      <p id="status-note" className={styles.note} data-over={isTooLong || undefined} role="status">
        {problem ?? text('status.letters', { count: codePointCount(words.trim()), most: maxStatusLength })}
      </p>
      {isPicking ? (
        <div className={styles.picker}>
          <EmojiPicker onPick={setEmoji} onClose={() => setPicking(false)} />
        </div>
      ) : (
        <StatusPresets
          onPick={(label, picked) => {
            setWords(label)
            setEmoji(picked)
          }}
        />
      )}
    </Dialog>
  )
}
