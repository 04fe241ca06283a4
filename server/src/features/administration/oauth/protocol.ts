import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { RoutedExchange } from '../../../http/exchange.ts'
import type { Protocol } from '../../../http/protocols.ts'
import { recordResponse } from '../../../http/reply/record.ts'
import type { Bodies } from '../../../http/request/bodies.ts'
import { identifyCaller } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertAllowedNetwork } from '../../../sessions/sessions.ts'
import { authenticateClient } from './client.ts'
import { OAuthError, toOAuthError } from './errors.ts'
import { printable, required, uniqueParams } from './form.ts'
import { exchangeCode, refreshTokens } from './issue.ts'
import {
  registerPath,
  resourceMetadata,
  resourceMetadataPath,
  revokePath,
  serverMetadata,
  serverMetadataPath,
  tokenPath,
} from './metadata.ts'
import { registerClient } from './register-client.ts'
import { revokeToken } from './revoke.ts'

const maxBodyBytes = 16 * 2 ** 10

interface OAuthCall {
  app: App
  realm: Realm
  exchange: RoutedExchange
  bodies: Bodies
}

interface OAuthResponse {
  status?: number
  body: object
}

/** An endpoint for programs, in the forms of the OAuth standards. Browser apps of any site can call it: no cookies are read. */
function oauthEndpoint(
  path: string,
  method: 'GET' | 'POST',
  act: (call: OAuthCall) => Promise<OAuthResponse>,
): Protocol {
  return {
    path,
    methods: [method, 'OPTIONS'],
    answer: async (app, exchange, bodies) => {
      try {
        if (exchange.method === 'OPTIONS') send(app, exchange, 204, undefined, preflight(method))
        else {
          const { status = 200, body } = await respond(app, exchange, bodies, path, act)
          send(app, exchange, status, body)
        }
      } catch (thrown) {
        sendError(app, exchange, thrown)
      }
    },
  }
}

async function respond(
  app: App,
  exchange: RoutedExchange,
  bodies: Bodies,
  path: string,
  act: (call: OAuthCall) => Promise<OAuthResponse>,
): Promise<OAuthResponse> {
  const { headers, address, method } = exchange
  const realm = await app.realms.byHost(headers.host ?? '')
  if (realm === undefined) throw apiError('organization-not-found')
  if (app.config.rateLimits)
    app.limiter.take(path === registerPath ? 'oauthRegistration' : 'oauth', `oauth ${address}`)
  await realm.decideFresh(() => {
    if (realm.directory.realm.deactivated) throw apiError('credentials-organization-deactivated')
  })
  if (method === 'POST') await assertAllowedNetwork(realm, address)
  identifyCaller({ user: undefined, sessionId: undefined, address })
  return await act({ app, realm, exchange, bodies })
}

const preflight = (method: string): string[] => [
  'access-control-allow-methods',
  method,
  'access-control-allow-headers',
  'authorization, content-type, mcp-protocol-version',
  'access-control-max-age',
  '86400',
]

async function readBody({ exchange, bodies }: OAuthCall, type: string): Promise<string> {
  const given = (exchange.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (given !== type) throw new OAuthError('invalid_request', `The body must be ${type}.`)
  return await bodies.readText(exchange, `address ${exchange.address}`, maxBodyBytes)
}

/** The parameters and the app of a request. Parameters in the URL are not read, because URLs end up in logs. */
async function readForm(call: OAuthCall) {
  const { app, realm, exchange } = call
  const params = uniqueParams(new URLSearchParams(await readBody(call, 'application/x-www-form-urlencoded')))
  return { params, client: await authenticateClient(app, realm, exchange.headers.authorization, params) }
}

const token = oauthEndpoint(tokenPath, 'POST', async (call) => {
  const { app, realm } = call
  const { params, client } = await readForm(call)
  const type = required(params, 'grant_type')
  if (type === 'authorization_code') return { body: await exchangeCode(app, realm, client, params) }
  if (type === 'refresh_token') return { body: await refreshTokens(app, realm, client, params) }
  throw new OAuthError('unsupported_grant_type', `The grant_type ${printable(type)} is not supported.`)
})

const revoke = oauthEndpoint(revokePath, 'POST', async (call) => {
  const { params, client } = await readForm(call)
  await revokeToken(call.app, call.realm, client, params)
  return { body: {} }
})

const register = oauthEndpoint(registerPath, 'POST', async (call) => {
  const body = await readBody(call, 'application/json')
  return { status: 201, body: await registerClient(call.app, call.realm, body) }
})

const pathBelow = ({ exchange }: OAuthCall, path: string) =>
  (exchange.url.split('?')[0] ?? '').slice(path.length).replace(/\/$/, '')

const describeServer = oauthEndpoint(serverMetadataPath, 'GET', async (call) => {
  if (pathBelow(call, serverMetadataPath) !== '') throw apiError('path-not-found')
  return { body: serverMetadata(call.realm) }
})

const describeResource = oauthEndpoint(resourceMetadataPath, 'GET', async (call) => {
  const body = resourceMetadata(call.realm, pathBelow(call, resourceMetadataPath))
  if (body === undefined) throw apiError('path-not-found')
  return { body }
})

export const oauthProtocols: Protocol[] = [token, revoke, register, describeServer, describeResource]

function send(
  app: App,
  exchange: RoutedExchange,
  status: number,
  body: object | undefined,
  more: readonly string[] = [],
): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  recordResponse(app, exchange, status)
  exchange.response.writeHead(status, [
    ...(body === undefined
      ? []
      : ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text))]),
    'cache-control',
    'no-store',
    'pragma',
    'no-cache',
    'x-content-type-options',
    'nosniff',
    'access-control-allow-origin',
    '*',
    ...more,
    'x-request-id',
    exchange.id,
  ])
  exchange.response.end(text)
}

function sendError(app: App, exchange: RoutedExchange, thrown: unknown): void {
  const { code, message, status, headers } = toOAuthError(thrown)
  const { id, method, route, response } = exchange
  if (status >= 500) app.logger.error({ err: thrown, req_id: id, method, route }, 'an OAuth request failed')
  if (response.headersSent) return void response.destroy()
  send(app, exchange, status, { error: code, error_description: printable(message) }, headers)
}
