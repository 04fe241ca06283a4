import { api } from '../session/api.ts'
import { problemOf } from '../session/attempt.ts'
import { detectSessionEnd } from '../session/session.ts'
import { replyField, tusOptions, tusProblem } from './tus-options.ts'

/** Larger uploads can be resumed. */
const resumableFromBytes = 5 * 1024 * 1024
/** Small chunks, so that a broken connection loses little. */
const chunkBytes = 4 * 1024 * 1024

export interface Transfer {
  /** The URL of the file; rejects with an error text. */
  done: Promise<string>
  cancel(): void
}

export interface TransferOptions {
  /** URL of a started upload, to resume. */
  address: string | undefined
  onAddress(address: string): void
  onProgress(progress: number): void
}

export function transfer(file: File, options: TransferOptions): Transfer {
  return file.size <= resumableFromBytes ? uploadWhole(file) : uploadInChunks(file, options)
}

function uploadWhole(file: File): Transfer {
  const abort = new AbortController()
  const done = api.uploadFile({}, { files: [file], signal: abort.signal }).then(
    ({ url }) => url,
    (error: unknown) => {
      detectSessionEnd(error)
      throw problemOf(error).text
    },
  )
  return { done, cancel: () => abort.abort() }
}

function uploadInChunks(file: File, { address, onAddress, onProgress }: TransferOptions): Transfer {
  let isCanceled = false
  let cancel = () => {}
  const done = import('tus-js-client').then(
    ({ Upload }) =>
      new Promise<string>((resolve, reject) => {
        if (isCanceled) return reject('')
        const upload = new Upload(file, {
          ...tusOptions(),
          endpoint: '/api/v1/tus',
          chunkSize: chunkBytes,
          metadata: { filename: file.name, filetype: file.type },
          ...(address === undefined ? {} : { uploadUrl: address }),
          onUploadUrlAvailable: () => upload.url !== null && onAddress(upload.url),
          onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
          onSuccess: ({ lastResponse }) => {
            const url = replyField(lastResponse.getBody(), 'url')
            if (url === '') reject('')
            else resolve(url)
          },
          onError: (error) => reject(tusProblem(error)),
        })
        // The server deletes abandoned uploads.
        cancel = () => void upload.abort(true).catch(() => {})
        upload.start()
      }),
  )
  return {
    done,
    cancel() {
      isCanceled = true
      cancel()
    },
  }
}
