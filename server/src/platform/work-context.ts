import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceSpan } from './tracing.ts'

/** The request or job that the current work is for, by which logs and traces name it. */
export interface WorkContext {
  requestId?: string
  /** The pattern of the route. */
  route?: string
  job?: string
  /** Parent span of further spans; absent unless tracing is on. */
  span?: TraceSpan | undefined
}

/**
 * The context of the code that is running. Long polls have none, because thousands of them wait. A batch of messages has that of its
 * first request.
 */
export const workContext = new AsyncLocalStorage<WorkContext>()

/** The fields by which the log names a context. */
export const fieldsOf = (context: WorkContext | undefined) => ({
  ...(context?.requestId !== undefined && { req_id: context.requestId }),
  ...(context?.route !== undefined && { route: context.route }),
  ...(context?.job !== undefined && { job: context.job }),
})
