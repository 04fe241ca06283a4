import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { apiError, type FileLimits } from '@loquat/contract'

const maxParameters = 1_000

/** Parameters by name; the last of duplicate values wins. */
export type Fields = Map<string, string>

export const noFields: Fields = new Map()

/** A file in a multipart form. */
export interface SentFile {
  /** Name given by the sender. Never used as a path. */
  name: string
  bytes: Buffer
  /** The file was larger than the endpoint accepts. */
  isCut: boolean
}

/** A parsed body. */
export interface Form {
  fields: Fields
  files: readonly SentFile[]
}

/** Parses `a=1&b=2`. Invalid UTF-8 becomes replacement characters, as everywhere on the web. */
export function parseUrlEncoded(text: string): Fields {
  if (text === '') return noFields
  refuseTooMany(text)
  return /[%+]/.test(text) ? new Map(new URLSearchParams(text)) : parsePlain(text)
}

/** Fast path without escapes, as in every poll. */
function parsePlain(text: string): Fields {
  const fields: Fields = new Map()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    if (at === -1) fields.set(pair, '')
    else fields.set(pair.slice(0, at), pair.slice(at + 1))
  }
  return fields
}

/** Checked before parsing: a body of only separators would block the process for seconds. */
function refuseTooMany(text: string): void {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++count > maxParameters) throw tooMany()
  }
}

const tooMany = () => apiError('parameters-too-many', { max: maxParameters })

export const bodyTooLarge = (limit: number) => apiError('body-too-large', { max: limit })

/**
 * Parses a multipart body up to the limit: its text parts, and its files if the endpoint accepts any. Files are held
 * in memory, within the endpoint's limits; files for other endpoints are skipped.
 */
export function parseMultipart(
  stream: IncomingMessage,
  bodyLimit: number,
  limits: FileLimits | undefined,
): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(apiError('body-multipart-malformed'))
    const contentType = stream.headers['content-type']
    if (contentType === undefined || !/;\s*boundary=/i.test(contentType)) return fail()
    const fields: Fields = new Map()
    const files: SentFile[] = []
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: maxParameters,
        fieldSize: bodyLimit,
        ...(limits === undefined ? {} : { fileSize: limits.maxFileBytes }),
      },
    })
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit) return
      stream.unpipe(parser)
      stream.resume()
      reject(bodyTooLarge(bodyLimit))
    })
    // Parts without a name are ignored.
    parser.on('field', (name: string | undefined, value) => name !== undefined && fields.set(name, value))
    parser.on('file', (_field, file, name: string | undefined) => {
      file.on('error', fail)
      // Browsers send a file without a name if none was chosen.
      if (limits === undefined || name === undefined || name === '') file.resume()
      else collect(file, name, files, limits)
    })
    parser.on('partsLimit', () => reject(tooMany()))
    parser.on('error', fail)
    parser.on('finish', () => resolve({ fields, files }))
    stream.on('error', fail)
    stream.on('aborted', fail)
    stream.pipe(parser)
  })
}

/** Collects a file, or only records that there was one too many. */
function collect(file: BusboyFileStream, name: string, files: SentFile[], { maxFiles }: FileLimits): void {
  const sent: SentFile = { name, bytes: Buffer.alloc(0), isCut: false }
  const isKept = files.length < maxFiles
  if (files.length <= maxFiles) files.push(sent)
  const chunks: Buffer[] = []
  file.on('data', (chunk: Buffer) => isKept && chunks.push(chunk))
  file.on('limit', () => {
    sent.isCut = true
    chunks.length = 0
  })
  file.on('end', () => {
    sent.bytes = sent.isCut ? sent.bytes : Buffer.concat(chunks)
  })
}
