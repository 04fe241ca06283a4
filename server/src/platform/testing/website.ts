import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Website {
  /** With a trailing slash. */
  url: string
  port: number
  /** All requests, in order. */
  requests: IncomingMessage[]
}

export type SitePages = Record<string, string | RequestListener>

export const answerHtml = (html: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
}

/** A site with these pages, until the test ends. */
export async function startWebsite(pages: SitePages, host = '127.0.0.1'): Promise<Website> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const page = pages[request.url ?? '']
    if (page === undefined) response.writeHead(404).end()
    else if (typeof page === 'string') answerHtml(page)(request, response)
    else page(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}/`, port, requests }
}
