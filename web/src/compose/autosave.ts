import { startDraftSync } from '../drafts/drafts.ts'
import { keepEdits } from '../messages/editing.ts'
import { startOutbox } from '../outbox/outbox-run.ts'
import { startUploads } from '../uploads/upload-resume.ts'
import { isStored } from '../uploads/upload-store.ts'
import { uploadsOf } from '../uploads/uploads.ts'
import { compose, startComposeAutosave, useCompose } from './compose.ts'
import { addFileLinks } from './compose-files.ts'

/** Nothing written is lost: texts, drafts, and messages that are on their way. */
export async function startAutosave(): Promise<void> {
  // In this order: when the page goes, the text becomes a draft before drafts go to the server. Its files wait beside it, unless
  // nothing is kept here.
  addEventListener('pagehide', () => {
    const { draftId } = compose()
    if (!uploadsOf(draftId).every(({ id }) => isStored(id))) addFileLinks(draftId)
  })
  useCompose.subscribe((now, before) => {
    if (now.draftId !== before.draftId) addFileLinks(before.draftId)
  })
  startComposeAutosave()
  keepEdits()
  await startOutbox()
  await startDraftSync()
  startUploads()
}
