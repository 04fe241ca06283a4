import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/** What a device installs the app as: the organization, by its own name. */
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
            { name: 'Recent', url: '/recent' },
          ],
        }),
      )
  })
}
