import { create } from 'zustand'
import { type Recipient, recipientKey } from '../compose/recipient.ts'
import { draftById } from '../drafts/draft-list.ts'
import { measurePicture } from '../messages/local-pictures.ts'
import type { ConversationKey } from '../navigation/conversation.ts'
import { myId } from '../session/session.ts'
import { deleteBytes, deleteStoredUpload, storeUpload } from './upload-store.ts'
import { type Transfer, transfer } from './upload-transfer.ts'

export interface Upload {
  id: string
  /** The draft that it is attached to. */
  draftId: string
  /** Recipient of the draft when the file was picked. */
  to: Recipient
  /** Undefined if it has to be picked again: after a reload, if the bytes could not be stored. */
  file: File | undefined
  size: number
  /** File name in the message. */
  name: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Between 0 and 1; undefined while unknown. */
  progress: number | undefined
  url: string | undefined
  /** URL of the resumable upload. */
  address: string | undefined
  problem: string | undefined
  /** URL of the preview of an image. */
  preview: string | undefined
}

export const useAllUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))

const maxParallelUploads = 3
const running = new Map<string, Transfer>()
let uploadedCallback: (id: string) => void = () => {}

/** Sets the callback for completed uploads. */
export function onUploaded(callback: (id: string) => void): void {
  uploadedCallback = callback
}

export const uploadsOf = (draftId: string): Upload[] =>
  useAllUploads.getState().uploads.filter((upload) => upload.draftId === draftId)

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
  startWaiting()
}

/** ID of a draft that has only files, for a conversation. */
export const draftOfFiles = (key: ConversationKey | undefined): string | undefined =>
  useAllUploads
    .getState()
    .uploads.find(
      ({ to, draftId }) =>
        key !== undefined && recipientKey(to, myId()) === key && draftById(draftId) === undefined,
    )?.draftId

function change(id: string, edit: Partial<Upload>): void {
  useAllUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...edit } : upload)),
  }))
}

/** Starts waiting uploads, a few in parallel. */
function startWaiting(): void {
  for (const upload of useAllUploads.getState().uploads) {
    if (running.size >= maxParallelUploads) return
    if (upload.state === 'waiting') startUpload(upload)
  }
}

function startUpload(upload: Upload): void {
  const { id, file, address } = upload
  if (file === undefined) return
  const keepPicture = measurePicture(file)
  change(id, { state: 'running', progress: undefined, problem: undefined })
  const work = transfer(file, {
    address,
    onProgress: (progress) => change(id, { progress }),
    onAddress(address) {
      change(id, { address })
      store(id)
    },
  })
  running.set(id, work)
  work.done
    .then((url) => {
      running.delete(id)
      keepPicture(url)
      change(id, { state: 'done', progress: 1, url })
      store(id)
      deleteBytes(id)
      uploadedCallback(id)
    })
    .catch((problem: unknown) => change(id, { state: 'failed', problem: String(problem) }))
    .finally(() => {
      running.delete(id)
      startWaiting()
    })
}

export function retryUpload(id: string): void {
  change(id, { state: 'waiting' })
  startWaiting()
}

export function renameUpload(id: string, name: string): void {
  change(id, { name })
  store(id)
}

function store(id: string): void {
  const upload = useAllUploads.getState().uploads.find((one) => one.id === id)
  if (upload !== undefined) storeUpload(upload)
}

export function removeUpload(id: string): void {
  running.get(id)?.cancel()
  running.delete(id)
  deleteStoredUpload(id)
  const gone = useAllUploads.getState().uploads.find((upload) => upload.id === id)
  if (gone?.preview !== undefined) URL.revokeObjectURL(gone.preview)
  useAllUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }))
  startWaiting()
}

export function clearUploads(draftId: string): void {
  for (const { id } of uploadsOf(draftId)) removeUpload(id)
}
