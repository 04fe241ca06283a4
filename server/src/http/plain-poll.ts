import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { endpoints } from '@loquat/contract'
import { apiPrefix, sessionPrefix } from './prefixes.ts'

/** `GET /events` as clients send it. Whatever is unusual about one takes the way of all other requests. */
export interface PlainPoll {
  url: string
  headers: IncomingHttpHeaders
  /** The headers as they came. */
  lines?: string
}

const { path } = endpoints.getEvents
export const pollPaths = { api: `${apiPrefix}${path}?`, session: `${sessionPrefix}${path}?` }
const isPoll = (url: string) => url.startsWith(pollPaths.api) || url.startsWith(pollPaths.session)

/** What bears on where a request ends or what becomes of its connection. */
const unusual = ['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer']

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { host, connection } = headers
  if (host === undefined || unusual.some((name) => name in headers)) return false
  return connection === undefined || connection.toLowerCase() === 'keep-alive'
}

/**
 * A request that Node takes for one that leaves HTTP if it is a plain poll: the connection is then ours, together with
 * every byte that follows the request.
 */
export class PollableRequest extends IncomingMessage {
  #isPlainPoll: boolean | undefined
  /** What Node thinks of it by itself. */
  asksToLeave = false

  /** To be asked once the head is there. */
  get isPlainPoll(): boolean {
    this.#isPlainPoll ??=
      this.method === 'GET' && this.httpVersion === '1.1' && isPoll(this.url ?? '') && isPlain(this.headers)
    return this.#isPlainPoll
  }

  /** Has it answered like any other request. */
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

// Narrower than what Node accepts: nothing in it can be understood in two ways.
const requestLine = /^GET (\/[!-~]+) HTTP\/1\.1\r\n/
const longestHead = 8_192
const headerLines = /^(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+\r\n$/

/** Reads bytes that are one whole plain poll and nothing else. A client sends the same headers with every poll. */
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
    // Not a slice of the text: whoever keeps one keeps all of it.
    headers[name] = bytes.toString('latin1', colon + 1, end).trim()
    at = end + 2
  }
  return isPlain(headers) ? headers : undefined
}
