import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'
import { type Resolve, resolveAnywhere, resolvePublic } from './resolve.ts'

export interface Outside {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For the whole request: name resolution, connections, redirects and the body. */
  timeoutMs: number
  /** Maximum size of the decompressed body; the rest is not read. */
  maxBytes: number
  /**
   * Maximum number of redirects for requests without a body. Further redirects, and those of other requests, are
   * returned as responses.
   */
  redirects?: number
  /** Allows private addresses. */
  allowPrivate?: boolean
  /** Whether to read the body, decided when the headers arrive. Without it, the reply has only headers. */
  wants?(reply: OutsideReply): boolean
  signal?: AbortSignal | undefined
  /** For tests: name resolution, and the addresses that may be reached. */
  resolve?: Resolve
  mayReach?(address: string): boolean
}

export interface OutsideReply {
  /** The final URL, after redirects. */
  url: URL
  status: number
  headers: IncomingMessage['headers']
}

export interface OutsideAnswer extends OutsideReply {
  body: Buffer
  /** The body was truncated. */
  isCut: boolean
}

/**
 * Why there is no response: the address is not allowed, the timeout passed, the connection failed, or the response is
 * not valid HTTP.
 */
export type OutsideFailure = 'forbidden' | 'timeout' | 'connection' | 'garbage'

export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  readonly failure: OutsideFailure

  constructor(failure: OutsideFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

const userAgent = 'Mozilla/5.0 (compatible; Loquat)'

/**
 * Sends a request to a URL from user input; the only way to do so. Names are resolved here, once per connection, and
 * the connection goes to a checked address, so a name cannot resolve to another address afterward. Each redirect is
 * checked again. Throws `OutsideError`.
 */
export async function fetchOutside(url: string, options: Outside): Promise<OutsideAnswer> {
  return await request(url, options, async (response, target) => await answerOf(response, target, options))
}

/**
 * Like {@link fetchOutside}, for bodies too large for memory. The body fails with an `OutsideError` if it is longer than
 * `maxBytes`, and has to be read or destroyed.
 */
export async function openOutside(
  url: string,
  options: Omit<Outside, 'wants'>,
): Promise<OutsideReply & { body: Readable }> {
  return await request(url, options, async (response, target) => ({
    url: target,
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Readable.from(bytesUpTo(response, options)),
  }))
}

async function* bytesUpTo(response: IncomingMessage, options: Outside): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > options.maxBytes) throw new OutsideError('garbage', 'The answer is too long.')
      yield chunk
    }
  } catch (error) {
    throw asFailure(error, undefined)
  } finally {
    response.destroy()
  }
}

async function request<T>(
  url: string,
  options: Outside,
  handle: (response: IncomingMessage, target: URL) => Promise<T>,
): Promise<T> {
  const limits = [AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])]
  const signal = AbortSignal.any(limits)
  try {
    let target = checkedUrl(url)
    let headers = options.headers ?? {}
    for (let left = options.body === undefined ? (options.redirects ?? 0) : 0; ; left--) {
      const response = await send(target, headers, options, signal)
      const next = left > 0 ? redirectOf(response, target) : undefined
      if (next === undefined) return await handle(response, target)
      response.destroy()
      // Secrets for one site must not reach another.
      if (next.origin !== target.origin) headers = withoutSecrets(headers)
      target = next
    }
  } catch (error) {
    throw asFailure(error, limits[0])
  }
}

function checkedUrl(text: string | URL): URL {
  const url = URL.parse(String(text))
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new OutsideError('forbidden', 'Only http and https addresses can be asked.')
  }
  return url
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: Outside,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isReachable = options.mayReach ?? (options.allowPrivate ? () => true : isPublicAddress)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // IP literals are not resolved, so they are checked here.
  if (isIP(host) !== 0 && !isReachable(host)) throw forbidden(host)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent: ClientRequest = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: options.method ?? 'GET',
    headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br', ...headers },
    // A separate connection, closed afterward: a shared one would have been checked for another request.
    agent: false,
    lookup: lookupAmong(
      options.resolve ?? (options.allowPrivate ? resolveAnywhere : resolvePublic),
      isReachable,
    ),
    signal,
  })
  sent.on('response', resolve).on('error', reject)
  // Protocol upgrades were not requested.
  sent.on('upgrade', (_, socket) => socket.destroy(new OutsideError('garbage', 'No HTTP answer came.')))
  sent.on('close', () => reject(new OutsideError('connection', 'The connection was closed.')))
  sent.end(options.body)
  return promise
}

/** Resolves a name to those of its addresses that may be reached. */
function lookupAmong(resolve: Resolve, isReachable: (address: string) => boolean): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        const reachable = found.filter(({ address }) => isReachable(address))
        const [first] = reachable
        if (first === undefined) done(forbidden(host), '')
        else if (all) done(null, reachable)
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}

const forbidden = (host: string) =>
  new OutsideError('forbidden', `${host} is not an address of the internet, and others may not be asked.`)

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined
  const next = URL.parse(headers.location, from.href)
  if (next === null) throw new OutsideError('garbage', 'It redirects to no address.')
  return checkedUrl(next)
}

const withoutSecrets = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?:authorization|cookie)$/i.test(name)))

async function answerOf(response: IncomingMessage, url: URL, options: Outside): Promise<OutsideAnswer> {
  const reply = { url, status: response.statusCode ?? 0, headers: response.headers }
  try {
    if (options.wants?.(reply) === false) return { ...reply, body: Buffer.alloc(0), isCut: false }
    return { ...reply, ...(await readAtMost(response, options.maxBytes)) }
  } finally {
    response.destroy()
  }
}

/** Decompresses only slightly ahead of the limit, so a small body cannot expand into a large one. */
async function readAtMost(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<OutsideAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}

function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decompress = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[encoding]
  if (decompress !== undefined) {
    const stream = decompress()
    response.on('error', (error) => stream.destroy(error))
    response.on('aborted', () => stream.destroy(new OutsideError('connection', 'The connection was closed.')))
    return response.pipe(stream)
  }
  if (encoding === 'identity' || encoding === '') return response
  throw new OutsideError('garbage', 'The answer is in an encoding that was not asked for.')
}

function asFailure(error: unknown, timeout: AbortSignal | undefined): unknown {
  if (timeout?.aborted) return new OutsideError('timeout', 'It took too long.', { cause: error })
  if (error instanceof OutsideError || !(error instanceof Error)) return error
  if (error.name === 'AbortError') return error
  const { code = '' } = error as NodeJS.ErrnoException
  const isGarbage = code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_')
  return new OutsideError(isGarbage ? 'garbage' : 'connection', 'It did not answer.', { cause: error })
}
