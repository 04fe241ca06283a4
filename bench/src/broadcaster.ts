import { createServer, type ServerResponse } from 'node:http'

/**
 * A minimal long-polling server: parks requests, and answers all of them with the same bytes on request.
 * Run as `node broadcaster.ts PORT BYTES POLLS`. It waits until this many polls are parked.
 */
const [port, size, polls] = process.argv.slice(2).map(Number)
const body = Buffer.alloc(size ?? 0, 'x')
let parked: ServerResponse[] = []
let told: ServerResponse | undefined

function broadcast(): void {
  if (told === undefined || parked.length < (polls ?? 0)) return
  const waiting = parked
  parked = []
  for (const one of waiting) {
    one.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    one.end(body)
  }
  told.writeHead(200, { 'content-length': 2 })
  told.end('ok')
  told = undefined
}

createServer((request, response) => {
  if (request.url === '/health') response.end()
  else {
    if (request.method === 'POST') told = response
    else parked.push(response)
    broadcast()
  }
}).listen(port, '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
