import type { RealmImport } from '@loquat/contract'
import { useOrg } from '../../../session/session.ts'
import { useImport } from '../../../settings/imports.ts'
import { useText } from '../../../texts/texts.tsx'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote } from '../../forms/Setting.tsx'
import { ArchiveTransfer } from './ArchiveTransfer.tsx'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportRunning } from './ImportRunning.tsx'
import { NewImport } from './NewImport.tsx'

/** Moving in: uploads an archive, shows what it contains, and imports it into a new organization. */
export function ImportSection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  return isOwner ? <Import /> : <ReadOnlyNote>{text('import.denied')}</ReadOnlyNote>
}

function Import() {
  const resource = useImport()
  const { problem, value } = resource
  if (value === undefined && problem?.body.reason === 'imports-disabled')
    return <ReadOnlyNote>{problem.text}</ReadOnlyNote>
  return (
    <Loaded resource={resource}>
      {({ realm_import: found, max_import_mib: max }) =>
        found === null ? <NewImport maxMib={max} /> : <Step found={found} />
      }
    </Loaded>
  )
}

function Step({ found }: { found: RealmImport }) {
  switch (found.state) {
    case 'uploading':
      return <ArchiveTransfer found={found} />
    case 'waiting':
    case 'running':
    case 'canceling':
      return <ImportRunning found={found} />
    case 'imported':
      return <ImportDone found={found} />
    case 'uploaded':
    case 'checked':
    case 'failed':
      return <ImportCheck key={`${found.id} ${found.state}`} found={found} />
  }
}
