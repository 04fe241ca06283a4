import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

export interface CountingProxy {
  /** Where PostgreSQL is found through it. */
  databaseUrl: string
  /** How many statements have passed. */
  statements(): number
  close(): void
}

const query = 'Q'.charCodeAt(0)
const execute = 'E'.charCodeAt(0)

/** Stands between a server and its PostgreSQL, and counts the statements that are executed. */
export async function countingProxy(target: pg.ClientConfig): Promise<CountingProxy> {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(join(target.host ?? '', `.s.PGSQL.${target.port ?? 5432}`))
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    const read = messageReader((type) => {
      if (type === query || type === execute) count++
    })
    client.on('data', (chunk) => {
      read(chunk)
      database.write(chunk)
    })
    database.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const login = `${target.user}:${encodeURIComponent(String(target.password ?? ''))}`
  return {
    databaseUrl: `postgres://${login}@127.0.0.1:${port}/${target.database}`,
    statements: () => count,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Follows the messages of a client: a type of one byte and a length. The first message has no type. */
function messageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      if (started) onMessage(rest[0] ?? 0)
      started = true
      rest = rest.subarray(length)
    }
  }
}
