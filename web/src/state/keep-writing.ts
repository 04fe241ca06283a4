import { compose, keepCompose, useCompose } from './compose.ts'
import { keepDrafts } from './drafts.ts'
import { keepEdits } from './editing.ts'
import { keepOutbox } from './outbox-run.ts'
import { keepUploads } from './upload-resume.ts'
import { foldInto } from './uploads.ts'

/** Nothing written is lost: texts, drafts, and messages that are on their way. */
export async function keepWriting(): Promise<void> {
  // In this order: when the page goes, the text becomes a draft before drafts go to the server.
  addEventListener('pagehide', () => foldInto(compose().draftId))
  useCompose.subscribe((now, before) => {
    if (now.draftId !== before.draftId) foldInto(before.draftId)
  })
  keepCompose()
  keepEdits()
  await keepOutbox()
  await keepDrafts()
  keepUploads()
}
