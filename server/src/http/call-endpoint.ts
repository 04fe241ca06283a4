import { apiError, type EndpointName } from '@loquat/contract'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import { restrictsNetworks } from '../directory/sign-in-policy.ts'
import { identifyCaller } from '../platform/work-context.ts'
import type { Realm } from '../realms/realm.ts'
import { assertAllowedNetwork } from '../sessions/sessions.ts'
import type { RoutedExchange } from './exchange.ts'
import { type Call, PartsReply, RawReply, type Route } from './implement.ts'
import { recordDenial } from './request/denials.ts'
import { type Fields, noFields } from './request/form.ts'
import { assertRole } from './request/gate.ts'
import { IncomingCall } from './request/incoming-call.ts'
import { parseParams } from './request/params.ts'
import { assertAllowedInPreview } from './request/preview.ts'
import { assertScope, assertWithinChannels } from './request/token-checks.ts'
import type { RouteTable } from './route-table.ts'

/** A caller that another protocol has authenticated by a token. */
export interface EndpointCaller {
  app: App
  realm: Realm
  user: User
  exchange: RoutedExchange
}

/** The route of an endpoint. */
export function routeNamed({ routes }: RouteTable, name: EndpointName): Route {
  const route = routes.find((one) => one.name === name)
  if (route === undefined) throw new Error(`There is no route for ${name}.`)
  return route
}

/**
 * Calls an endpoint for another protocol, with the checks of a request to it, in the same order as in answer.ts: network, scope, role, parameters,
 * channels of the token. So no protocol has rules of its own.
 */
export async function callEndpoint(
  { app, realm, user, exchange }: EndpointCaller,
  route: Route,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { endpoint } = route
  const { token } = exchange
  try {
    if (restrictsNetworks(realm.directory)) await assertAllowedNetwork(realm, exchange.address)
    if (token === undefined) throw apiError('authentication-required')
    assertScope(route, token)
    if (endpoint.gate !== undefined) {
      await realm.decideFresh(() => assertRole(endpoint.gate, realm.directory.users.get(user.id) ?? user))
    }
    if (realm.directory.realm.previewOf != null) await assertAllowedInPreview(realm, route)
    const { path, fields } = fieldsOf(route, input)
    const parsed = parseParams(route.params, fields, noFields)
    if (token.channels !== undefined) {
      await assertWithinChannels(app, realm, route, token.channels, { path, params: parsed.params })
    }
    const call = new IncomingCall(app, realm, user, path, parsed, exchange, () => [...fields.keys()])
    identifyCaller(call)
    return objectOf(await route.handle(call))
  } catch (error) {
    await recordDenial(app, route, { realmId: realm.id, userId: user.id }, error)
    throw error
  }
}

/** The input as a client would send it. */
function fieldsOf(
  { endpoint }: Route,
  input: Readonly<Record<string, unknown>>,
): { path: Call['path']; fields: Fields } {
  const path: Record<string, unknown> = {}
  const fields: Fields = new Map()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (name in endpoint.pathParams) path[name] = value
    else if (endpoint.params[name]?.encoding === 'text') fields.set(name, String(value))
    else fields.set(name, JSON.stringify(value))
  }
  return { path: path as Call['path'], fields }
}

function objectOf(reply: unknown): Record<string, unknown> {
  if (reply instanceof RawReply) return JSON.parse(`{${reply.fields}}`) as Record<string, unknown>
  if (reply instanceof PartsReply) throw new Error('This endpoint cannot be called by other protocols.')
  return reply as Record<string, unknown>
}
