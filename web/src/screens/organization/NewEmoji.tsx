import type { CustomEmojiObject } from '@loquat/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { addEmoji } from '../../settings/org-lists.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { useSaving } from '../forms/saving.ts'
import styles from './Organization.module.css'

/** Converts to a valid emoji name: lowercase letters, digits, hyphens and underscores. */
const normalizeName = (name: string) =>
  name
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^_+|[_-]+$/g, '')

export function NewEmoji({ taken }: { taken: readonly CustomEmojiObject[] }) {
  const text = useText()
  const [file, setFile] = useState<File>()
  const [name, setName] = useState('')
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (file === undefined) return setPreview(undefined)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  const { phase, problem, run } = useSaving(async () =>
    file === undefined ? undefined : addEmoji(name, file),
  )
  const isTaken = taken.some((one) => one.name === name)
  const isGood = /^[a-z0-9_-]*[a-z0-9]$/.test(name)
  const wrong =
    name === ''
      ? undefined
      : isTaken
        ? text('organization.emoji.taken')
        : isGood
          ? undefined
          : text('organization.emoji.badName')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (file === undefined || !isGood || isTaken || !(await run(undefined))) return
    setFile(undefined)
    setName('')
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      <div className={lists.inline}>
        {preview !== undefined && <img className={styles.emoji} src={preview} alt="" />}
        <TextField
          label={text('organization.emoji.file')}
          type="file"
          accept="image/png,image/gif,image/jpeg,image/webp,image/avif"
          key={String(file === undefined)}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            setFile(chosen)
            if (chosen !== undefined && name === '') setName(normalizeName(chosen.name))
          }}
        />
        <TextField
          label={text('organization.emoji.name')}
          value={name}
          problem={wrong ?? problem}
          onChange={({ target }) => setName(target.value.toLowerCase())}
        />
        <Button
          type="submit"
          kind="primary"
          busy={phase === 'saving'}
          denied={file === undefined || !isGood || isTaken ? text('organization.emoji.needs') : undefined}
        >
          {text('common.add')}
        </Button>
      </div>
    </form>
  )
}
