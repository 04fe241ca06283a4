import { createSocket } from 'node:dgram'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { AuditEntryObject } from '@loquat/contract'
import type { SyslogReceiver } from '../../../platform/audit-config.ts'

const timeoutMs = 10_000
/** Facility 13, log audit; severity 6, informational. */
const priority = 13 * 8 + 6

/** An entry as a message of RFC 5424. The message itself is JSON, which has no line breaks. */
export function syslogMessage(organization: string, entry: AuditEntryObject): string {
  const time = new Date(entry.time * 1_000).toISOString()
  const host =
    hostname()
      .replace(/[^\x21-\x7e]/g, '')
      .slice(0, 255) || '-'
  return `<${priority}>1 ${time} ${host} loquat - ${entry.kind} - ${JSON.stringify({ organization, ...entry })}`
}

/** Sends messages, and resolves when the receiver has taken them. Over UDP, nothing tells whether it has. */
export async function sendSyslog(receiver: SyslogReceiver, messages: readonly string[]): Promise<void> {
  if (receiver.protocol === 'udp') await sendDatagrams(receiver, messages)
  else await sendStream(receiver, messages)
}

async function sendStream(
  { protocol, host, port }: SyslogReceiver,
  messages: readonly string[],
): Promise<void> {
  const socket: Socket =
    protocol === 'tls'
      ? // An IP address is verified as well, but is no server name.
        connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host, port })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The syslog receiver does not answer.')))
  socket.on('error', reject)
  // It closes after it has read everything. A connection that breaks off earlier is an error.
  socket.on('close', () => resolve())
  socket.resume()
  // Octet counting (RFC 6587), because messages may contain anything.
  socket.end(Buffer.concat(messages.map((text) => Buffer.from(`${Buffer.byteLength(text)} ${text}`))))
  await promise
}

async function sendDatagrams({ host, port }: SyslogReceiver, messages: readonly string[]): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const text of messages) {
      await new Promise<void>((resolve, reject) =>
        socket.send(text, port, host, (error) => (error === null ? resolve() : reject(error))),
      )
    }
  } finally {
    socket.close()
  }
}
