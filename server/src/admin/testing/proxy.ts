import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

/** A proxy in front of the old server that can fail, and can deliver events twice. */
export async function oldServerProxy(target: string) {
  const proxy = { url: '', isBroken: false, repeatsEvents: false, repeated: 0, cut: () => {} }
  /** Events that are delivered once more. */
  let delivered: Buffer | undefined
  const server = createServer(async (request, response) => {
    if (proxy.isBroken) {
      response.writeHead(502).end()
      return
    }
    if (delivered !== undefined && isPoll(request.url)) {
      response.end(delivered)
      proxy.repeated++
      delivered = undefined
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization = '', 'content-type': type } = request.headers
    try {
      const reply = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
        ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      })
      const body = Buffer.from(await reply.arrayBuffer())
      if (proxy.repeatsEvents && isDelivery(request.url, body)) delivered = body
      response.writeHead(reply.status).end(body)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  proxy.url = `http://127.0.0.1:${port}`
  proxy.cut = () => server.closeAllConnections()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return proxy
}

const isPoll = (path = '') => path.startsWith('/api/v1/events?')
const isDelivery = (path: string | undefined, body: Buffer) =>
  isPoll(path) && !body.toString().includes('"events":[]')
