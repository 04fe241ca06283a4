import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'
import { isLoopback } from '../platform/login-settings.ts'

/** A proxy on this machine is a local peer too, so requests with its headers need the token. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether a request can read the metrics: from this machine, or with the token. */
export function canReadMetrics(
  token: string | undefined,
  peer: string | undefined,
  headers: IncomingHttpHeaders,
): boolean {
  const [scheme, given, ...more] = (headers.authorization ?? '').split(' ')
  if (token !== undefined && scheme?.toLowerCase() === 'bearer' && given !== undefined && more.length === 0) {
    return isSame(given, token)
  }
  return isLocal(peer ?? '') && !proxyHeaders.some((name) => name in headers)
}

function isLocal(peer: string): boolean {
  const address = peer.replace(/^::ffff:/i, '')
  return isLoopback(isIPv6(address) ? `[${address}]` : address)
}

const hash = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other))
