import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceSpan } from './tracing.ts'

/** The request or job that the current work is for, by which logs and traces name it. */
export interface WorkContext {
  requestId?: string
  /** The pattern of the route. */
  route?: string
  job?: string
  /** The command of the admin CLI. */
  command?: string
  /** Set once the request is authenticated. */
  caller?: WorkCaller
  /** Parent span of further spans; absent unless tracing is on. */
  span?: TraceSpan | undefined
}

/** The caller of a request. Its fields may be computed when they are read, because few requests need them. */
export interface WorkCaller {
  /** Undefined before authentication, or without it. */
  readonly user: { readonly id: number; readonly apiKeyHash: string } | undefined
  readonly sessionId: number | undefined
  readonly token?: { readonly id: number } | undefined
  /** IP address of the client. */
  readonly address: string
  /** By SCIM, with the token of the organization. */
  readonly scim?: true
}

/** Makes further work of the request name this caller. */
export function identifyCaller(caller: WorkCaller): void {
  const context = workContext.getStore()
  if (context !== undefined) context.caller = caller
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
