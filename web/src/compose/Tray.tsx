import { CornerUpLeft, File as FileIcon, RotateCw, X } from 'lucide-react'
import type { RefObject } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { IconButton } from '../components/Button.tsx'
import { fileSize } from '../screens/settings/file-size.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { uploadLink } from '../uploads/upload-names.ts'
import { removeUpload, renameUpload, retryUpload, type Upload } from '../uploads/uploads.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import styles from './Tray.module.css'

/** The files attached to the text. */
export function Tray({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const text = useText()
  const uploads = useUploads()
  const toText = () => field.current?.focus()
  const insert = ({ id, name, url = '' }: Upload) => {
    const area = field.current
    if (area === null) return
    area.focus()
    insertTextIntoField(area, uploadLink(name, url))
    removeUpload(id)
  }
  return (
    <ul className={styles.tray} aria-label={text('compose.files')}>
      {uploads.map((upload) => (
        <TrayItem
          key={upload.id}
          upload={upload}
          onInsert={() => insert(upload)}
          onRetry={() => {
            retryUpload(upload.id)
            toText()
          }}
          onRemove={() => {
            removeUpload(upload.id)
            toText()
          }}
          onNamed={toText}
        />
      ))}
    </ul>
  )
}

interface ItemProps {
  upload: Upload
  onInsert: () => void
  onRetry: () => void
  onRemove: () => void
  /** Called on Enter in the name field. */
  onNamed: () => void
}

function TrayItem({ upload, onInsert, onRetry, onRemove, onNamed }: ItemProps) {
  const text = useText()
  const { id, name, file, state, progress, preview, problem } = upload
  const size = fileSize(upload.size, useLocale())
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <li className={styles.item} data-state={state}>
      {preview === undefined ? <FileIcon size={20} aria-hidden="true" /> : <img src={preview} alt="" />}
      <div className={styles.words}>
        <input
          aria-label={text('compose.fileName')}
          value={name}
          onChange={(event) => renameUpload(id, event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && onNamed()}
        />
        <span className={styles.note} role={state === 'failed' ? 'alert' : undefined}>
          {state === 'failed'
            ? file === undefined
              ? text('compose.chooseAgain')
              : problem || text('common.unreachable')
            : state === 'done'
              ? size
              : progress === undefined
                ? text('compose.uploading')
                : text('compose.percent', { percent })}
        </span>
        <span className="hidden-visually" role="status">
          {state === 'done'
            ? text('compose.uploaded', { name })
            : state === 'running' && percent >= 50 && text('compose.percent', { percent: 50 })}
        </span>
        {(state === 'running' || state === 'waiting') && (
          <progress
            className={styles.progress}
            aria-label={text('compose.progress', { name })}
            max={1}
            {...(progress === undefined ? {} : { value: progress })}
          />
        )}
      </div>
      {state === 'done' && (
        <IconButton
          size="small"
          label={text('compose.insertFile')}
          icon={<CornerUpLeft size={14} />}
          onClick={onInsert}
        />
      )}
      {state === 'failed' && file !== undefined && (
        <IconButton
          size="small"
          label={text('common.retry')}
          icon={<RotateCw size={14} />}
          onClick={onRetry}
        />
      )}
      <IconButton
        size="small"
        label={text('compose.removeFile', { name })}
        icon={<X size={14} />}
        onClick={onRemove}
      />
    </li>
  )
}
