import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/** Longer ones are not understood everywhere. */
const mostInAddress = 2_000

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
  // The app's worker takes what is shared. Where it is not there yet, the words come through, and files do not.
  server.post('/share', async (request, reply) => {
    const { body } = request
    const words = ['title', 'text', 'url'].map((name) =>
      body instanceof Map ? String(body.get(name) ?? '') : '',
    )
    const text = words.filter((part) => part !== '').join('\n')
    const some = text.slice(0, mostInAddress).toWellFormed()
    await reply.redirect(`/?write=${encodeURIComponent(some)}`, 303)
  })
}
