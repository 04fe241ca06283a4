import { apiError, type PathKind } from '@loquat/contract'
import type { App } from '../app.ts'
import { restrictsNetworks } from '../directory/sign-in-policy.ts'
import { spectator } from '../directory/spectator.ts'
import { identifyCaller, workContext } from '../platform/work-context.ts'
import { assertAllowedNetwork } from '../sessions/sessions.ts'
import type { Exchange } from './exchange.ts'
import {
  type Call,
  NotModifiedReply,
  PartsReply,
  RawReply,
  RedirectReply,
  type Route,
  StreamReply,
  WaitingReply,
} from './implement.ts'
import { readHistoricalNames, withAllHistoricalNames, withHistoricalNames } from './reply/compatibility.ts'
import { successText } from './reply/envelope.ts'
import { sendEvents } from './reply/event-stream.ts'
import { JsonBytes } from './reply/json-text.ts'
import { checkedError, checkReply } from './reply/reply-check.ts'
import { record, respond, respondInParts, respondNotModified, respondWithError } from './reply/respond.ts'
import { callerOf, recognizeCaller } from './request/caller.ts'
import { type KnownCaller, recordDenial } from './request/denials.ts'
import { noFields, parseUrlEncoded } from './request/form.ts'
import { assertRole } from './request/gate.ts'
import { IncomingCall } from './request/incoming-call.ts'
import { parseParams } from './request/params.ts'
import { assertAllowedInPreview } from './request/preview.ts'
import { assertScope, assertWithinChannels } from './request/token-checks.ts'

type Reply = object | RawReply | PartsReply | WaitingReply | StreamReply | RedirectReply | NotModifiedReply

/** Answers a request, even if anything on the way fails. */
export async function answer(app: App, route: Route, exchange: Exchange): Promise<void> {
  const known: KnownCaller = {}
  try {
    const text = await act(app, route, exchange, known)
    if (text !== undefined) respond(app, exchange, 200, text)
  } catch (error) {
    await recordDenial(app, route, known, error)
    respondWithError(app, exchange, app.config.checkReplies ? checkedError(route, error) : error)
  }
}

/** authenticate → limit → gate → parse → act → present */
async function act(
  app: App,
  route: Route,
  exchange: Exchange,
  known: KnownCaller,
): Promise<string | undefined> {
  const { endpoint } = route
  const { headers } = exchange
  const query = parseUrlEncoded(exchange.query)
  const body = endpoint.method === 'GET' ? noFields : exchange.body
  readHistoricalNames(body, endpoint.params)
  readHistoricalNames(query, endpoint.params)

  const host = headers.host ?? ''
  const realm = app.realms.readyByHost(host) ?? (await app.realms.byHost(host))
  const key = body.get('api_key') ?? query.get('api_key')
  const user =
    recognizeCaller(app, realm, endpoint, exchange) ?? (await callerOf(app, realm, endpoint, exchange, key))
  if (realm !== undefined && user !== undefined && user !== spectator) {
    known.realmId = realm.id
    known.userId = user.id
    if (restrictsNetworks(realm.directory)) await assertAllowedNetwork(realm, exchange.address)
    if (app.config.rateLimits) {
      exchange.allowance = app.limiter.take(route.name === 'getEvents' ? 'events' : 'api', user.id)
    }
    if (exchange.token !== undefined) assertScope(route, exchange.token)
    if (endpoint.gate !== undefined) {
      await realm.decideFresh(() => assertRole(endpoint.gate, realm.directory.users.get(user.id) ?? user))
    }
  }
  if (realm?.directory.realm.previewOf != null) await assertAllowedInPreview(realm, route)
  const parsed = parseParams(route.params, body, query)
  const { ignored } = parsed
  if (realm === undefined) throw apiError('organization-not-found')

  const path = pathParams(exchange.path, endpoint.pathParams) as Call['path']
  if (exchange.token?.channels !== undefined) {
    await assertWithinChannels(app, realm, route, exchange.token.channels, { path, params: parsed.params })
  }
  const sent = () => [...query.keys(), ...body.keys()]
  const call = new IncomingCall(app, realm, user as Call['user'], path, parsed, exchange, sent)
  identifyCaller(call)
  const outcome = app.tracing === undefined ? route.handle(call) : handleTraced(route, call)
  const result = (outcome instanceof Promise ? await outcome : outcome) as Reply
  if (result instanceof WaitingReply) {
    await result.start(answerLater(app, route, exchange, ignored))
    exchange.park()
    return undefined
  }
  if (result instanceof StreamReply) {
    exchange.park()
    await sendEvents(exchange, result)
    record(app, exchange, 200)
    return undefined
  }
  if (result instanceof RedirectReply) {
    respond(app, exchange, 302, successText({}, ignored), ['location', result.location])
    return undefined
  }
  if (result instanceof NotModifiedReply) {
    respondNotModified(app, exchange)
    return undefined
  }
  if (result instanceof PartsReply) {
    const parts = partsOf(result, ignored)
    if (app.config.checkReplies) checkReply(route, Buffer.concat(parts).toString())
    respondInParts(app, exchange, parts)
    return undefined
  }
  return present(app, route, result, ignored)
}

/** Handles a call as a part of the trace of its request. Long polls have no trace. */
async function handleTraced(route: Route, call: Call): Promise<unknown> {
  const context = workContext.getStore()
  const span = context?.span?.begin(`action ${route.name}`)
  if (span === undefined) return await route.handle(call)
  try {
    const result = await workContext.run({ ...context, span }, () => route.handle(call))
    span.end()
    return result
  } catch (error) {
    span.end({}, error)
    throw error
  }
}

function present(app: App, route: Route, result: object, ignored: readonly string[]): string {
  const text = successText(withHistoricalNames(result), ignored)
  if (app.config.checkReplies) checkReply(route, text)
  return text
}

/** Separate function, so that the parked closure captures only these variables. */
function answerLater(app: App, route: Route, exchange: Exchange, ignored: readonly string[]) {
  return (fields: string) => {
    try {
      respond(app, exchange, 200, present(app, route, new RawReply(fields), ignored))
    } catch (error) {
      respondWithError(app, exchange, error)
    }
  }
}

/** The small fields as one text, followed by the shared and the large ones. */
function partsOf({ fields, shared }: PartsReply, ignored: readonly string[]): Buffer[] {
  const small: Record<string, unknown> = {}
  const rest: Buffer[] = []
  for (const one of shared) {
    const bytes = one.bytes(serializeShared)
    if (bytes.length > 0) rest.push(comma, bytes)
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof JsonBytes) rest.push(Buffer.from(`,"${name}":`), ...value.parts)
    else small[name] = value
  }
  const text = successText(withHistoricalNames(small), ignored).trimEnd().slice(0, -1)
  return [Buffer.from(text), ...rest, ending]
}

const [comma, ending] = [Buffer.from(','), Buffer.from('}\n')]
const serializeShared = (fields: object) => JSON.stringify(withAllHistoricalNames(fields))

function pathParams(
  path: Record<string, string>,
  kinds: Record<string, PathKind>,
): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  const rest = Object.keys(kinds).find((name) => kinds[name] === 'path')
  for (const [written, text] of Object.entries(path)) {
    const name = written === '*' ? (rest ?? written) : written
    if (text.includes('\0')) throw apiError('parameter-has-null-byte', { parameter: name })
    // Larger than any ID, so nothing will be found.
    values[name] = kinds[name] === 'int' ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text
  }
  return values
}
