import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { apiError, WireError } from '@loquat/contract'

/** A file being received. */
export interface IncomingFile {
  /** Name given by the sender. */
  name: string
  /** Content type given by the sender. */
  contentType: string
  content: Readable
}

const maxParts = 1_000
const maxFieldBytes = 1_048_576

/**
 * Reads a form with exactly one file and passes it to `take` while it arrives. If the rest of the form is invalid,
 * the result goes to `discard`. `take` limits how much it reads: when it throws, the rest is skipped.
 */
export async function receiveFile<T>(
  request: IncomingMessage,
  take: (file: IncomingFile) => Promise<T>,
  discard: (taken: T) => Promise<void>,
): Promise<{ taken: T; otherFields: string[] }> {
  const type = request.headers['content-type'] ?? ''
  if (!/^\s*multipart\/form-data\s*;.*boundary=/is.test(type)) {
    request.resume()
    throw exactlyOne()
  }
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: { parts: maxParts, fieldSize: maxFieldBytes },
  })
  const otherFields: string[] = []
  const files: { content: Readable; taking: Promise<T> }[] = []
  let isAlone = true
  const ended = new Promise<void>((resolve, reject) => {
    const fail = () => reject(apiError('body-multipart-malformed'))
    parser.on('field', (name: string | undefined) => name !== undefined && otherFields.push(name))
    parser.on('file', (_field, content, name: string | undefined, _encoding, contentType) => {
      content.on('error', fail)
      // Browsers send a file without a name if none was chosen.
      if (name === undefined || name === '') return content.resume()
      if (files.length > 0) {
        isAlone = false
        return content.resume()
      }
      const taking = take({ name, contentType, content })
      taking.catch(reject)
      files.push({ content, taking })
    })
    parser.on('partsLimit', () => reject(apiError('parameters-too-many', { max: maxParts })))
    parser.on('error', fail)
    parser.on('finish', resolve)
    request.on('error', fail)
    request.on('aborted', fail)
    request.pipe(parser)
  })
  try {
    await ended
    const [file] = files
    if (file === undefined || !isAlone) throw exactlyOne()
    return { taken: await file.taking, otherFields }
  } catch (error) {
    request.unpipe(parser)
    request.resume()
    for (const { content, taking } of files) {
      content.destroy(error as Error)
      // A storage that rejects a file stops reading it, which looks like an aborted body.
      await taking.then(discard, (refusal: unknown) => {
        if (refusal instanceof WireError || isSystemError(refusal)) throw refusal
      })
    }
    throw error
  }
}

/** An error of the operating system, such as a full disk. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

const exactlyOne = () => apiError('body-not-one-file')
