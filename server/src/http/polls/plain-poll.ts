import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { endpoints } from '@loquat/contract'
import { apiPrefix, sessionPrefix } from '../request/prefixes.ts'

/** A `GET /events` request in its usual form. Unusual ones are handled like all other requests. */
export interface PlainPoll {
  url: string
  headers: IncomingHttpHeaders
  /** The raw headers. */
  lines?: string
}

const { path } = endpoints.getEvents
export const pollPaths = { api: `${apiPrefix}${path}?`, session: `${sessionPrefix}${path}?` }
const isPoll = (url: string) => url.startsWith(pollPaths.api) || url.startsWith(pollPaths.session)

/** Headers that affect message framing, connection reuse or whether a request is accepted. */
const unusual = [
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'expect',
  'upgrade',
  'trailer',
  'proxy-connection',
]

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { host, connection } = headers
  if (host === undefined || unusual.some((name) => name in headers)) return false
  return connection === undefined || connection.toLowerCase() === 'keep-alive'
}

/**
 * Makes Node treat a plain poll as an upgrade, so that the connection is ours, together with all bytes that follow
 * the request.
 */
export class PollableRequest extends IncomingMessage {
  #isPlainPoll: boolean | undefined
  /** Node's own decision about the upgrade. */
  asksToLeave = false

  /** Valid once the headers have arrived. */
  get isPlainPoll(): boolean {
    this.#isPlainPoll ??=
      this.method === 'GET' && this.httpVersion === '1.1' && isPoll(this.url ?? '') && isPlain(this.headers)
    return this.#isPlainPoll
  }

  /** Lets Node handle it like any other request. */
  treatAsOrdinary(): void {
    this.#isPlainPoll = false
  }

  get upgrade(): boolean {
    return this.asksToLeave || this.isPlainPoll
  }

  set upgrade(asksToLeave: boolean | null) {
    this.asksToLeave = asksToLeave === true
  }
}

// Stricter than Node's parser, so that nothing is ambiguous.
const requestLine = /^GET (\/[!-~]+) HTTP\/1\.1\r\n/
const longestHead = 8_192
const headerLines = /^(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+\r\n$/

/**
 * Parses bytes that are exactly one plain poll. Clients send the same headers with every poll, so parsed ones are
 * reused.
 */
export function readPlainPoll(bytes: Buffer, previous: PlainPoll | undefined): PlainPoll | undefined {
  if (bytes.length > longestHead) return undefined
  const text = bytes.toString('latin1')
  const [start, url] = requestLine.exec(text) ?? []
  if (start === undefined || url === undefined || !isPoll(url)) return undefined
  const lines = text.slice(start.length)
  const headers =
    lines === previous?.lines ? previous.headers : readHeaders(lines, bytes.subarray(start.length))
  return headers && { url, headers, lines }
}

function readHeaders(lines: string, bytes: Buffer): IncomingHttpHeaders | undefined {
  if (!headerLines.test(lines)) return undefined
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < lines.length - 2; ) {
    const colon = lines.indexOf(':', at)
    const end = lines.indexOf('\r\n', colon)
    const name = lines.slice(at, colon).toLowerCase()
    if (name in headers) return undefined
    // A copy, because a slice would keep the whole text in memory.
    headers[name] = bytes.toString('latin1', colon + 1, end).trim()
    at = end + 2
  }
  return isPlain(headers) ? headers : undefined
}
