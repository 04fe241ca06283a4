import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether a proxy at this address is trusted to name the client it forwards for. */
export type TrustProxy = (address: string, hop: number) => boolean

/** Throws for anything other than IP addresses and networks. */
export const trustIn = (proxies: readonly string[]): TrustProxy => proxyAddr.compile([...proxies])

/** The client's address: the last one in `X-Forwarded-For` that was not added by a trusted proxy. */
export const clientAddress = (socket: Socket, headers: IncomingHttpHeaders, trust: TrustProxy): string =>
  proxyAddr({ socket, headers } as IncomingMessage, trust) ?? ''
