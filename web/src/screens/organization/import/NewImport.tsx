import type { ImportSource } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { SelectField, TextField } from '../../../components/Field.tsx'
import { createImport } from '../../../settings/imports.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { useSaving } from '../../forms/saving.ts'
import { fileSize } from '../../settings/file-size.ts'
import styles from './Import.module.css'

/** Names of products are the same in every language. */
export const sourceNames: Record<ImportSource, string> = {
  slack: 'Slack',
  zulip: 'Zulip',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  discord: 'Discord',
  loquat: 'Loquat',
}

const mebibyte = 1_048_576

/** Chooses a product and an archive. */
export function NewImport({ maxMib }: { maxMib: number }) {
  const text = useText()
  const locale = useLocale()
  const [source, setSource] = useState<ImportSource>('slack')
  const [file, setFile] = useState<File>()
  const { phase, problem, run } = useSaving((chosen: File) => createImport(source, chosen))
  const max = fileSize(maxMib * mebibyte, locale)
  const isTooLarge = file !== undefined && file.size > maxMib * mebibyte
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined && !isTooLarge) void run(file)
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      <p className={styles.intro}>{text('import.effect')}</p>
      <SelectField
        label={text('import.source')}
        value={source}
        options={Object.entries(sourceNames).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setSource(value as ImportSource)}
      />
      <TextField
        label={text('import.file')}
        type="file"
        hint={`${text(`import.file.${source}`)} ${text('import.file.max', { max })}`}
        problem={isTooLarge ? text('import.file.tooLarge', { max }) : problem}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <div className={lists.buttons}>
        <Button
          type="submit"
          kind="primary"
          busy={phase === 'saving'}
          denied={file === undefined || isTooLarge ? text('import.file.needed') : undefined}
        >
          {text('import.upload')}
        </Button>
      </div>
    </form>
  )
}
