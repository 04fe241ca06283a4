import { type Endpoint, type EndpointName, endpoints, type Method, type PathKind } from './index.ts'

/** The part of an endpoint declaration that a client needs to call it. */
export interface WireEndpoint {
  method: Method
  path: string
  pathParams: Readonly<Record<string, PathKind>>
  /** Parameters sent as plain text; all others are sent as JSON. */
  text: readonly string[]
  redirects?: true
  /** The caller may need the `msg` field of the response. */
  hasMessage?: true
}

/** Every endpoint without its schemas. Plain data, so a front end can inline it at build time. */
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
