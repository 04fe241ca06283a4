import type { CustomEmojiObject } from '@loquat/contract'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { TextField } from '../../components/Field.tsx'
import { memoised } from '../../lib/memoised.ts'
import { peopleById } from '../../people/people.ts'
import { mayAddEmoji } from '../../permissions/rights.ts'
import { useOrg } from '../../session/session.ts'
import { addEmoji, removeEmoji } from '../../settings/org-lists.ts'
import { sayProblem } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { ReadOnlyNote } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Organization.module.css'

const activeEmoji = memoised(
  (org) => [org.realm_emoji],
  ({ realm_emoji: emoji = {} }) =>
    Object.values(emoji)
      .filter((one) => !one.deactivated)
      .sort((a, b) => a.name.localeCompare(b.name)),
)

export function EmojiSection() {
  const text = useText()
  const emoji = useOrg(activeEmoji)
  const people = useOrg(peopleById)
  const me = useOrg((org) => org.user_id)
  const isAdmin = useOrg((org) => org.is_admin === true)
  const mayAdd = useOrg(mayAddEmoji)
  const [doomed, setDoomed] = useState<CustomEmojiObject>()
  return (
    <>
      {mayAdd ? <NewEmoji taken={emoji} /> : <ReadOnlyNote>{text('organization.emoji.denied')}</ReadOnlyNote>}
      <ul className={lists.list}>
        {emoji.map((one) => (
          <li key={one.id} className={lists.row}>
            <img className={styles.emoji} src={one.source_url} alt="" loading="lazy" />
            <span className={lists.main}>
              <span className={lists.name} dir="auto">
                :{one.name}:
              </span>
              <div className={lists.soft} dir="auto">
                {one.author_id === null ? '' : people.get(one.author_id)?.full_name}
              </div>
            </span>
            <IconButton
              label={text('organization.emoji.remove', { name: one.name })}
              icon={<Trash2 size={17} />}
              denied={isAdmin || one.author_id === me ? undefined : text('organization.emoji.notYours')}
              onClick={() => setDoomed(one)}
            />
          </li>
        ))}
      </ul>
      {emoji.length === 0 && <p className={lists.nothing}>{text('organization.emoji.none')}</p>}
      {doomed !== undefined && (
        <Confirm
          title={text('organization.emoji.removeTitle', { name: doomed.name })}
          body={text('organization.emoji.removeBody')}
          action={text('common.remove')}
          onConfirm={async () => sayProblem(await removeEmoji(doomed.name))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

/** Converts to a valid emoji name: lowercase letters, digits, hyphens and underscores. */
const normalizeName = (name: string) =>
  name
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^_+|[_-]+$/g, '')

function NewEmoji({ taken }: { taken: readonly CustomEmojiObject[] }) {
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
