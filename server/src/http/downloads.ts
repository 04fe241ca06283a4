import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '@loquat/contract'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Realm } from '../realms/realm.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { type Fields, parseUrlEncoded } from './form.ts'
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
}

export interface Content {
  type: string
  size: number
  /** Not opened for those who only ask whether it is there. */
  open(): Readable | Buffer
  /** In seconds; `immutable` is for addresses that stand for one content for ever. */
  keepFor: number | 'immutable'
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

async function show(app: App, download: Download, exchange: Exchange): Promise<void> {
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
        if (realm === undefined)
          throw refuse('NonexistentSubdomain', 'There is no organization at this address.')
        return realm
      },
    })
    const status = 'location' in found ? 302 : 200
    app.metrics.requestAnswered('GET', download.path, status, (performance.now() - started) / 1_000)
    if ('location' in found) {
      response.writeHead(302, {
        location: found.location,
        'cache-control': 'no-store',
        'content-length': '0',
      })
      response.end()
      return
    }
    // Before the headers are written: what cannot be opened is an error like any other.
    const content = method === 'HEAD' ? undefined : found.open()
    response.writeHead(200, headersOf(found))
    if (content === undefined) response.end()
    else await pipeline(content instanceof Readable ? content : [content], response).catch(onBreak)
  } catch (error) {
    respondWithError(app, exchange, error)
  }
}

/** Nothing of this may run in the name of the organization, whatever is in it. */
const headersOf = ({ type, size, keepFor }: Content) => ({
  'content-type': type,
  'content-length': String(size),
  'cache-control':
    keepFor === 'immutable' ? 'public, max-age=31536000, immutable' : `public, max-age=${keepFor}`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
})
