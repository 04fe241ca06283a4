import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/** Longer URLs are not supported everywhere. */
const maxUrlLength = 2_000

/** Serves the web app manifest, with the name of the organization. */
export function serveManifest(app: App, server: FastifyInstance): void {
  server.get('/manifest.webmanifest', async (request, reply) => {
    const realm = await app.realms.byHost(request.headers.host ?? '')
    const name = realm?.directory.realm.name ?? 'Loquat'
    const icons = [{ src: '/assets/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
    await reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(
        JSON.stringify({
          name,
          short_name: name,
          id: '/',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#f6f3ee',
          theme_color: '#f6f3ee',
          icons,
          shortcuts: [
            { name: 'Inbox', url: '/inbox' },
            { name: 'New message', url: '/?write' },
          ],
          share_target: {
            action: '/share',
            method: 'POST',
            enctype: 'multipart/form-data',
            params: {
              title: 'title',
              text: 'text',
              url: 'url',
              files: [{ name: 'files', accept: ['*/*'] }],
            },
          },
        }),
      )
  })
  // The app's service worker handles shared content. Before it is installed, only the shared text arrives, without
  // files.
  server.post('/share', async (request, reply) => {
    const { body } = request
    const words = ['title', 'text', 'url'].map((name) =>
      body instanceof Map ? String(body.get(name) ?? '') : '',
    )
    const text = words.filter((part) => part !== '').join('\n')
    const some = text.slice(0, maxUrlLength).toWellFormed()
    await reply.redirect(`/?write=${encodeURIComponent(some)}`, 303)
  })
}
