import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { apiError, endpoints } from '@loquat/contract'
import type { App } from '../app.ts'
import { clientAddress, type TrustProxy } from '../platform/proxies.ts'
import { answer } from './answer.ts'
import { RoutedExchange, requestId, unknownRoute } from './exchange.ts'
import type { Route } from './implement.ts'
import { respondWithError } from './reply/respond.ts'
import type { Admission } from './request/admission.ts'
import type { Bodies } from './request/bodies.ts'
import { endpointPath, isSessionCall } from './request/prefixes.ts'
import type { RouteMatch, RouteTable } from './route-table.ts'
import { runTraced } from './work-of-request.ts'

interface Parts {
  app: App
  routes: RouteTable
  trustProxy: TrustProxy
  admission: Admission
  bodies: Bodies
}

/**
 * Answers calls of endpoints directly, because the hooks and parsers of the framework are a noticeable part of the cost
 * of a call. Everything else is left to the framework: pages, files, unknown paths.
 */
export function apiListener(parts: Parts, others: RequestListener): RequestListener {
  const { routes } = parts
  return (request, response) => {
    const { url = '/', method = 'GET' } = request
    const path = endpointPath(url)
    const match = path === undefined ? undefined : routes.match(method, path)
    if (match === undefined) others(request, response)
    else void answerCall(parts, match, new ApiExchange(parts, match, request, response))
  }
}

async function answerCall(
  { app, routes, bodies }: Parts,
  match: RouteMatch,
  exchange: ApiExchange,
): Promise<void> {
  let route: Route | undefined
  try {
    exchange.enter()
    route = isSessionCall(exchange.url) ? browserRoute(match.route, routes) : match.route
    if (route === undefined) throw apiError('path-not-found')
    const reading = bodies.read(exchange)
    if (reading !== undefined) await reading
  } catch (error) {
    respondWithError(app, exchange, error)
    return
  }
  const { endpoint } = route
  // Long polls have no context, because thousands of them wait.
  if (endpoint === endpoints.getEvents) await answer(app, route, exchange)
  else await runTraced(app, exchange, exchange.response, () => answer(app, route, exchange))
}

/** Browser sessions get their API key by password alone. */
function browserRoute(route: Route, { routes }: RouteTable): Route | undefined {
  return route.name === 'fetchApiKey' ? routes.find(({ name }) => name === 'showApiKey') : route
}

/** A call of an endpoint. */
class ApiExchange extends RoutedExchange {
  readonly #admission: Admission
  readonly #trustProxy: TrustProxy
  #isUnderWay = false

  constructor(
    { admission, trustProxy }: Parts,
    { route, path }: RouteMatch,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { url = '/', socket, headers } = request
    const queryAt = url.indexOf('?')
    super(request, response, {
      id: requestId(socket, headers, trustProxy),
      url,
      query: queryAt === -1 ? '' : url.slice(queryAt + 1),
      path,
      endpoint: route.endpoint,
      started: performance.now(),
    })
    this.#admission = admission
    this.#trustProxy = trustProxy
  }

  get address(): string {
    return clientAddress(this.request.socket, this.headers, this.#trustProxy)
  }

  get route(): string {
    return this.endpoint?.path ?? unknownRoute
  }

  get isRecorded(): boolean {
    return false
  }

  /** Throws if the server is overloaded. */
  enter(): void {
    this.#admission.enter()
    this.#isUnderWay = true
    this.response.once('close', () => this.park())
  }

  park(): void {
    if (this.#isUnderWay) this.#admission.leave()
    this.#isUnderWay = false
  }
}
