import { fetchOutside, type OutsideAnswer, OutsideError } from '../../../platform/outbound.ts'
import { type ParsedFeed, parseFeed } from './parse.ts'

export interface FetchOptions {
  etag: string | null
  modified: string | null
  allowPrivate: boolean
  signal: AbortSignal | undefined
  /** For tests. */
  timeoutMs?: number
}

type FeedFailure = 'forbidden' | 'timeout' | 'connection' | 'garbage' | 'status' | 'no_feed'

export type FetchResult =
  | { kind: 'unchanged' }
  | { kind: 'feed'; feed: ParsedFeed; url: URL; etag: string | null; modified: string | null }
  /** A feed that is `isGone` will never come back. */
  | { kind: 'failure'; failure: FeedFailure; isGone: boolean }

const limits = { timeoutMs: 20_000, redirects: 5, bytes: 2 * 1024 * 1024, header: 500 }
const accept = 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

/** Asks for a feed, if it changed. Reads at most two megabytes of it. */
export async function fetchFeed(url: string, options: FetchOptions): Promise<FetchResult> {
  const failed = (failure: FeedFailure, isGone = false): FetchResult => ({ kind: 'failure', failure, isGone })
  let answer: OutsideAnswer
  try {
    answer = await fetchOutside(url, {
      headers: {
        accept,
        ...(options.etag === null ? {} : { 'if-none-match': options.etag }),
        ...(options.modified === null ? {} : { 'if-modified-since': options.modified }),
      },
      timeoutMs: options.timeoutMs ?? limits.timeoutMs,
      maxBytes: limits.bytes,
      redirects: limits.redirects,
      wants: ({ status }) => status === 200,
      allowPrivate: options.allowPrivate,
      signal: options.signal,
    })
  } catch (error) {
    if (error instanceof OutsideError) return failed(error.failure)
    throw error
  }
  if (answer.status === 304) return { kind: 'unchanged' }
  if (answer.status !== 200) return failed('status', answer.status === 410)
  const feed = await parseFeed(decoded(answer))
  if (feed === undefined) return failed('no_feed')
  const { etag, 'last-modified': modified } = answer.headers
  return { kind: 'feed', feed, url: answer.url, etag: headerIfShort(etag), modified: headerIfShort(modified) }
}

/** Conditional requests are only worth headers of reasonable length. */
const headerIfShort = (header: string | undefined) =>
  header === undefined || header.length > limits.header || /[^\x20-\x7e]/.test(header) ? null : header

/** In the encoding that the header names, or else the XML declaration. */
function decoded({ body, headers }: OutsideAnswer): string {
  const label =
    /charset\s*=\s*["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ??
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/i.exec(body.subarray(0, 200).toString('latin1'))?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return body.toString()
  }
}
