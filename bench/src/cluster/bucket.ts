import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Credentials that clients of the bucket must sign with. */
export const bucketKeys = { accessKeyId: 'cluster', secretAccessKey: 'the secret of the cluster' }
export const bucketName = 'loquat'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A bucket in memory for files of one request. It verifies signatures (AWS Signature Version 4). */
export async function startBucket(port: number) {
  const objects = new Map<string, Buffer>()
  let refused = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (isSigned(request, body)) answer(objects, request, response, body)
    else {
      refused++
      response.writeHead(403).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    objects,
    refused: () => refused,
    close: () => void server.close().closeAllConnections(),
  }
}

function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const key = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
  const object = objects.get(key)
  if (request.method === 'PUT') {
    objects.set(key, body)
    response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (object === undefined || !['GET', 'HEAD'].includes(request.method ?? '')) {
    response.writeHead(object === undefined ? 404 : 501).end()
  } else {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length })
    response.end(request.method === 'HEAD' ? undefined : part)
  }
}

const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, id, scope = '', names = '', signature] =
    authorizationForm.exec(request.headers.authorization ?? '') ?? []
  const hash = String(request.headers['x-amz-content-sha256'] ?? '')
  if (id !== bucketKeys.accessKeyId || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))) return false
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [request.method, pathname, query, headers.join(''), names, hash].join('\n')
  const date = String(request.headers['x-amz-date'] ?? '')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  let key: string | Buffer = `AWS4${bucketKeys.secretAccessKey}`
  for (const part of scope.split('/')) key = hmac(key, part)
  return hmac(key, text).toString('hex') === signature
}
