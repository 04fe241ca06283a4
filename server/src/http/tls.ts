import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer, type Server as TlsServer } from 'node:tls'
import type { Logger } from '../platform/logger.ts'
import type { TlsConfig } from '../platform/tls-config.ts'
import { readCertificate, watchCertificate } from './certificate.ts'

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
  { intervalMs }: { intervalMs?: number } = {},
): void {
  const tls = createTlsServer(files)
  /** Accepted sockets. The server does not know those in the handshake yet. */
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

  const stopWatching = watchCertificate(files, log, (pair) => tls.setSecureContext(pair), intervalMs)
  server.once('close', stopWatching)
}

function createTlsServer(files: TlsConfig): TlsServer {
  const pair = readCertificate(files, 'LOQUAT_TLS_CERT and LOQUAT_TLS_KEY')
  return createServer({ ...pair, handshakeTimeout: handshakeTimeoutMs, ALPNProtocols: ['http/1.1'] })
}
