import type { ChannelFolderObject } from '@loquat/contract'
import { Archive, ArrowDown, ArrowUp, Bell, BellOff, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { archiveFolder, moveFolder, renameFolder, setFolderMuted } from '../../folders/folder-actions.ts'
import { channelsIn, isFolderMuted } from '../../folders/folders.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Folders.module.css'

interface Props {
  folder: ChannelFolderObject
  isFirst: boolean
  isLast: boolean
  isManager: boolean
}

/** One folder of the dialog, with buttons for everything that the reader can do with it. */
export function FolderLine({ folder, isFirst, isLast, isManager }: Props) {
  const text = useText()
  const { id, name } = folder
  const channels = useOrg((org) => channelsIn(org, id))
  const isMuted = isFolderMuted(channels)
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <RenameForm folder={folder} onDone={() => setEditing(false)} />
  return (
    <li className={styles.line}>
      <span className={styles.name} data-muted={isMuted || undefined}>
        <bdi>{name}</bdi>
        <small>{text('folders.count', { count: channels.length })}</small>
      </span>
      <span className={styles.actions}>
        <IconButton
          label={text('folders.upOne', { folder: name })}
          icon={<ArrowUp size={16} />}
          denied={isFirst ? text('folders.isFirst') : undefined}
          onClick={() => moveFolder(id, -1)}
        />
        <IconButton
          label={text('folders.downOne', { folder: name })}
          icon={<ArrowDown size={16} />}
          denied={isLast ? text('folders.isLast') : undefined}
          onClick={() => moveFolder(id, 1)}
        />
        <IconButton
          label={text(isMuted ? 'folders.unmuteOne' : 'folders.muteOne', { folder: name })}
          icon={isMuted ? <Bell size={16} /> : <BellOff size={16} />}
          denied={channels.length === 0 ? text('folders.noChannels') : undefined}
          onClick={() => void setFolderMuted(id, !isMuted)}
        />
        {isManager && (
          <>
            <IconButton
              label={text('folders.renameOne', { folder: name })}
              icon={<Pencil size={16} />}
              onClick={() => setEditing(true)}
            />
            <IconButton
              label={text('folders.archiveOne', { folder: name })}
              icon={<Archive size={16} />}
              onClick={() => void archiveFolder(id)}
            />
          </>
        )}
      </span>
    </li>
  )
}

function RenameForm({ folder, onDone }: { folder: ChannelFolderObject; onDone: () => void }) {
  const text = useText()
  const [name, setName] = useState(folder.name)
  const { phase, problem, run } = useSaving(() => renameFolder(folder.id, name))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onDone()
  }
  return (
    <li>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={text('folders.name')}
          value={name}
          maxLength={60}
          required
          autoFocus
          problem={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <Button kind="primary" type="submit" busy={phase === 'saving'}>
          {text('common.save')}
        </Button>
        <Button onClick={onDone}>{text('common.cancel')}</Button>
      </form>
    </li>
  )
}
