import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { createFolder, orderFolders, orderForEveryone } from '../../folders/folder-actions.ts'
import { foldersOf } from '../../folders/folders.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'
import { FolderLine } from './FolderLine.tsx'
import styles from './Folders.module.css'

/** All channel folders, in the reader's order; managers also create, rename and archive them. */
export function FoldersDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const folders = useOrg(foldersOf)
  const isManager = useIsAllowed({ kind: 'manage-folders' })
  return (
    <Dialog title={text('folders.title')} description={text('folders.moveHint')} onClose={onClose}>
      {folders.length === 0 && (
        <p className={styles.nothing}>
          {text('folders.empty')} {!isManager && text('folders.emptyHint')}
        </p>
      )}
      <ul className={styles.list}>
        {folders.map((folder, index) => (
          <FolderLine
            key={folder.id}
            folder={folder}
            isFirst={index === 0}
            isLast={index === folders.length - 1}
            isManager={isManager}
          />
        ))}
      </ul>
      <OwnOrder isManager={isManager} />
      {isManager && <NewFolder />}
    </Dialog>
  )
}

/** Shown if the reader ordered the folders themselves. */
function OwnOrder({ isManager }: { isManager: boolean }) {
  const text = useText()
  const folders = useOrg(foldersOf)
  const isOwn = useOrg((org) => (org.channel_folder_preferences?.order.length ?? 0) > 0)
  if (!isOwn) return null
  const share = async () => {
    if (!showProblemToast(await orderForEveryone(folders.map(({ id }) => id)))) return
    await orderFolders([])
    showToast('folders.orderShared')
  }
  return (
    <div className={styles.order}>
      <span>{text('folders.own')}</span>
      <Button size="small" onClick={() => void orderFolders([])}>
        {text('folders.resetOrder')}
      </Button>
      {isManager && (
        <Button size="small" onClick={() => void share()}>
          {text('folders.orderForEveryone')}
        </Button>
      )}
    </div>
  )
}

function NewFolder() {
  const text = useText()
  const [name, setName] = useState('')
  const { phase, problem, run } = useSaving(async () => (await createFolder(name)).problem)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) setName('')
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={text('folders.newName')}
        value={name}
        maxLength={60}
        required
        problem={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={phase === 'saving'}>
        {text('folders.create')}
      </Button>
    </form>
  )
}
