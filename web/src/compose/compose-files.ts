import { draftById } from '../drafts/draft-list.ts'
import { saveDraft } from '../drafts/drafts.ts'
import { org } from '../session/session.ts'
import { showToast } from '../shell/toasts.ts'
import { nameFor, uploadLink } from '../uploads/upload-names.ts'
import { storeBytes, storeUpload } from '../uploads/upload-store.ts'
import {
  addUploads,
  onUploaded,
  removeUpload,
  type Upload,
  uploadOf,
  uploadsOf,
  useAllUploads,
} from '../uploads/uploads.ts'
import { compose, setText } from './compose.ts'

const maxFiles = 20
const bytesPerMib = 1024 * 1024

/** Attaches files to the open draft. Rejects too large ones before uploading. */
export function pickFiles(files: readonly File[]): void {
  const { draftId, to } = compose()
  const limit = (org().max_file_upload_size_mib ?? 25) * bytesPerMib
  const room = maxFiles - uploadsOf(draftId).length
  if (files.length > room) showToast('compose.tooManyFiles', { values: { most: maxFiles }, kind: 'danger' })
  const taken = files.slice(0, Math.max(0, room)).flatMap((file): Upload[] => {
    if (file.size > limit) {
      showToast('compose.tooLarge', {
        values: { name: file.name, limit: org().max_file_upload_size_mib ?? 25 },
        kind: 'danger',
      })
      return []
    }
    const named = nameFor(file, new Date())
    const { name, size } = named
    const id = crypto.randomUUID()
    return [uploadOf({ id, draftId, to, name, size, address: undefined, url: undefined }, named)]
  })
  for (const upload of taken) {
    const again = uploadsOf(draftId).find(
      ({ file, state, name, size }) =>
        file === undefined && state === 'failed' && name === upload.name && size === upload.size,
    )
    if (again !== undefined) removeUpload(again.id)
    storeUpload(upload)
    if (upload.file !== undefined) storeBytes(upload.id, upload.file)
  }
  addUploads(taken)
}

/** Turns a too long text into an attached file. */
export function attachText(): void {
  const { text } = compose()
  pickFiles([new File([text], 'message.txt', { type: 'text/plain' })])
  setText('')
}

onUploaded(addLinkToDraft)

/** Adds the link of an uploaded file to its draft, unless that is in the compose box. */
function addLinkToDraft(id: string): void {
  const upload = useAllUploads.getState().uploads.find((one) => one.id === id)
  if (upload === undefined || upload.draftId === compose().draftId) return
  addFileLinks(upload.draftId)
}

/** Links to the uploaded files of a draft. */
export const linksOfFiles = (draftId = compose().draftId): string[] =>
  uploadsOf(draftId).flatMap((upload) =>
    upload.url === undefined ? [] : [uploadLink(upload.name, upload.url)],
  )

/** Appends links to the uploaded files of a draft to its text, and detaches the files. */
export function addFileLinks(draftId: string): void {
  const links = linksOfFiles(draftId)
  const [first] = uploadsOf(draftId)
  if (links.length === 0 || first === undefined) return
  const isHere = compose().isOpen && compose().draftId === draftId
  const draft = draftById(draftId)
  const before = isHere ? compose().text : (draft?.text ?? '')
  const text = [...(before.trim() === '' ? [] : [before.trimEnd()]), ...links].join('\n')
  for (const { id } of uploadsOf(draftId).filter(({ state }) => state === 'done')) removeUpload(id)
  if (isHere) setText(text)
  else saveDraft({ id: draftId, to: draft?.to ?? first.to, text })
}
