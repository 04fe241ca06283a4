import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { outputFolder } from '@loquat/web/stamp'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { hasTag } from '../http/reply/revalidation.ts'
import type { Site } from '../http/server.ts'
import type { Config } from '../platform/config.ts'
import { isWebAppBuilding } from './built.ts'
import { serveManifest } from './manifest.ts'
import { sendPreparing } from './preparing-page.ts'

/** URL prefixes of the app's views. Below these, the app itself handles unknown URLs. */
const views = [
  '/',
  ...['inbox', 'recent', 'feed', 'mentions', 'starred', 'dms', 'drafts', 'scheduled', 'later', 'search'].map(
    (view) => `/${view}`,
  ),
  ...['c', 'dm', 'm', 'people'].map((view) => `/${view}/*`),
  ...['channels', 'groups', 'settings', 'organization', 'help'].flatMap((view) => [`/${view}`, `/${view}/*`]),
]

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
}

/**
 * Content Security Policy: only resources from this host. Without the image proxy, messages show images and videos from any
 * host.
 */
const policyFor = ({ imageProxy }: Config) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob:${imageProxy ? '' : ' https:'}`,
    `media-src 'self' blob:${imageProxy ? '' : ' https:'}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Only pages of this host may use the microphone, camera and screen, for calls. Nothing uses the location. */
const permissionsPolicy = 'microphone=(self), camera=(self), display-capture=(self), geolocation=()'

export const webApp: Site = { serve: serveWebApp, sendMissing: sendMissingPage }

/** Serves the web app: one page for all its URLs, and its files. */
export function serveWebApp(
  app: App,
  server: FastifyInstance,
  folder = outputFolder,
  isBuilding = isWebAppBuilding,
): void {
  if (!app.config.webApp) return
  for (const path of views) {
    server.get(path, async (request, reply) => {
      if (isBuilding()) await sendPreparing(request, reply)
      else if (!(await sendPage(app, request, reply, 200, folder))) await reply.callNotFound()
    })
  }
  server.get('/assets/*', async (request, reply) => {
    const { '*': name } = request.params as { '*': string }
    if (!(await send(request, reply, `assets/${name}`, cachingOf(name), folder))) await reply.callNotFound()
  })
  server.get('/sw.js', async (request, reply) => {
    if (!(await send(request, reply, 'sw.js', 'no-cache', folder))) await reply.callNotFound()
  })
  serveManifest(app, server)
}

/**
 * Serves the app for unknown URLs that a browser opens, so that it can show an error page. Returns false if it
 * cannot.
 */
async function sendMissingPage(app: App, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const wantsPage = request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html')
  if (!app.config.webApp || !wantsPage || ofServer.test(request.url)) return false
  if (isWebAppBuilding()) {
    await sendPreparing(request, reply)
    return true
  }
  return await sendPage(app, request, reply, 404)
}

const ofServer = /^\/(api|json|assets|user_uploads|user_avatars|avatar|static|exports|external_content)(\/|$)/

/** Built files have a content hash in their names. */
const cachingOf = (name: string) => (/-[\w-]{8}\.\w+$/.test(name) ? immutable : 'public, max-age=3600')
const immutable = 'public, max-age=31536000, immutable'

async function sendPage(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  folder = outputFolder,
): Promise<boolean> {
  reply
    .code(status)
    .header('content-security-policy', policyFor(app.config))
    .header('permissions-policy', permissionsPolicy)
    .header('referrer-policy', 'same-origin')
  return await send(request, reply, 'index.html', 'no-cache', folder)
}

/** Returns false if there is no such file. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  caching: string,
  folder: string,
): Promise<boolean> {
  const file = await fileAt(folder, name, String(request.headers['accept-encoding'] ?? ''))
  if (file === undefined) return false
  reply
    .header('vary', 'accept-encoding')
    .header('cache-control', caching)
    .header('x-content-type-options', 'nosniff')
  if (caching !== immutable) {
    // Small files. The bytes differ by encoding, and so do their tags.
    const tag = `"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 22)}"`
    reply.header('etag', tag)
    if (reply.statusCode === 200 && hasTag(request.headers['if-none-match'], tag)) {
      await reply.code(304).send()
      return true
    }
  }
  if (file.coding !== undefined) reply.header('content-encoding', file.coding)
  await reply
    .type(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(file.bytes)
  return true
}

interface File {
  bytes: Buffer
  coding: 'br' | 'gzip' | undefined
}

async function fileAt(folder: string, name: string, accepted: string): Promise<File | undefined> {
  const path = normalize(join(folder, name))
  if (!path.startsWith(normalize(`${folder}/`))) return undefined
  const variants = [
    ...(accepted.includes('br') ? [{ suffix: '.br', coding: 'br' as const }] : []),
    ...(accepted.includes('gzip') ? [{ suffix: '.gz', coding: 'gzip' as const }] : []),
    { suffix: '', coding: undefined },
  ]
  for (const { suffix, coding } of variants) {
    const bytes = await readFile(path + suffix).catch(() => undefined)
    if (bytes !== undefined) return { bytes, coding }
  }
  return undefined
}
