import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** A proxy between a server and PostgreSQL that counts statements and simulates faults. */
export interface DatabaseProxy {
  /** Options for `pg` to reach the same database through the proxy. */
  config: pg.ClientConfig
  databaseUrl: string
  /** Statements that have passed, except on the connection that listens for other processes. */
  statements(): number
  /** Connections that are open. */
  connections(): number
  /** Open connections carry nothing from now on, and stay open. New ones work. */
  swallow(): void
  /** New connections carry nothing either, until they do again. */
  swallowNew(isOn: boolean): void
  /** New connections are refused with an error code of PostgreSQL: 53300 at its limit of connections. */
  refuse(code: string | false): void
  /** Every packet takes this much longer, each way. */
  delay(milliseconds: number): void
  /** New connections go to another PostgreSQL. */
  redirect(target: pg.ClientConfig): void
  /** Breaks every open connection. */
  disconnect(): void
  close(): void
}

const query = 'Q'.charCodeAt(0)
const execute = 'E'.charCodeAt(0)

export async function startDatabaseProxy(target: pg.ClientConfig): Promise<DatabaseProxy> {
  let count = 0
  let refusal: string | false = false
  let isSilent = false
  let delayMs = 0
  let current = target
  const links = new Set<Link>()
  const server = createServer((client) => {
    if (refusal !== false) return refuseConnection(client, refusal)
    const link = new Link(client, connect(socketOf(current)), () => delayMs)
    link.isSilent = isSilent
    links.add(link)
    client.on('close', () => links.delete(link))
    let isListening = false
    const read = messageReader((type, text) => {
      if (type === query && text().startsWith('listen ')) isListening = true
      // Wake-ups of other processes go out when they may; which statement they follow is chance.
      else if (!isListening && (type === query || type === execute)) count++
    })
    client.on('data', read)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const login = `${target.user}:${encodeURIComponent(String(target.password ?? ''))}`
  const disconnect = () => {
    for (const link of links) link.close()
  }
  return {
    config: { ...target, host: '127.0.0.1', port },
    databaseUrl: `postgres://${login}@127.0.0.1:${port}/${target.database}`,
    statements: () => count,
    connections: () => links.size,
    swallow: () => {
      for (const link of links) link.isSilent = true
    },
    swallowNew: (isOn) => {
      isSilent = isOn
    },
    refuse: (code) => {
      refusal = code
    },
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    redirect: (other) => {
      current = other
    },
    disconnect,
    close: () => {
      disconnect()
      server.close()
    },
  }
}

const socketOf = ({ host = '', port = 5432 }: pg.ClientConfig) =>
  host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }

/** A connection of a client and the one to PostgreSQL that belongs to it. */
class Link {
  isSilent = false
  readonly #sockets: Socket[]

  constructor(client: Socket, database: Socket, delayMs: () => number) {
    this.#sockets = [client, database]
    this.#carry(client, database, delayMs)
    this.#carry(database, client, delayMs)
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #carry(from: Socket, to: Socket, delayMs: () => number): void {
    from.setNoDelay(true)
    from.on('error', () => {})
    from.on('data', (chunk) => {
      if (this.isSilent) return
      if (delayMs() === 0) to.write(chunk)
      else setTimeout(() => to.write(chunk), delayMs())
    })
    from.on('close', () => {
      // Closing a connection is swallowed as well.
      if (!this.isSilent) this.close()
    })
  }
}

/** An ErrorResponse of PostgreSQL's protocol. */
function refuseConnection(client: Socket, code: string): void {
  client.on('error', () => {})
  client.once('data', () => {
    const fields = ['SFATAL', 'VFATAL', `C${code}`, 'Mrefused by the proxy', '']
    const body = Buffer.from(fields.map((field) => `${field}\0`).join(''))
    const head = Buffer.alloc(5)
    head.write('E')
    head.writeUInt32BE(body.length + 4, 1)
    client.end(Buffer.concat([head, body]))
  })
}

/** Follows the messages of a client: a type of one byte and a length. The first message has no type. */
function messageReader(onMessage: (type: number, text: () => string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      if (started) onMessage(message[0] ?? 0, () => message.toString('utf8', head + 4))
      started = true
      rest = rest.subarray(length)
    }
  }
}
