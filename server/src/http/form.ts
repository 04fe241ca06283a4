import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { refuse } from '@loquat/contract'

export const bodyLimit = 25 * 1024 * 1024
const mostParameters = 1_000

/** Parameters by name; of a name given twice the last value counts. */
export type Fields = Map<string, string>

export const noFields: Fields = new Map()

/** Reads `a=1&b=2`. Bytes that are not UTF-8 become replacement characters, as everywhere on the web. */
export function parseUrlEncoded(text: string): Fields {
  if (text === '') return noFields
  refuseTooMany(text)
  return /[%+]/.test(text) ? new Map(new URLSearchParams(text)) : parsePlain(text)
}

/** Where nothing is escaped, as in every poll, there is nothing to decode. */
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

/** Before parsing: a body of nothing but separators would keep the process busy for seconds. */
function refuseTooMany(text: string): void {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++count > mostParameters) throw tooMany()
  }
}

const tooMany = () => refuse('BadRequest', `More than ${mostParameters} parameters.`)

/** Reads the text parts of a multipart body. File parts are no parameters. */
export function parseMultipart(stream: IncomingMessage): Promise<Fields> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(refuse('BadRequest', 'The multipart body is malformed.'))
    const contentType = stream.headers['content-type']
    if (contentType === undefined || !/;\s*boundary=/i.test(contentType)) return fail()
    const fields: Fields = new Map()
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: mostParameters, fieldSize: bodyLimit },
    })
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit) return
      stream.unpipe(parser)
      stream.resume()
      reject(refuse('PayloadTooLarge', 'The request body is too large.'))
    })
    // A part without a name is nothing we could know.
    parser.on('field', (name: string | undefined, value) => name !== undefined && fields.set(name, value))
    parser.on('file', (_name, file) => file.resume())
    parser.on('partsLimit', () => reject(tooMany()))
    parser.on('error', fail)
    parser.on('finish', () => resolve(fields))
    stream.on('error', fail)
    stream.on('aborted', fail)
    stream.pipe(parser)
  })
}
