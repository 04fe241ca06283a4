import { startDraftSync } from '../drafts/drafts.ts'
import { startEditSync } from '../messages/editing.ts'
import { startOutbox } from '../outbox/outbox-run.ts'
import { startUploads } from '../uploads/upload-resume.ts'
import { isStored } from '../uploads/upload-store.ts'
import { uploadsOf } from '../uploads/uploads.ts'
import { compose, startComposeAutosave, useCompose } from './compose.ts'
import { addFileLinks } from './compose-files.ts'

/** Starts saving texts, drafts, uploads and unsent messages on the device. */
export async function startAutosave(): Promise<void> {
  // Order matters: on page hide the text becomes a draft before drafts are synced. Files stay attached, unless the device stores
  // nothing.
  addEventListener('pagehide', () => {
    const { draftId } = compose()
    if (!uploadsOf(draftId).every(({ id }) => isStored(id))) addFileLinks(draftId)
  })
  useCompose.subscribe((now, before) => {
    if (now.draftId !== before.draftId) addFileLinks(before.draftId)
  })
  startComposeAutosave()
  startEditSync()
  await startOutbox()
  await startDraftSync()
  startUploads()
}
