import { create } from 'zustand'
import { compose, setText } from './compose.ts'
import type { ConversationKey } from './conversation.ts'
import { draftById, keepDraft } from './drafts.ts'
import { measurePicture } from './local-pictures.ts'
import { type Recipient, recipientKey } from './recipient.ts'
import { myId, org } from './session.ts'
import { say } from './toasts.ts'
import { nameFor, uploadLink } from './upload-names.ts'
import { forgetBytes, forgetUpload, storeBytes, storeUpload } from './upload-store.ts'
import { type Transfer, transfer } from './upload-transfer.ts'

export interface Upload {
  id: string
  /** The text that it belongs to. */
  draftId: string
  /** Whom that text was for when the file was picked. */
  to: Recipient
  /** Undefined if it has to be picked again: the page was loaded anew, and there was no room to keep the bytes. */
  file: File | undefined
  size: number
  /** What it is called in the message. */
  name: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Between 0 and 1; undefined while that is not known. */
  progress: number | undefined
  url: string | undefined
  /** Where the server takes the pieces of a large one. */
  address: string | undefined
  problem: string | undefined
  /** Of images: a picture of it. */
  preview: string | undefined
}

export const useAllUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))

const mostAtATime = 20
const inParallel = 3
const mebibyte = 1024 * 1024
const running = new Map<string, Transfer>()

export const uploadsOf = (draftId: string): Upload[] =>
  useAllUploads.getState().uploads.filter((upload) => upload.draftId === draftId)

/** Takes files for the text in the box. What is too large is refused before a byte is sent. */
export function pickFiles(files: readonly File[]): void {
  const { draftId, to } = compose()
  const limit = (org().max_file_upload_size_mib ?? 25) * mebibyte
  const room = mostAtATime - uploadsOf(draftId).length
  if (files.length > room) say('compose.tooManyFiles', { values: { most: mostAtATime }, kind: 'danger' })
  const taken = files.slice(0, Math.max(0, room)).flatMap((file): Upload[] => {
    if (file.size > limit) {
      say('compose.tooLarge', {
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

export const uploadOf = (
  about: Pick<Upload, 'id' | 'draftId' | 'to' | 'name' | 'size' | 'address' | 'url'>,
  file: File | undefined,
): Upload => ({
  ...about,
  file,
  state: about.url !== undefined ? 'done' : file === undefined ? 'failed' : 'waiting',
  progress: undefined,
  problem: undefined,
  preview: file?.type.startsWith('image/') ? URL.createObjectURL(file) : undefined,
})

export function addUploads(taken: readonly Upload[]): void {
  useAllUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...taken] }))
  pump()
}

/** The draft of files for somebody to whom nothing else was written yet. */
export const draftOfFiles = (key: ConversationKey | undefined): string | undefined =>
  useAllUploads
    .getState()
    .uploads.find(
      ({ to, draftId }) =>
        key !== undefined && recipientKey(to, myId()) === key && draftById(draftId) === undefined,
    )?.draftId

/** What is too long for a message goes along as a file. */
export function attachText(): void {
  const { text } = compose()
  pickFiles([new File([text], 'message.txt', { type: 'text/plain' })])
  setText('')
}

function change(id: string, edit: Partial<Upload>): void {
  useAllUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...edit } : upload)),
  }))
}

/** Starts what waits, a few at a time. */
function pump(): void {
  for (const upload of useAllUploads.getState().uploads) {
    if (running.size >= inParallel) return
    if (upload.state === 'waiting') begin(upload)
  }
}

function begin(upload: Upload): void {
  const { id, file, address } = upload
  if (file === undefined) return
  const keepPicture = measurePicture(file)
  change(id, { state: 'running', progress: undefined, problem: undefined })
  const work = transfer(file, {
    address,
    onProgress: (progress) => change(id, { progress }),
    onAddress(address) {
      change(id, { address })
      keep(id)
    },
  })
  running.set(id, work)
  work.done
    .then((url) => {
      running.delete(id)
      keepPicture(url)
      change(id, { state: 'done', progress: 1, url })
      keep(id)
      forgetBytes(id)
      leaveToDraft(id)
    })
    .catch((problem: unknown) => change(id, { state: 'failed', problem: String(problem) }))
    .finally(() => {
      running.delete(id)
      pump()
    })
}

/** The text it belongs to is not in the box any more: its link goes there, or it would be lost. */
function leaveToDraft(id: string): void {
  const upload = useAllUploads.getState().uploads.find((one) => one.id === id)
  if (upload === undefined || upload.draftId === compose().draftId) return
  foldInto(upload.draftId)
}

export function retryUpload(id: string): void {
  change(id, { state: 'waiting' })
  pump()
}

export function renameUpload(id: string, name: string): void {
  change(id, { name })
  keep(id)
}

function keep(id: string): void {
  const upload = useAllUploads.getState().uploads.find((one) => one.id === id)
  if (upload !== undefined) storeUpload(upload)
}

export function removeUpload(id: string): void {
  running.get(id)?.cancel()
  running.delete(id)
  forgetUpload(id)
  const gone = useAllUploads.getState().uploads.find((upload) => upload.id === id)
  if (gone?.preview !== undefined) URL.revokeObjectURL(gone.preview)
  useAllUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))
  pump()
}

/** Links of what has been uploaded for the text in the box, one per line. */
export const linksOfUploads = (draftId = compose().draftId): string[] =>
  uploadsOf(draftId).flatMap((upload) =>
    upload.url === undefined ? [] : [uploadLink(upload.name, upload.url)],
  )

export function clearUploads(draftId = compose().draftId): void {
  for (const { id } of uploadsOf(draftId)) removeUpload(id)
}

/** Writes the links of a draft's files into its text. */
export function foldInto(draftId: string): void {
  const links = linksOfUploads(draftId)
  const [first] = uploadsOf(draftId)
  if (links.length === 0 || first === undefined) return
  const isHere = compose().isOpen && compose().draftId === draftId
  const draft = draftById(draftId)
  const before = isHere ? compose().text : (draft?.text ?? '')
  const text = [...(before.trim() === '' ? [] : [before.trimEnd()]), ...links].join('\n')
  for (const { id } of uploadsOf(draftId).filter(({ state }) => state === 'done')) removeUpload(id)
  if (isHere) setText(text)
  else keepDraft({ id: draftId, to: draft?.to ?? first.to, text })
}
