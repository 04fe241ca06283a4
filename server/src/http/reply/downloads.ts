import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { apiError } from '@loquat/contract'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import type { Realm } from '../../realms/realm.ts'
import { type Exchange, exchangeOf, type RoutedExchange } from '../exchange.ts'
import { type Fields, parseUrlEncoded } from '../request/form.ts'
import { type ByteRange, rangeOf } from './ranges.ts'
import { recordResponse } from './record.ts'
import { respondWithError } from './respond.ts'

/** Content outside the API for browsers: a picture, a file. Answers GET and HEAD. */
export interface Download {
  /** In router syntax: `/avatar/:who`, `/files/*`. */
  path: string
  visit(visit: DownloadRequest): Promise<Redirection | DownloadContent>
}

export interface DownloadRequest {
  app: App
  exchange: Exchange
  query: Fields
  /** A path parameter by name. */
  part(name: string): string
  /** The organization of this host. Throws if there is none. */
  realm(): Promise<Realm>
}

export interface Redirection {
  location: string
  vary?: string
}

export interface DownloadContent {
  /** 200 if unset. */
  status?: number
  type: string
  /** Undefined if it is known only at the end. */
  size: number | undefined
  /** Not called for HEAD requests. Gets a range only if `hasParts` is set. */
  open(range?: ByteRange): Readable | Buffer
  /** Range requests are supported. */
  hasParts?: true
  /**
   * Cache lifetime in seconds; `immutable` for URLs whose content never changes, `for-viewer` the same for private
   * caches, `day-for-viewer` a day in private caches.
   */
  keepFor: number | 'immutable' | 'for-viewer' | 'day-for-viewer' | 'never'
  /** File name of a download. */
  attachment?: string
  /** Shown inline; file name for saving. */
  inline?: string
  /** Content Security Policy; forbids everything if unset. */
  policy?: string
  vary?: string
}

export function serveDownloads(app: App, server: FastifyInstance, downloads: readonly Download[]): void {
  for (const download of downloads) {
    server.route({
      method: ['GET', 'HEAD'],
      url: download.path,
      config: { recordsItself: true },
      handler: (request, reply) => show(app, download, exchangeOf(request, reply)),
    })
  }
}

async function show(app: App, download: Download, exchange: RoutedExchange): Promise<void> {
  const { id, response, headers, path, route, started, method } = exchange
  const onBreak = (error: NodeJS.ErrnoException) => {
    // The client disconnected.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET') return
    app.logger.error({ err: error, req_id: exchange.id, route: download.path }, 'a file broke off')
  }
  try {
    const found = await download.visit({
      app,
      exchange,
      query: parseUrlEncoded(exchange.query),
      part: (name) => path[name] ?? '',
      realm: async () => {
        const realm = await app.realms.byHost(headers.host ?? '')
        if (realm === undefined) throw apiError('organization-not-found')
        return realm
      },
    })
    const range = 'hasParts' in found ? rangeOf(headers, found.size ?? 0) : undefined
    const status = 'location' in found ? 302 : statusOf(found, range)
    recordResponse(app, { id, method, route, started }, status)
    if ('location' in found) {
      response.writeHead(302, {
        location: found.location,
        'cache-control': 'no-store',
        'content-length': '0',
        ...(found.vary === undefined ? {} : { vary: found.vary }),
      })
      response.end()
      return
    }
    if (range === 'beyond') {
      response.writeHead(416, { 'content-range': `bytes */${found.size}`, 'content-length': '0' })
      response.end()
      return
    }
    // Opened before the headers are written, so that a failure becomes an ordinary error.
    const content = method === 'HEAD' ? undefined : found.open(range)
    response.writeHead(status, { ...headersOf(found), ...partHeaders(found, range) })
    if (content === undefined) response.end()
    else await pipeline(content instanceof Readable ? content : [content], response).catch(onBreak)
  } catch (error) {
    respondWithError(app, exchange, error)
  }
}

const statusOf = ({ status = 200 }: DownloadContent, range: ByteRange | 'beyond' | undefined) =>
  range === undefined ? status : range === 'beyond' ? 416 : 206

function partHeaders(
  { size, hasParts }: DownloadContent,
  range: ByteRange | undefined,
): Record<string, string> {
  if (hasParts === undefined) return {}
  if (range === undefined) return { 'accept-ranges': 'bytes' }
  const { start, end } = range
  return {
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': String(end - start + 1),
  }
}

/** The content must never run scripts in the organization's origin. */
const headersOf = ({ type, size, keepFor, attachment, inline, policy, vary }: DownloadContent) => ({
  'content-type': type,
  ...(size === undefined ? {} : { 'content-length': String(size) }),
  'cache-control': cachingOf(keepFor),
  ...(attachment === undefined ? {} : { 'content-disposition': disposition('attachment', attachment) }),
  ...(inline === undefined ? {} : { 'content-disposition': disposition('inline', inline) }),
  ...(vary === undefined ? {} : { vary }),
  'x-content-type-options': 'nosniff',
  'content-security-policy': policy ?? "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
})

/** Non-ASCII names are sent in both forms: RFC 5987, and a fallback. */
function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`
}

function cachingOf(keepFor: DownloadContent['keepFor']): string {
  if (keepFor === 'never') return 'private, no-store'
  if (keepFor === 'for-viewer') return 'private, immutable'
  if (keepFor === 'day-for-viewer') return 'private, max-age=86400'
  return keepFor === 'immutable' ? 'public, max-age=31536000, immutable' : `public, max-age=${keepFor}`
}
