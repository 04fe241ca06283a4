import { createServer } from 'node:http'

/** The least that a server can do to answer: the same bytes from memory. Run as `node repeater.ts PORT BYTES`. */
const [port, size] = process.argv.slice(2).map(Number)
const body = Buffer.alloc(size ?? 0, 'x')

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
}).listen(port, '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
