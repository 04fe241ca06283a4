import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { helperPath } from './layout.ts'

/** The script of the pages, which also work without it. */
export function serveHelper(server: FastifyInstance): void {
  const file = new URL('./helper.js', import.meta.url)
  server.get(helperPath, async (_request, reply) => {
    await reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('x-content-type-options', 'nosniff')
      .send(await readFile(file))
  })
}
