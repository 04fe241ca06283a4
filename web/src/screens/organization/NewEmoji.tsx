import type { CustomEmojiObject } from '@loquat/contract'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { addEmoji, addEmojiArchive } from '../../settings/org-lists.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { useProblemText } from '../forms/saving.ts'
import { EmojiArchives, type SentArchive } from './EmojiArchives.tsx'
import { freeName, isEmojiName, suggestName } from './emoji-names.ts'
import styles from './NewEmoji.module.css'
import { PendingEmoji, type PendingFile } from './PendingEmoji.tsx'

/** More at a time are better sent as an archive. */
const maxPending = 50
/** At a time; results of earlier ones disappear. */
const maxArchives = 5
const isArchive = ({ name, type }: File) => type === 'application/zip' || /\.zip$/i.test(name)

let lastId = 0

/** Adds pictures that are chosen or dropped, each under a suggested name, and archives of them. */
export function NewEmoji({ taken }: { taken: readonly CustomEmojiObject[] }) {
  const text = useText()
  const sayProblem = useProblemText()
  const [pending, setPending] = useState<readonly PendingFile[]>([])
  const [archives, setArchives] = useState<readonly SentArchive[]>([])
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const takenNames = new Set(taken.map(({ name }) => name))

  const accept = (files: readonly File[]) => {
    const sent = files
      .filter(isArchive)
      .slice(0, maxArchives)
      .map((file) => ({ id: ++lastId, file, upload: addEmojiArchive(file) }))
    setArchives((before) => [...before, ...sent].slice(-maxArchives))
    setPending((before) => {
      const names = new Set([...takenNames, ...before.map(({ name }) => name)])
      const added = files
        .filter((file) => !isArchive(file))
        .map((file) => {
          const suggested = suggestName(file.name)
          const name = suggested === '' ? '' : freeName(suggested, names)
          names.add(name)
          return { id: ++lastId, file, name, problem: undefined }
        })
      return [...before, ...added].slice(0, maxPending)
    })
  }
  const change = (id: number, part: Partial<PendingFile>) =>
    setPending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: number) => setPending((all) => all.filter((one) => one.id !== id))
  const nameProblem = ({ id, name }: PendingFile): string | undefined => {
    if (takenNames.has(name) || pending.some((one) => one.id !== id && one.name === name && name !== ''))
      return text('organization.emoji.taken')
    return isEmojiName(name) ? undefined : text('organization.emoji.badName')
  }
  const isReady = pending.every((one) => nameProblem(one) === undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    setBusy(true)
    for (const { id, name, file } of pending) {
      const problem = await addEmoji(name, file)
      if (problem === undefined) drop(id)
      else change(id, { problem: sayProblem(problem) })
    }
    setBusy(false)
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      <fieldset
        className={styles.drop}
        aria-label={text('organization.emoji.drop')}
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(false)
          accept([...event.dataTransfer.files])
        }}
      >
        <ImagePlus size={24} aria-hidden="true" />
        <p>{text('organization.emoji.drop')}</p>
        <TextField
          label={text('organization.emoji.files')}
          type="file"
          multiple
          accept="image/png,image/gif,image/jpeg,image/webp,image/avif,.zip,application/zip"
          onChange={({ target }) => {
            accept([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </fieldset>
      <ul className={styles.pending}>
        {pending.map((one) => (
          <PendingEmoji
            key={one.id}
            pending={one}
            problem={one.problem ?? nameProblem(one)}
            onName={(name) => change(one.id, { name, problem: undefined })}
            onRemove={() => drop(one.id)}
          />
        ))}
      </ul>
      {pending.length > 0 && (
        <Button
          type="submit"
          kind="primary"
          busy={isBusy}
          denied={isReady ? undefined : text('organization.emoji.needs')}
        >
          {text('organization.emoji.addAll', { count: pending.length })}
        </Button>
      )}
      <EmojiArchives archives={archives} />
    </form>
  )
}
