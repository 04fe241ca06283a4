import { compose, keepCompose, useCompose } from './compose.ts'
import { foldInto } from './compose-files.ts'
import { keepDrafts } from './drafts.ts'
import { keepEdits } from './editing.ts'
import { keepOutbox } from './outbox-run.ts'
import { keepUploads } from './upload-resume.ts'
import { isKept } from './upload-store.ts'
import { uploadsOf } from './uploads.ts'

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
  keepEdits()
  await keepOutbox()
  await keepDrafts()
  keepUploads()
}
