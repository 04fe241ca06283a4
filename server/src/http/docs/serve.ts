import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { escapeHtml } from '../../text.ts'
import { docsPage } from './page.ts'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

interface Content {
  type: string
  plain: Buffer
  packed: Buffer
  tag: string
}

function contentOf(type: string, text: string | Buffer): Content {
  const plain = Buffer.from(text)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  return { type, plain, packed: gzipSync(plain), tag }
}

/** Static files of the page. */
const assets = ['tokens.css', 'layout.css', 'content.css', 'try.css', 'docs.js', 'try.js', 'dom.js']
const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** Placeholder for the organization's URL, because rendering the page is expensive. */
const anywhere = 'https://organization.invalid'
/** Pages are cached per organization URL, because the examples contain it. */
const maxCachedPages = 20

/** Serves the documentation page with its styles and scripts. Each is created once. */
export function serveDocs(app: App, server: FastifyInstance): void {
  const pages = new Map<string, Content>()
  let template: string | undefined
  const pageAt = (url: string): Content => {
    const known = pages.get(url)
    if (known !== undefined) return known
    if (pages.size >= maxCachedPages) pages.clear()
    template ??= docsPage(anywhere)
    const content = contentOf(
      'text/html; charset=utf-8',
      template.replaceAll(anywhere, () => escapeHtml(url)),
    )
    pages.set(url, content)
    return content
  }
  server.get('/api/docs', async (request, reply) => {
    const realm = await app.realms.byHost(request.headers.host ?? '')
    reply.header('content-security-policy', policy).header('referrer-policy', 'same-origin')
    return send(request, reply, pageAt(realm?.directory.url ?? app.config.url))
  })
  for (const name of assets) {
    let content: Content | undefined
    server.get(`/api/docs/${name}`, async (request, reply) => {
      content ??= assetNamed(name)
      return send(request, reply, content)
    })
  }
}

function assetNamed(name: string): Content {
  const type = types[name.endsWith('.css') ? 'css' : 'js']
  return contentOf(type, readFileSync(new URL(`./assets/${name}`, import.meta.url)))
}

/** Revalidated on each request, mostly with 304. */
function send({ headers }: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  const tag = `"${content.tag}"`
  reply
    .header('cache-control', 'no-cache')
    .header('etag', tag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
  if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
  if (takesGzip) reply.header('content-encoding', 'gzip')
  return reply.type(content.type).send(takesGzip ? content.packed : content.plain)
}
