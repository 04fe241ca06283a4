import type { Upload } from 'tus-js-client'
import { create } from 'zustand'
import { tusOptions, tusProblem } from './tus-options.ts'

/** Larger than those of attachments: the server keeps a list of all chunks. */
const chunkBytes = 16 * 1024 * 1024

/** The upload of an archive for an import. It goes on while other pages are shown. */
export interface ArchiveUpload {
  /** ID of the import. */
  id: string
  file: File
  state: 'running' | 'paused' | 'failed'
  /** Bytes that the server has; undefined while unknown. */
  sent: number | undefined
  /** Error text of the server; empty if it was not reached. */
  problem: string | undefined
}

export const useArchiveUpload = create<{ upload: ArchiveUpload | undefined }>(() => ({ upload: undefined }))

interface Archive {
  id: string
  url: string
  file: File
  onDone: () => void
}

let current: { archive: Archive; transfer: Upload | undefined } | undefined

const change = (archive: Archive, edit: Partial<ArchiveUpload>) => {
  if (current?.archive !== archive) return
  useArchiveUpload.setState(({ upload }) => ({ upload: upload && { ...upload, ...edit } }))
}

/** Uploads an archive, from where an earlier upload ended. */
export function sendArchive(archive: Archive): void {
  forgetArchive()
  current = { archive, transfer: undefined }
  const { id, file } = archive
  useArchiveUpload.setState({
    upload: { id, file, state: 'running', sent: undefined, problem: undefined },
  })
  void start(archive)
}

async function start(archive: Archive): Promise<void> {
  const { Upload } = await import('tus-js-client')
  if (current?.archive !== archive) return
  current.transfer = new Upload(archive.file, {
    ...tusOptions(),
    uploadUrl: archive.url,
    chunkSize: chunkBytes,
    onProgress: (sent) => change(archive, { sent }),
    onSuccess: () => {
      if (current?.archive !== archive) return
      forgetArchive()
      archive.onDone()
    },
    onError: (error) => change(archive, { state: 'failed', problem: tusProblem(error) }),
  })
  current.transfer.start()
}

export function pauseArchive(): void {
  if (current === undefined) return
  void current.transfer?.abort()
  change(current.archive, { state: 'paused' })
}

export function resumeArchive(): void {
  if (current === undefined) return
  change(current.archive, { state: 'running', problem: undefined })
  void start(current.archive)
}

/** Stops the upload. What the server has of it stays there. */
export function forgetArchive(): void {
  void current?.transfer?.abort()
  current = undefined
  useArchiveUpload.setState({ upload: undefined })
}
