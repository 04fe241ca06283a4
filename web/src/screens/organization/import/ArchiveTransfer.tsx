import type { RealmImport } from '@loquat/contract'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import { uploadArchive } from '../../../settings/imports.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import { pauseArchive, resumeArchive, useArchiveUpload } from '../../../uploads/archive-upload.ts'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import { fileSize } from '../../settings/file-size.ts'
import { CancelButton } from './CancelButton.tsx'
import styles from './Import.module.css'

/** The upload of an archive, which can be paused, and resumed after the page was closed. */
export function ArchiveTransfer({ found }: { found: RealmImport }) {
  const text = useText()
  const locale = useLocale()
  const upload = useArchiveUpload((state) => (state.upload?.id === found.id ? state.upload : undefined))
  const sent = upload?.sent ?? found.received
  const percent = Math.floor((100 * sent) / found.size)
  const problem = upload?.state === 'failed' ? upload.problem || text('common.unreachable') : undefined
  const title = text(upload?.state === 'running' ? 'import.uploading' : 'import.upload.of', {
    name: found.file_name,
  })
  return (
    <SettingGroup title={title}>
      <progress className={styles.progress} aria-label={title} max={found.size} value={sent} />
      <p className={styles.figures} role={upload?.state === 'running' ? undefined : 'status'}>
        {text('import.uploaded', {
          sent: fileSize(sent, locale),
          size: fileSize(found.size, locale),
          percent,
        })}
        {upload?.state === 'paused' && ` · ${text('import.paused')}`}
      </p>
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      {upload === undefined && <ResumeField found={found} />}
      <div className={lists.buttons}>
        {upload?.state === 'running' && <Button onClick={pauseArchive}>{text('import.pause')}</Button>}
        {upload !== undefined && upload.state !== 'running' && (
          <Button kind="primary" onClick={resumeArchive}>
            {text('import.resume')}
          </Button>
        )}
        <CancelButton found={found} />
      </div>
    </SettingGroup>
  )
}

/** After a reload, browsers give access to a file only if it is chosen again. */
function ResumeField({ found }: { found: RealmImport }) {
  const text = useText()
  const [isOther, setOther] = useState(false)
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    const isSame = file.size === found.size && file.name.slice(-255) === found.file_name
    setOther(!isSame)
    if (isSame) uploadArchive(found, file)
  }
  return (
    <TextField
      label={text('import.again')}
      type="file"
      hint={text('import.again.hint', { name: found.file_name })}
      problem={isOther ? text('import.again.other', { name: found.file_name }) : undefined}
      onChange={({ target }) => choose(target.files?.[0])}
    />
  )
}
