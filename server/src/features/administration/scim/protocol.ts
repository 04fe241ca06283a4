import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { RoutedExchange } from '../../../http/exchange.ts'
import type { Protocol } from '../../../http/protocols.ts'
import { retryAfter } from '../../../http/reply/errors.ts'
import { recordResponse } from '../../../http/reply/record.ts'
import type { Bodies } from '../../../http/request/bodies.ts'
import { isDeeperThan } from '../../../http/request/json-depth.ts'
import { identifyCaller } from '../../../platform/work-context.ts'
import { answerDiscovery } from './discovery.ts'
import { errorBody, invalid, ScimError, toScimError } from './errors.ts'
import { isObject, type JsonObject } from './patch.ts'
import { answerResource, type ScimRequest, type ScimResponse } from './requests.ts'
import { matchesTag, type Resource, scimPath } from './resources.ts'
import { authenticateToken } from './tokens.ts'

/** A group with as many members as one can have needs less than this. */
const maxBodyBytes = 4 * 2 ** 20
const maxDepth = 10

/** SCIM 2.0 (RFC 7643 and 7644): identity providers create, change and deactivate users and groups. */
export const scim: Protocol = {
  path: scimPath,
  methods: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
  answer: async (app, exchange, bodies) => {
    try {
      send(app, exchange, await respond(app, exchange, bodies))
    } catch (thrown) {
      sendError(app, exchange, thrown)
    }
  },
}

async function respond(app: App, exchange: RoutedExchange, bodies: Bodies): Promise<ScimResponse> {
  const { headers, address, method } = exchange
  const realm = await app.realms.byHost(headers.host ?? '')
  if (realm === undefined) throw apiError('organization-not-found')
  const token = await authenticateToken(app, realm, headers.authorization)
  if (token === undefined) {
    // Guessing is hopeless, but must not be free.
    if (app.config.rateLimits) app.limiter.take('api', `scim ${address}`)
    throw new ScimError(401, 'A valid SCIM token is required in the header "Authorization: Bearer".')
  }
  if (app.config.rateLimits) app.limiter.take('scim', realm.id)
  await realm.decideFresh(() => {
    if (realm.directory.realm.deactivated) throw apiError('credentials-organization-deactivated')
  })
  identifyCaller({ user: undefined, sessionId: undefined, address, scim: true })
  const url = new URL(exchange.url, 'http://localhost')
  const request: ScimRequest = {
    app,
    realm,
    token,
    method,
    path: url.pathname.slice(scimPath.length).split('/').filter(Boolean).map(decoded),
    params: Object.fromEntries(url.searchParams),
    ifMatch: headers['if-match'],
    readBody: () => readBody(exchange, bodies, realm.id),
  }
  return answerDiscovery(request) ?? revalidated(headers['if-none-match'], await answerResource(request))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** 304 if the provider has the current version. */
function revalidated(ifNoneMatch: string | undefined, response: ScimResponse): ScimResponse {
  const { resource, status } = response
  if (ifNoneMatch === undefined || resource === undefined || status !== 200 || !response.isRead)
    return response
  return matchesTag(ifNoneMatch, resource) ? { status: 304, resource } : response
}

async function readBody(exchange: RoutedExchange, bodies: Bodies, realmId: number): Promise<JsonObject> {
  const type = exchange.headers['content-type'] ?? 'application/scim+json'
  if (!/^\s*application\/(?:scim\+)?json\s*(?:;|$)/i.test(type))
    throw new ScimError(415, 'The body must be application/scim+json or application/json.')
  const text = await bodies.readText(exchange, `scim ${realmId}`, maxBodyBytes)
  if (isDeeperThan(text, maxDepth)) throw invalid('invalidSyntax', 'The JSON is nested too deeply.')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalid('invalidSyntax', 'The body is not valid JSON.')
  }
  if (!isObject(body)) throw invalid('invalidSyntax', 'The body must be a JSON object.')
  return body
}

const tagsOf = (resource: Resource | undefined, status: number): string[] =>
  resource === undefined
    ? []
    : ['etag', resource.meta.version, ...(status === 201 ? ['location', resource.meta.location] : [])]

function send(app: App, exchange: RoutedExchange, response: ScimResponse, more: string[] = []): void {
  const { status, body, resource } = response
  const text = body === undefined ? undefined : JSON.stringify(body)
  recordResponse(app, exchange, status)
  exchange.response.writeHead(status, [
    ...(text === undefined
      ? []
      : [
          'content-type',
          'application/scim+json; charset=utf-8',
          'content-length',
          String(Buffer.byteLength(text)),
        ]),
    'cache-control',
    'no-store, private',
    ...tagsOf(resource, status),
    ...more,
    'x-request-id',
    exchange.id,
  ])
  exchange.response.end(text)
}

function sendError(app: App, exchange: RoutedExchange, thrown: unknown): void {
  const error = toScimError(thrown)
  const { id, method, route } = exchange
  if (!(error instanceof ScimError) && error.status >= 500)
    app.logger.error({ err: thrown, req_id: id, method, route }, 'a SCIM request failed')
  if (exchange.response.headersSent) return void exchange.response.destroy()
  const scimType = error instanceof ScimError ? error.scimType : undefined
  const wait = error instanceof WireError ? retryAfter(error) : undefined
  send(app, exchange, { status: error.status, body: errorBody(error.status, error.message, scimType) }, [
    ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ...(error.status === 401 ? ['www-authenticate', 'Bearer realm="scim"'] : []),
  ])
}
