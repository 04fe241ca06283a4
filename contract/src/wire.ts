import { type Endpoint, type EndpointName, endpoints, type Method, type PathKind } from './index.ts'

/** How a call travels: all that a client has to know of an endpoint to make it. */
export interface WireEndpoint {
  method: Method
  path: string
  pathParams: Readonly<Record<string, PathKind>>
  /** Parameters that go as they are; all others go as JSON. */
  text: readonly string[]
  redirects?: true
  /** The reply has a message worth keeping. */
  hasMessage?: true
}

/** The same endpoints without their schemas. Plain data: a front end can have it written out when it is built. */
export const wire = Object.fromEntries(
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => [name, wireOf(endpoint)]),
) as Record<EndpointName, WireEndpoint>

function wireOf({ method, path, pathParams, params, redirects, replyShape }: Endpoint): WireEndpoint {
  const text = Object.keys(params).filter((name) => params[name]?.encoding === 'text')
  return {
    method,
    path,
    pathParams,
    text,
    ...(redirects ? { redirects } : {}),
    ...('msg' in replyShape ? { hasMessage: true } : {}),
  }
}
