import { compose, openCompose, useCompose } from '../compose/compose.ts'
import { recipientKey } from '../compose/recipient.ts'
import { myId } from '../session/session.ts'
import { isStored, takeOverUploads } from './upload-store.ts'
import { addUploads, type Upload, uploadOf, useAllUploads } from './uploads.ts'

/** Resumes uploads of previous page loads, and of tabs that are closed later. */
export function startUploads(): void {
  const resume = () => takeOverUploads((stored, file) => adopt(uploadOf(stored, file))).catch(() => {})
  void resume()
  setInterval(resume, 5_000)
  // On a shared computer uploads are not stored, so closing the page asks first.
  addEventListener('beforeunload', (event) => {
    const { uploads } = useAllUploads.getState()
    if (uploads.some(({ id, state }) => state !== 'done' && !isStored(id))) event.preventDefault()
  })
}

function adopt(upload: Upload): void {
  addUploads([upload])
  if (showIfIdle(upload)) return
  const stop = useCompose.subscribe(() => queueMicrotask(() => showIfIdle(upload) && stop()))
}

/** Opens the compose box with a resumed upload if its conversation is open. Returns whether that is done. */
function showIfIdle({ id, to }: Upload): boolean {
  if (!useAllUploads.getState().uploads.some((one) => one.id === id)) return true
  const key = recipientKey(to, myId())
  const { isOpen, to: here } = compose()
  if (key === undefined || key !== recipientKey(here, myId())) return key === undefined
  if (!isOpen) openCompose()
  return true
}
