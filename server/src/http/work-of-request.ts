import type { ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import type { TraceSpan, Tracing } from '../platform/tracing.ts'
import { workContext } from '../platform/work-context.ts'
import type { AnsweredRequest } from './reply/record.ts'

type NamedRequest = Pick<AnsweredRequest, 'id' | 'method' | 'route'>

/** Runs work for a request, so that logs and traces of everything it calls name the request. */
export function runTraced<T>(app: App, request: NamedRequest, response: ServerResponse, work: () => T): T {
  const span = app.tracing && traceRequest(app.tracing, request, response)
  return workContext.run({ requestId: request.id, route: request.route, span }, work)
}

/** Begins the trace of a request. It ends when the connection has taken the response. */
function traceRequest(
  tracing: Tracing,
  { id, method, route }: NamedRequest,
  response: ServerResponse,
): TraceSpan {
  const span = tracing.beginRequest(`${method} ${route}`, response.req, {
    'http.request.method': method,
    'http.route': route,
    'loquat.request_id': id,
  })
  response.once('close', () => {
    const { statusCode } = response
    const isFailed = statusCode >= 500
    span.end({ 'http.response.status_code': statusCode }, isFailed ? new Error('failed') : undefined)
  })
  return span
}
