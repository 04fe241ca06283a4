import { type IncomingMessage, type RequestListener, Server, ServerResponse } from 'node:http'
import type { ServerLifecycle } from './shutdown.ts'

export const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 300_000 }

/** Tracks all responses, also those that Node writes without a `request` event, such as 417. */
export const trackedResponse = (lifecycle: ServerLifecycle) =>
  class<Request extends IncomingMessage> extends ServerResponse<Request> {
    // A rest parameter, because Node passes more than its types declare.
    constructor(...given: [Request]) {
      super(...given)
      lifecycle.track(given[0].socket, this)
    }
  }

/** A `node:http` server that handles polls like all other requests. */
export const createNodeServer = (lifecycle: ServerLifecycle, handle: RequestListener): Server =>
  new Server({ ...timeouts, ServerResponse: trackedResponse(lifecycle) }, handle)
