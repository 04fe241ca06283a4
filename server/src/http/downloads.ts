import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '@loquat/contract'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Realm } from '../realms/realm.ts'
import { type Exchange, exchangeOf, type RoutedExchange } from './exchange.ts'
import { type Fields, parseUrlEncoded } from './form.ts'
import { type ByteRange, rangeOf } from './ranges.ts'
import { respondWithError } from './respond.ts'

/** Something outside the API that browsers show: a picture, a file. Answers GET and HEAD. */
export interface Download {
  /** As the router writes it: `/avatar/:who`, `/files/*`. */
  path: string
  visit(visit: Visit): Promise<Redirection | Content>
}

export interface Visit {
  app: App
  exchange: Exchange
  query: Fields
  /** A part of the path by its name in `path`. */
  part(name: string): string
  /** The organization at this address, or a refusal. */
  realm(): Promise<Realm>
}

export interface Redirection {
  location: string
  vary?: string
}

export interface Content {
  /** 200 if unset. */
  status?: number
  type: string
  size: number
  /** Not opened for those who only ask whether it is there. A part of it only where `hasParts` says that there are any. */
  open(range?: ByteRange): Readable | Buffer
  /** Parts of it may be asked for. */
  hasParts?: true
  /**
   * In seconds; `immutable` is for addresses that stand for one content for ever, `for-viewer` is the same for those who may
   * see it.
   */
  keepFor: number | 'immutable' | 'for-viewer' | 'never'
  /** To be saved under this name, not shown. */
  attachment?: string
  /** To be shown; this is its name if it is saved. */
  inline?: string
  /** What it may do where it is shown; nothing, if unset. */
  policy?: string
  vary?: string
}

export function serveDownloads(app: App, server: FastifyInstance, downloads: readonly Download[]): void {
  for (const download of downloads) {
    server.route({
      method: ['GET', 'HEAD'],
      url: download.path,
      handler: (request, reply) => show(app, download, exchangeOf(request, reply)),
    })
  }
}

async function show(app: App, download: Download, exchange: RoutedExchange): Promise<void> {
  const { response, headers, path, started, method } = exchange
  const onBreak = (error: NodeJS.ErrnoException) => {
    // Whoever went away does not want the rest.
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
        if (realm === undefined) throw refuse('NonexistentSubdomain', 'There is no organization at this URL.')
        return realm
      },
    })
    const range = 'hasParts' in found ? rangeOf(headers, found.size) : undefined
    const status = 'location' in found ? 302 : statusOf(found, range)
    app.metrics.requestAnswered('GET', download.path, status, (performance.now() - started) / 1_000)
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
    // Before the headers are written: what cannot be opened is an error like any other.
    const content = method === 'HEAD' ? undefined : found.open(range)
    response.writeHead(status, { ...headersOf(found), ...partHeaders(found, range) })
    if (content === undefined) response.end()
    else await pipeline(content instanceof Readable ? content : [content], response).catch(onBreak)
  } catch (error) {
    respondWithError(app, exchange, error)
  }
}

const statusOf = ({ status = 200 }: Content, range: ByteRange | 'beyond' | undefined) =>
  range === undefined ? status : range === 'beyond' ? 416 : 206

function partHeaders({ size, hasParts }: Content, range: ByteRange | undefined): Record<string, string> {
  if (hasParts === undefined) return {}
  if (range === undefined) return { 'accept-ranges': 'bytes' }
  const { start, end } = range
  return {
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': String(end - start + 1),
  }
}

/** Nothing of this may run in the name of the organization, whatever is in it. */
const headersOf = ({ type, size, keepFor, attachment, inline, policy, vary }: Content) => ({
  'content-type': type,
  'content-length': String(size),
  'cache-control': cachingOf(keepFor),
  ...(attachment === undefined ? {} : { 'content-disposition': disposition('attachment', attachment) }),
  ...(inline === undefined ? {} : { 'content-disposition': disposition('inline', inline) }),
  ...(vary === undefined ? {} : { vary }),
  'x-content-type-options': 'nosniff',
  'content-security-policy': policy ?? "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
})

/** Names that are not plain are written twice: for programs that know how to read the second, and for others. */
function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${exact}`}`
}

function cachingOf(keepFor: Content['keepFor']): string {
  if (keepFor === 'never') return 'private, no-store'
  if (keepFor === 'for-viewer') return 'private, immutable'
  return keepFor === 'immutable' ? 'public, max-age=31536000, immutable' : `public, max-age=${keepFor}`
}
