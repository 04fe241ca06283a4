import { endpoints } from '@loquat/contract'
import type { App } from '../../app.ts'

/** A request that is being answered. */
export interface AnsweredRequest {
  id: string
  method: string
  /** The pattern of the route, never the path: paths contain names and keys. */
  route: string
  started: number
}

const pollRoute = endpoints.getEvents.path

/** Counts and logs a response. Long polls wait on purpose, so their duration is not measured. */
export function recordResponse(app: App, request: AnsweredRequest, status: number): void {
  const { id, method, route, started } = request
  const ms = performance.now() - started
  const isPoll = route === pollRoute && method === 'GET' && status === 200
  if (!isPoll) app.metrics.requestAnswered(method, route, status, ms / 1_000)
  const { logger, limits } = app
  if (!isPoll && ms >= limits.slowRequestMs) {
    logger.info({ req_id: id, method, route, status, ms: Math.round(ms) }, 'slow request')
  } else if (logger.isLevelEnabled('debug')) {
    logger.debug({ req_id: id, method, route, status, ms: Math.round(ms) }, 'request')
  }
}
