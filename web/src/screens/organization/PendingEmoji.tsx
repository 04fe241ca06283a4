import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from './NewEmoji.module.css'

/** A picture that is not uploaded yet. */
export interface PendingFile {
  id: number
  file: File
  name: string
  /** Why the server refused it. */
  problem: string | undefined
}

interface Props {
  pending: PendingFile
  problem: string | undefined
  onName: (name: string) => void
  onRemove: () => void
}

export function PendingEmoji({ pending: { file, name }, problem, onName, onRemove }: Props) {
  const text = useText()
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <li>
      <img className={styles.picture} src={preview} alt="" />
      <TextField
        label={text('organization.emoji.nameOf', { file: file.name })}
        value={name}
        maxLength={100}
        problem={problem}
        onChange={({ target }) => onName(target.value.toLowerCase())}
      />
      <IconButton
        label={text('organization.emoji.leaveOut', { file: file.name })}
        icon={<X size={17} />}
        onClick={onRemove}
      />
    </li>
  )
}
