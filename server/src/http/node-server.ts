import { type RequestListener, Server } from 'node:http'
import type { Life } from './shutdown.ts'

export const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 300_000 }

/** A `node:http` server that handles polls like all other requests. */
export function createNodeServer(life: Life, handle: RequestListener): Server {
  const server = new Server(timeouts)
  server.on('request', (request, response) => {
    life.track(response)
    handle(request, response)
  })
  return server
}
