import { type FormEvent, useState } from 'react'
import { useSubscription } from '../../channels/channels.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, TextField } from '../../components/Field.tsx'
import { createFolder, putInFolder } from '../../folders/folder-actions.ts'
import { foldersOf } from '../../folders/folders.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import type { Problem } from '../../session/attempt.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { useProblemText } from '../forms/saving.ts'

const none = ''
const newFolder = 'new'

/** Moves a channel to a folder, to a new one, or out of its folder. */
export function ChannelFolderDialog({ channelId, onClose }: { channelId: number; onClose: () => void }) {
  const text = useText()
  const sayProblem = useProblemText()
  const channel = useSubscription(channelId)
  const folders = useOrg(foldersOf)
  const isManager = useIsAllowed({ kind: 'manage-folders' })
  const current = folders.find(({ id }) => id === channel?.folder_id)
  const [value, setValue] = useState(current === undefined ? none : String(current.id))
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const move = async () => {
    if (value !== newFolder) return await putInFolder(channelId, value === none ? null : Number(value))
    const { reply, problem: refused } = await createFolder(name)
    if (reply !== undefined) await putInFolder(channelId, reply.channel_folder_id)
    return refused
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const refused = (await move()) ?? undefined
    setBusy(false)
    setProblem(refused)
    if (refused === undefined) onClose()
  }
  return (
    <Dialog
      title={text('folders.moveTitle', { channel: channel?.name ?? '' })}
      description={text('folders.moveHint')}
      size="small"
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <SelectField
          label={text('folders.folder')}
          value={value}
          data-autofocus="true"
          options={[
            { value: none, label: text('folders.none') },
            ...folders.map((folder) => ({ value: String(folder.id), label: folder.name })),
            ...(isManager ? [{ value: newFolder, label: text('folders.newName') }] : []),
          ]}
          onChange={setValue}
        />
        {value === newFolder && (
          <TextField
            label={text('folders.name')}
            value={name}
            maxLength={60}
            required
            autoFocus
            problem={sayProblem(problem)}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <Button kind="primary" type="submit" busy={isBusy}>
          {text('move.do')}
        </Button>
      </form>
    </Dialog>
  )
}
