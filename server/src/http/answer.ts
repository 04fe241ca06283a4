import type { ServerResponse } from 'node:http'
import { refuse } from '@loquat/contract'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import { admitsSpectators, spectator } from '../directory/spectator.ts'
import type { Realm } from '../realms/realm.ts'
import { authenticate, readCredentials, recognise } from './authenticate.ts'
import { clientName } from './client-name.ts'
import { addHistoricalNames, readHistoricalNames } from './compatibility.ts'
import { successText } from './envelope.ts'
import { sendEvents } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import { noFields, parseUrlEncoded } from './form.ts'
import { passGate } from './gate.ts'
import { type Call, type RawReply, type Route, StreamReply } from './implement.ts'
import { parseParams } from './params.ts'
import { checkReply } from './reply-check.ts'
import { respond, respondWithError } from './respond.ts'

/** Answers a request, whatever happens on the way. */
export async function answer(app: App, route: Route, exchange: Exchange): Promise<void> {
  try {
    const text = await act(app, route, exchange)
    if (text !== undefined) respond(app, exchange, 200, text)
  } catch (error) {
    respondWithError(app, exchange, error)
  }
}

/** authenticate → limit → gate → parse → act → present */
async function act(app: App, route: Route, exchange: Exchange): Promise<string | undefined> {
  const { endpoint } = route
  const { headers } = exchange
  const query = parseUrlEncoded(exchange.query)
  const body = endpoint.method === 'GET' ? noFields : exchange.body
  readHistoricalNames(body, endpoint.params)
  readHistoricalNames(query, endpoint.params)

  const host = headers.host ?? ''
  const realm = app.realms.readyByHost(host) ?? (await app.realms.byHost(host))
  let user: User | undefined
  if (endpoint.auth === 'spectator' && headers.authorization === undefined) {
    user = await admitSpectator(app, realm, exchange)
  } else if (endpoint.auth !== 'none') {
    const credentials = readCredentials(headers.authorization)
    user =
      recognise(realm, credentials, endpoint.openToWebhookBots) ??
      (await authenticate(realm, credentials, endpoint.openToWebhookBots))
    if (app.config.rateLimits) {
      exchange.allowance = app.limiter.take(route.name === 'getEvents' ? 'events' : 'api', user.id)
    }
    if (endpoint.gate !== undefined) {
      const caller = user
      await realm?.decide(() => passGate(endpoint.gate, realm.directory.users.get(caller.id) ?? caller))
    }
  }
  const { params, client, ignored } = parseParams(endpoint, body, query)
  if (realm === undefined) throw refuse('NonexistentSubdomain', 'There is no organization at this address.')

  const call: Call = {
    app,
    realm,
    user: user as Call['user'],
    path: pathParams(exchange.path, endpoint.pathParams) as Call['path'],
    params,
    headers,
    get clientName() {
      return clientName(client, headers['user-agent'])
    },
    ignore: (names) => {
      const sent = [...query.keys(), ...body.keys()]
      ignored.push(...names)
      ignored.sort((a, b) => sent.indexOf(a) - sent.indexOf(b))
    },
    onGone: (callback) => onGone(exchange.response, callback),
    showAllowance: (allowance) => {
      exchange.allowance = allowance
    },
  }
  const result = (await route.handle(call)) as object | RawReply | StreamReply
  if (result instanceof StreamReply) {
    await sendEvents(exchange, result)
    return undefined
  }
  const text = addHistoricalNames(result, successText(result, ignored))
  if (app.config.checkReplies) checkReply(route, text)
  return text
}

/** Counted by address, because spectators have no name. */
async function admitSpectator(app: App, realm: Realm | undefined, exchange: Exchange): Promise<User> {
  if (realm === undefined) throw refuse('NonexistentSubdomain', 'There is no organization at this address.')
  if (app.config.rateLimits) {
    const address = exchange.response.socket?.remoteAddress ?? ''
    exchange.allowance = app.limiter.take('api', `spectator ${address}`)
  }
  await realm.decide(() => {
    if (admitsSpectators(realm.directory, app.config.webPublicChannels)) return
    throw refuse('Unauthorized', 'This call needs authentication.')
  })
  return spectator
}

function pathParams(
  path: Record<string, string>,
  kinds: Record<string, 'int' | 'text'>,
): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(path)) {
    if (text.includes('\0')) throw refuse('BadRequest', `${name} contains a null byte.`)
    // Too large to be an ID of anything; nothing will be found under it.
    values[name] = kinds[name] === 'int' ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text
  }
  return values
}

/** Calls back when the client has gone away; returns how to stop caring. */
function onGone(response: ServerResponse, callback: () => void): () => void {
  if (response.destroyed) queueMicrotask(callback)
  response.on('close', callback)
  return () => response.removeListener('close', callback)
}
