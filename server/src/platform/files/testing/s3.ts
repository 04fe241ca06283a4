import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { S3Config } from '../../upload-config.ts'

/** The part of S3 that a storage needs, in memory. Signatures must be present, but are not verified. */
export interface Bucket {
  config: S3Config
  objects: Map<string, { bytes: Buffer; type: string }>
  /** Multipart uploads that are neither completed nor aborted. */
  unfinished: Map<string, Map<number, Buffer>>
}

export async function openBucket(): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map()
  const unfinished: Bucket['unfinished'] = new Map()
  const server = createServer((request, response) => {
    void answer({ objects, unfinished }, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}/orchard`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  }
  return { config, objects, unfinished }
}

async function answer(
  { objects, unfinished }: Omit<Bucket, 'config'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request)
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://x')
  const key = decodeURIComponent(pathname).replace(/^\/orchard\/?/, '')
  const upload = unfinished.get(query.get('uploadId') ?? '')
  const reply = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
  const xml = (name: string, inner: string) =>
    reply(200, `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`, {
      'content-type': 'application/xml',
    })
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return reply(403)
  const kind = query.has('list-type') ? 'list-type' : [...query.keys()].find((one) => one !== 'partNumber')
  switch (`${request.method} ${kind ?? ''}`) {
    case 'POST uploads': {
      const id = `upload-${unfinished.size}-${key.length}`
      unfinished.set(id, new Map())
      return xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`)
    }
    case 'PUT uploadId':
      upload?.set(Number(query.get('partNumber')), body)
      return reply(200, '', { etag: `"part-${query.get('partNumber')}"` })
    case 'POST uploadId': {
      const parts = [...(upload ?? [])].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)
      objects.set(key, { bytes: Buffer.concat(parts), type: '' })
      unfinished.delete(query.get('uploadId') ?? '')
      return xml('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>"whole"</ETag>`)
    }
    case 'DELETE uploadId':
      unfinished.delete(query.get('uploadId') ?? '')
      return reply(204)
    case 'POST delete': {
      const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one = '']) => one)
      for (const one of keys) objects.delete(one)
      return xml('DeleteResult', keys.map((one) => `<Deleted><Key>${one}</Key></Deleted>`).join(''))
    }
    case 'GET list-type': {
      const found = [...objects]
        .filter(([one]) => one.startsWith(query.get('prefix') ?? ''))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .filter(([one]) => one > (query.get('continuation-token') ?? ''))
      // Pages of two: small enough for tests to see more than one.
      const page = found.slice(0, 2)
      const contents = page.map(
        ([one, { bytes }]) => `<Contents><Key>${one}</Key><Size>${bytes.length}</Size></Contents>`,
      )
      const next =
        page.length < found.length
          ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>`
          : '<IsTruncated>false</IsTruncated>'
      return xml('ListBucketResult', `${next}${contents.join('')}`)
    }
    case 'PUT ':
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' })
      return reply(200, '', { etag: '"whole"' })
    case 'DELETE ':
      objects.delete(key)
      return reply(204)
    default: {
      const object = objects.get(key)
      if (object === undefined) return reply(404)
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = start === undefined ? object.bytes : object.bytes.subarray(Number(start), Number(end) + 1)
      return reply(start === undefined ? 200 : 206, part)
    }
  }
}
