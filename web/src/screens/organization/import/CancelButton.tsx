import type { RealmImport } from '@loquat/contract'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { deleteImport } from '../../../settings/imports.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useText } from '../../../texts/texts.tsx'

/** Ends an import and deletes its archive, after a confirmation. */
export function CancelButton({ found }: { found: RealmImport }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text('import.cancel')}</Button>
      {isAsking && (
        <Confirm
          title={text('import.cancelTitle')}
          body={text('import.cancelBody')}
          action={text('import.cancel')}
          onConfirm={async () => showProblemToast(await deleteImport(found.id))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
