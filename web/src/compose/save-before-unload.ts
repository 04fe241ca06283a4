import { keepDrafts } from '../drafts/drafts.ts'
import { startEditSync } from '../messages/editing.ts'
import { keepOutbox } from '../outbox/outbox-run.ts'
import { keepUploads } from '../uploads/upload-resume.ts'
import { isKept } from '../uploads/upload-store.ts'
import { uploadsOf } from '../uploads/uploads.ts'
import { compose, keepCompose, useCompose } from './compose.ts'
import { foldInto } from './compose-files.ts'

/** Nothing written is lost: texts, drafts, and messages that are on their way. */
export async function keepWriting(): Promise<void> {
  // In this order: when the page goes, the text becomes a draft before drafts go to the server. Its files wait beside it, unless
  // nothing is kept here.
  addEventListener('pagehide', () => {
    const { draftId } = compose()
    if (!uploadsOf(draftId).every(({ id }) => isKept(id))) foldInto(draftId)
  })
  useCompose.subscribe((now, before) => {
    if (now.draftId !== before.draftId) foldInto(before.draftId)
  })
  keepCompose()
  startEditSync()
  await keepOutbox()
  await keepDrafts()
  keepUploads()
}
