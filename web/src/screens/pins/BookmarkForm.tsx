import type { BookmarkObject } from '@loquat/contract'
import { Upload } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { addBookmark, addFileBookmark, editBookmark } from '../../pins/bookmark-actions.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Pins.module.css'

interface Props {
  channelId: number
  edited?: BookmarkObject
  onDone?: () => void
}

/** Adds a link or a file to the bookmarks of a channel, or edits a bookmark. */
export function BookmarkForm({ channelId, edited, onDone }: Props) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const [title, setTitle] = useState(edited?.title ?? '')
  const [url, setUrl] = useState(edited?.url ?? '')
  const { phase, problem, run } = useSaving(() =>
    edited === undefined
      ? addBookmark(channelId, { title, url })
      : editBookmark(edited.bookmark_id, { title, url }),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    if (edited === undefined) {
      setTitle('')
      setUrl('')
      form.current?.querySelector('input')?.focus()
    }
    onDone?.()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <div className={styles.fields}>
        <TextField
          label={text('pins.bookmarkTitle')}
          value={title}
          maxLength={100}
          required
          autoFocus={edited !== undefined}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextField
          label={text('pins.bookmarkUrl')}
          value={url}
          placeholder="https://"
          inputMode="url"
          maxLength={2_048}
          required
          disabled={edited?.is_file === true}
          onChange={({ target }) => setUrl(target.value)}
        />
      </div>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" size="small" busy={phase === 'saving'}>
          {text(edited === undefined ? 'pins.add' : 'common.save')}
        </Button>
        {edited === undefined ? (
          <FileButton channelId={channelId} />
        ) : (
          <Button size="small" onClick={onDone}>
            {text('common.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

function FileButton({ channelId }: { channelId: number }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (file: File | undefined) => {
    if (file === undefined) return
    setBusy(true)
    showProblemToast(await addFileBookmark(channelId, file))
    setBusy(false)
  }
  return (
    <>
      <Button size="small" busy={isBusy} onClick={() => input.current?.click()}>
        <Upload size={15} aria-hidden="true" />
        {text('pins.addFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('pins.addFile')}
        onChange={({ target }) => {
          void add(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}
