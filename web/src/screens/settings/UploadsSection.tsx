import type { AttachmentObject } from '@loquat/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { deleteUpload, useUploads } from '../../settings/own-uploads.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { fileSize } from './file-size.ts'

/** The reader's uploads. */
export function UploadsSection() {
  const text = useText()
  const locale = useLocale()
  const uploads = useUploads()
  const quota = useOrg((org) => org.realm_upload_quota_mib)
  const [filter, setFilter] = useState('')
  const [doomed, setDoomed] = useState<AttachmentObject>()
  return (
    <Loaded resource={uploads}>
      {({ attachments, upload_space_used: used }) => {
        const shown = attachments.filter(({ name }) =>
          name.toLowerCase().includes(filter.trim().toLowerCase()),
        )
        return (
          <>
            <p className={lists.nothing}>
              {quota === null || quota === undefined
                ? text('settings.uploads.used', { size: fileSize(used, locale) })
                : text('settings.uploads.usedOf', {
                    size: fileSize(used, locale),
                    quota: fileSize(quota * 1_048_576, locale),
                  })}
            </p>
            <div className={lists.bar}>
              <FilterField label={text('settings.uploads.filter')} value={filter} onChange={setFilter} />
            </div>
            <ul className={lists.list} data-wide>
              {shown.map((upload) => (
                <li key={upload.id} className={lists.row}>
                  <span className={lists.main}>
                    <a href={`/user_uploads/${upload.path_id}`} target="_blank" rel="noreferrer" dir="auto">
                      {upload.name}
                    </a>
                    <div className={lists.soft}>
                      {fileSize(upload.size, locale)} ·{' '}
                      {new Date(upload.create_time).toLocaleDateString(locale)} ·{' '}
                      <UsedIn ids={upload.messages.map(({ id }) => id)} />
                    </div>
                  </span>
                  <IconButton
                    label={text('settings.uploads.delete', { name: upload.name })}
                    icon={<Trash2 size={17} />}
                    onClick={() => setDoomed(upload)}
                  />
                </li>
              ))}
            </ul>
            {shown.length === 0 && <p className={lists.nothing}>{text('settings.uploads.none')}</p>}
            {doomed !== undefined && (
              <Confirm
                title={text('settings.uploads.delete', { name: doomed.name })}
                body={text('settings.uploads.deleteBody', { count: doomed.messages.length })}
                action={text('common.delete')}
                onConfirm={async () => showProblemToast(await deleteUpload(doomed.id))}
                onClose={() => setDoomed(undefined)}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function UsedIn({ ids }: { ids: readonly number[] }) {
  const text = useText()
  const [newest] = ids.toSorted((a, b) => b - a)
  if (newest === undefined) return text('settings.uploads.unused')
  return (
    <a href={addressOf({ kind: 'message', id: newest })}>
      {text('settings.uploads.usedIn', { count: ids.length })}
    </a>
  )
}
