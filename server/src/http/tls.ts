import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createSecureContext, createServer, type Server as TlsServer } from 'node:tls'
import type { Logger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import type { TlsConfig } from '../platform/tls-config.ts'

const reloadIntervalMs = 10_000
/** Clients that do not finish the handshake are disconnected. */
const handshakeTimeoutMs = 10_000

/**
 * Makes a server speak TLS on the port it listens on. Connections are decrypted before the server gets them, so long polls and
 * all other requests are handled as without TLS. A changed certificate applies to new connections.
 */
export function enableTls(
  server: Server,
  files: TlsConfig,
  log: Logger,
  { intervalMs = reloadIntervalMs }: { intervalMs?: number } = {},
): void {
  let stamp = stampOf(files)
  const tls = createTlsServer(files)
  /** Of the system; those in the handshake are not known to the server yet. */
  const connections = new Set<Socket>()
  const [accept] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    tls.emit('connection', socket)
  })
  tls.on('secureConnection', (socket) => {
    accept?.call(server, socket)
  })
  // Scanners and clients that do not accept the certificate: nothing that an operator can act on.
  tls.on('tlsClientError', (_error, socket) => socket.destroy())

  const closeAll = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeAll()
    for (const socket of connections) socket.destroy()
  }

  const watch = setInterval(() => {
    const current = stampOf(files)
    if (current === stamp) return
    stamp = current
    try {
      tls.setSecureContext(read(files))
      log.info('loaded the changed TLS certificate')
    } catch (error) {
      log.error({ err: error }, 'the changed TLS certificate cannot be used; the previous one stays')
    }
  }, intervalMs).unref()
  server.once('close', () => clearInterval(watch))
}

function createTlsServer(files: TlsConfig): TlsServer {
  try {
    return createServer({ ...read(files), handshakeTimeout: handshakeTimeoutMs, ALPNProtocols: ['http/1.1'] })
  } catch (error) {
    throw new StartError(`LOQUAT_TLS_CERT and LOQUAT_TLS_KEY cannot be used: ${(error as Error).message}.`)
  }
}

/** Reads both files and checks that they belong together. */
function read({ certFile, keyFile }: TlsConfig): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  createSecureContext(pair)
  return pair
}

/** Changes when either file is written or replaced. */
function stampOf({ certFile, keyFile }: TlsConfig): string {
  return [certFile, keyFile]
    .map((file) => {
      const info = statSync(file, { throwIfNoEntry: false })
      return info === undefined ? 'missing' : `${info.ino} ${info.size} ${info.mtimeMs}`
    })
    .join(', ')
}
