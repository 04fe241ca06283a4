import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { App } from '../../../../app.ts'
import { picture } from '../../../identity/pictures/testing/fixtures.ts'
import { type GifLimits, Gifs, gifsSlot } from '../gifs.ts'

/** For tests only: a stand-in for Giphy and Tenor, which both answer at their own paths. */
export interface GifService {
  origin: string
  /** Searches, without requests for pictures. */
  searches: URL[]
  headers: IncomingMessage['headers'][]
  /** The number of GIFs that every search finds. */
  total: number
  /** Replaces the response to searches. */
  answer: { status: number; body: string } | undefined
}

const colors = ['#3b7d4f', '#7d3b6e', '#3b5a7d', '#a8672a'] as const

async function startGifService(total = 30): Promise<GifService> {
  const pictures = await Promise.all(
    colors.map(async (color) =>
      Buffer.from(
        await (await picture('x.gif', { format: 'gif', width: 200, height: 120, color })).arrayBuffer(),
      ),
    ),
  )
  const service: GifService = { origin: '', searches: [], headers: [], total, answer: undefined }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', service.origin)
    if (url.pathname.startsWith('/media/')) {
      response.setHeader('content-type', 'image/gif')
      response.end(pictures[Number(/\d+/.exec(url.pathname)?.[0] ?? 0) % pictures.length])
      return
    }
    service.searches.push(url)
    service.headers.push(request.headers)
    const { status, body } = service.answer ?? { status: 200, body: JSON.stringify(pageOf(service, url)) }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return service
}

/** Lets the app search at a stand-in, with these limits. It needs a key in its settings. */
export async function useGifService(app: App, limits: Partial<GifLimits> = {}): Promise<GifService> {
  const service = await startGifService()
  app.slots.set(gifsSlot, new Gifs(app, { origin: service.origin, ...limits }))
  return service
}

function pageOf(service: GifService, { pathname, searchParams: params }: URL): object {
  const words = params.get('q') ?? 'popular'
  const limit = Number(params.get('limit'))
  const first = Number(params.get('offset') ?? params.get('pos') ?? 0)
  const count = Math.max(0, Math.min(limit, service.total - first))
  const found = Array.from({ length: count }, (_, n) => ({
    id: `gif-${first + n}`,
    title: `${words} ${first + n + 1}`,
    url: `${service.origin}/media/${first + n}/giphy.gif?cid=a&rid=giphy.gif`,
    preview: `${service.origin}/media/${first + n}/200w_d.gif`,
    still: `${service.origin}/media/${first + n}/200w_s.gif`,
  }))
  if (pathname.startsWith('/v2/')) {
    return {
      results: found.map(({ id, title, url, preview, still }) => ({
        id,
        content_description: title,
        media_formats: {
          gif: { url, dims: [400, 240] },
          tinygif: { url: preview, dims: [200, 120] },
          gifpreview: { url: still, dims: [400, 240] },
        },
      })),
      next: first + count < service.total ? String(first + count) : '',
    }
  }
  return {
    data: found.map(({ id, title, url, preview, still }) => ({
      id,
      title,
      images: {
        downsized_medium: { url, width: '400', height: '240' },
        fixed_width_downsampled: { url: preview, width: '200', height: '120' },
        fixed_width_still: { url: still, width: '200', height: '120' },
      },
    })),
    pagination: { offset: first, count, total_count: service.total },
    meta: { status: 200 },
  }
}
